-- What belongs to integrations. Group: integrations, secrets (which are used), link/... (objects of platforms that lead to
-- orders), event/... (received events), unmapped/... (events that changed nothing). Due: when there is something to do.
-- The document is sealed.
CREATE TABLE integration_records (
  space integer NOT NULL,
  record_group text COLLATE "C" NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  due bigint,
  expires bigint,
  document bytea NOT NULL,
  PRIMARY KEY (space, record_group, record_id)
);

CREATE UNIQUE INDEX integration_records_by_key ON integration_records (record_group, record_id);

CREATE INDEX integration_records_by_due ON integration_records (due, record_group, record_id) WHERE due IS NOT NULL;

CREATE INDEX integration_records_by_end ON integration_records (expires) WHERE expires IS NOT NULL;
