-- Days are counted from 1970-01-01, moments in microseconds from its beginning, both UTC.
-- Texts are compared by code point, whatever the database's own collation is.

CREATE TABLE schema_versions (
  version integer PRIMARY KEY,
  migrated_at bigint NOT NULL
);

-- Tells this program its own tables from those of another.
COMMENT ON TABLE schema_versions IS 'Order Evidence';

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

