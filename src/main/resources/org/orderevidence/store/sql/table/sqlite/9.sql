-- Days are counted from 1970-01-01, moments in microseconds from its beginning, both UTC.
-- Keys of personal data (credential) are keyed hashes of 17 bytes.

CREATE TABLE schema_versions (
  version INTEGER PRIMARY KEY,
  migrated_at INTEGER NOT NULL
);

-- One row, written by the readiness check.
CREATE TABLE probe (
  number INTEGER PRIMARY KEY,
  probed_at INTEGER NOT NULL
);

-- An account space by a short number, which is the first column of every key below; and how many orders it holds.
CREATE TABLE spaces (
  number INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL,
  orders INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account, mode)
);

-- Document: all parts of the order, sealed. Upload: a keyed hash of what the upload states. The columns from list_rank
-- to status and the keys are derived from the parts together; null while these do not make an order yet. List_rank: the
-- transaction time in milliseconds since 1970, negated. Derivation: version of the code that derived them.
-- Later_facts: two bits for each dispute and fraud report that was ever stored, by its id. A lost row is noticed by them.
-- Not WITHOUT ROWID: the documents are long, and would spread the keys over many pages.
CREATE TABLE orders (
  space INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  uploaded_at INTEGER NOT NULL,
  list_rank INTEGER,
  amount_minor INTEGER,
  currency TEXT,
  status TEXT,
  revision INTEGER,
  upload BLOB,
  other_parts INTEGER NOT NULL,
  history_day INTEGER,
  credential_1 BLOB,
  credential_2 BLOB,
  reference_keys BLOB,
  later_facts INTEGER NOT NULL DEFAULT 0,
  derivation INTEGER NOT NULL,
  document BLOB NOT NULL,
  PRIMARY KEY (space, id)
);

CREATE UNIQUE INDEX orders_by_time ON orders (space, list_rank, id);

-- Counts is 1 unless the dispute was withdrawn. Content is a keyed hash, document is sealed.
CREATE TABLE disputes (
  space INTEGER NOT NULL,
  order_id TEXT NOT NULL,
  dispute_id TEXT NOT NULL,
  counts INTEGER NOT NULL,
  content BLOB NOT NULL,
  document BLOB NOT NULL,
  PRIMARY KEY (space, order_id, dispute_id)
) WITHOUT ROWID;

CREATE TABLE fraud_reports (
  space INTEGER NOT NULL,
  order_id TEXT NOT NULL,
  report_id TEXT NOT NULL,
  content BLOB NOT NULL,
  document BLOB NOT NULL,
  PRIMARY KEY (space, order_id, report_id)
) WITHOUT ROWID;

-- Marks: 1 disputed, 2 fraud reported.
CREATE TABLE history (
  space INTEGER NOT NULL,
  credential BLOB NOT NULL,
  day INTEGER NOT NULL,
  order_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  marks INTEGER NOT NULL,
  facts BLOB NOT NULL,
  PRIMARY KEY (space, credential, day DESC, order_id)
) WITHOUT ROWID;

-- Reference: the kind (1 customer, 2 gatewayTransactionId, 3 arn, 4 network_id, 5 card) and a keyed hash. A reader checks that the order still has the value.
CREATE TABLE orders_by_reference (
  space INTEGER NOT NULL,
  reference BLOB NOT NULL,
  list_rank INTEGER NOT NULL,
  order_id TEXT NOT NULL,
  PRIMARY KEY (space, reference, list_rank, order_id)
) WITHOUT ROWID;
