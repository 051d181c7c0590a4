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

