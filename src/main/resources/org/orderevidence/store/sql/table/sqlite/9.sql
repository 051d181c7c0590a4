-- Days are counted from 1970-01-01, moments in microseconds from its beginning, both UTC.

CREATE TABLE schema_versions (
  version INTEGER PRIMARY KEY,
  migrated_at INTEGER NOT NULL
);

-- An account space by a short number, which is the first column of every key below; and how many orders it holds.
CREATE TABLE spaces (
  number INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL,
  orders INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account, mode)
);

-- What waits for its order. Pending_key: reference (zeros for an incomplete order), kind (1 order, 2 dispute, 3 refund,
-- 4 fraud report) and id. Version: newer ones replace older ones. The document is sealed.
CREATE TABLE pending (
  space INTEGER NOT NULL,
  pending_key BLOB NOT NULL,
  version INTEGER NOT NULL,
  since INTEGER NOT NULL,
  document BLOB NOT NULL,
  PRIMARY KEY (space, pending_key)
) WITHOUT ROWID;

CREATE INDEX pending_by_time ON pending (space, since);
