-- Days are counted from 1970-01-01, moments in microseconds from its beginning, both UTC.
-- Keys of personal data (credential) are keyed hashes of 17 bytes.
-- Texts are compared by code point, whatever the database's own collation is.

CREATE TABLE schema_versions (
  version integer PRIMARY KEY,
  migrated_at bigint NOT NULL
);

-- Tells this program its own tables from those of another.
COMMENT ON TABLE schema_versions IS 'Order Evidence';

-- One row, written by the readiness check.
CREATE TABLE probe (
  number integer PRIMARY KEY,
  probed_at bigint NOT NULL
) WITH (fillfactor = 50);

-- An account space by a short number, which is the first column of every key below. The number is no sequence's: it is
-- the next one that is free.
CREATE TABLE spaces (
  account text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  number integer NOT NULL UNIQUE,
  PRIMARY KEY (account, mode)
);

-- How many orders a space holds: the sum over its slots. Each connection that writes adds to its own slot, so that no two
-- wait for one row.
CREATE TABLE space_counts (
  space integer NOT NULL,
  slot integer NOT NULL,
  orders bigint NOT NULL,
  PRIMARY KEY (space, slot)
) WITH (fillfactor = 10);

-- Document: all parts of the order, sealed. Upload: a keyed hash of what the upload states. The columns from list_rank
-- to status and the keys are derived from the parts together; null while these do not make an order yet. List_rank: the
-- transaction time in milliseconds since 1970, negated. Derivation: version of the code that derived them.
-- Later_facts: two bits for each dispute and fraud report that was ever stored, by its id. A lost row is noticed by them.
-- Writes counts the changes of the row and of the order's later facts: what was read can be replaced only while it stands.
CREATE TABLE orders (
  space integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  uploaded_at bigint NOT NULL,
  list_rank bigint,
  amount_minor bigint,
  currency text,
  status text,
  revision bigint,
  upload bytea,
  other_parts integer NOT NULL,
  history_day integer,
  credential_1 bytea,
  credential_2 bytea,
  reference_keys bytea,
  later_facts bigint NOT NULL DEFAULT 0,
  writes bigint NOT NULL,
  derivation integer NOT NULL,
  document bytea NOT NULL
) WITH (fillfactor = 90);

-- Documents are short, and read far more often than written: a long one is not compressed.
ALTER TABLE orders ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE UNIQUE INDEX orders_by_time ON orders (space, list_rank, id);

-- After the other: while the table is nearly empty both look alike to the planner, and it takes the newest.
ALTER TABLE orders ADD PRIMARY KEY (space, id);

-- Counts is 1 unless the dispute was withdrawn. Content is a keyed hash, document is sealed.
CREATE TABLE disputes (
  space integer NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  dispute_id text COLLATE "C" NOT NULL,
  counts integer NOT NULL,
  content bytea NOT NULL,
  document bytea NOT NULL,
  PRIMARY KEY (space, order_id, dispute_id)
);

CREATE TABLE fraud_reports (
  space integer NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  report_id text COLLATE "C" NOT NULL,
  content bytea NOT NULL,
  document bytea NOT NULL,
  PRIMARY KEY (space, order_id, report_id)
);

-- Marks: 1 disputed, 2 fraud reported. A primary key cannot sort days downwards, a unique index can.
CREATE TABLE history (
  space integer NOT NULL,
  credential bytea NOT NULL,
  day integer NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  marks integer NOT NULL,
  facts bytea NOT NULL
) WITH (fillfactor = 95);

CREATE UNIQUE INDEX history_key ON history (space, credential, day DESC, order_id);

ALTER TABLE history REPLICA IDENTITY USING INDEX history_key;

-- Reference: the kind (1 customer, 2 gatewayTransactionId, 3 arn, 4 network_id, 5 card) and a keyed hash. A reader checks that the order still has the value.
CREATE TABLE orders_by_reference (
  space integer NOT NULL,
  reference bytea NOT NULL,
  list_rank bigint NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (space, reference, list_rank, order_id)
);
