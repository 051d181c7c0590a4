-- Tokens that give access for a limited time, by the SHA-256 of their text. Kind: 1 session, 2 sign-in code, 3 receipt
-- link. Owner: id of a key or an order. Expires: from when it is refused. Removed: when the row is deleted. The document
-- is sealed.
CREATE TABLE access_tokens (
  space integer NOT NULL,
  hash bytea NOT NULL,
  kind smallint NOT NULL,
  owner text COLLATE "C" NOT NULL,
  created bigint NOT NULL,
  expires bigint NOT NULL,
  removed bigint NOT NULL,
  document bytea NOT NULL,
  PRIMARY KEY (space, hash)
);

CREATE UNIQUE INDEX access_tokens_by_hash ON access_tokens (hash);

CREATE INDEX access_tokens_by_owner ON access_tokens (space, kind, owner, hash);

CREATE INDEX access_tokens_by_end ON access_tokens (removed);
