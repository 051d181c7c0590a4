package org.orderevidence.store.cassandra.cluster;

/**
 * All statements on data. Each uses one partition, except the walks of the archive. Parameters are in the order of the
 * question marks.
 */
public enum Statement {
    SELECT_RECORD(Kind.READ, "SELECT record FROM orders WHERE space = ? AND id = ? LIMIT 1"),
    SELECT_ORDER(
            Kind.READ,
            "SELECT record, kind, fact_id, fact, writetime(fact) AS fact_written FROM orders"
                    + " WHERE space = ? AND id = ?"),
    PUT_RECORD(
            Kind.WRITE,
            "UPDATE orders USING TIMESTAMP ? SET record = ?, version = ?, day = ?, amount_minor = ?, currency = ?,"
                    + " status = ? WHERE space = ? AND id = ?"),
    DELETE_PART(
            Kind.WRITE, "DELETE FROM orders USING TIMESTAMP ? WHERE space = ? AND id = ? AND kind = ? AND fact_id = ?"),
    PUT_FACT(
            Kind.WRITE,
            "UPDATE orders USING TIMESTAMP ? SET fact = ? WHERE space = ? AND id = ? AND kind = ? AND fact_id = ?"),

    SELECT_HISTORY(
            Kind.READ,
            "SELECT order_id, day, entry, marks FROM history"
                    + " WHERE space = ? AND credential = ? AND year = ? AND day >= ? AND day <= ?"),
    SELECT_SHORT_HISTORY(
            Kind.READ,
            "SELECT order_id, day, entry, marks FROM history"
                    + " WHERE space = ? AND credential = ? AND year = ? AND day >= ? AND day <= ? LIMIT ?"),
    PUT_HISTORY(
            Kind.WRITE,
            "UPDATE history USING TIMESTAMP ? SET entry = ?"
                    + " WHERE space = ? AND credential = ? AND year = ? AND day = ? AND order_id = ?"),
    MARK_HISTORY(
            Kind.WRITE,
            "UPDATE history USING TIMESTAMP ? SET marks[?] = ?"
                    + " WHERE space = ? AND credential = ? AND year = ? AND day = ? AND order_id = ?"),
    LEAVE_HISTORY(
            Kind.WRITE,
            "UPDATE history USING TIMESTAMP ? AND TTL ? SET entry = ?"
                    + " WHERE space = ? AND credential = ? AND year = ? AND day = ? AND order_id = ?"),

    SELECT_HISTORY_ROW(
            Kind.READ,
            "SELECT order_id, day, entry, marks, writetime(entry) AS entry_written FROM history"
                    + " WHERE space = ? AND credential = ? AND year = ? AND day = ? AND order_id = ?"),
    DELETE_HISTORY(
            Kind.WRITE,
            "DELETE entry FROM history USING TIMESTAMP ?"
                    + " WHERE space = ? AND credential = ? AND year = ? AND day = ? AND order_id = ?"),

    WALK_RECORDS(Kind.WALK, "SELECT DISTINCT space, id, record FROM orders"),
    WALK_ORDERS(
            Kind.WALK, "SELECT space, id, record, kind, fact_id, fact, writetime(fact) AS fact_written FROM orders"),
    WALK_HISTORY(Kind.WALK, "SELECT space, credential, day, order_id, entry, marks FROM history"),
    WALK_SIGHTINGS(
            Kind.WALK,
            "SELECT space, customer, minute, ip_key, sighting, writetime(sighting) AS sighting_written"
                    + " FROM sightings"),

    SELECT_COLUMNS(
            Kind.READ,
            "SELECT record, version, day, amount_minor, currency, status FROM orders WHERE space = ? AND id = ? LIMIT 1"),
    SELECT_COLUMNS_WRITTEN(
            Kind.READ,
            "SELECT writetime(version) AS version, writetime(day) AS day, writetime(amount_minor) AS amount_minor,"
                    + " writetime(currency) AS currency, writetime(status) AS status"
                    + " FROM orders WHERE space = ? AND id = ? LIMIT 1"),
    SELECT_TIME_ROW(
            Kind.READ,
            "SELECT order_id FROM orders_by_time WHERE space = ? AND month = ? AND list_rank = ? AND order_id = ?"),
    SELECT_MONTH(Kind.READ, "SELECT month FROM order_months WHERE space = ? AND month = ?"),
    SELECT_REFERENCE_ROW(
            Kind.READ,
            "SELECT order_id FROM orders_by_reference"
                    + " WHERE space = ? AND reference = ? AND year = ? AND list_rank = ? AND order_id = ?"),
    SELECT_NEWEST_OF_REFERENCE(
            Kind.READ,
            "SELECT list_rank, order_id FROM orders_by_reference WHERE space = ? AND reference = ? AND year = ?"
                    + " AND (list_rank, order_id) > (?, ?) AND (list_rank) <= (?)"),
    SELECT_OLDEST_OF_REFERENCE(
            Kind.READ,
            "SELECT list_rank, order_id FROM orders_by_reference WHERE space = ? AND reference = ? AND year = ?"
                    + " AND (list_rank, order_id) < (?, ?) AND (list_rank) >= (?)"
                    + " ORDER BY list_rank DESC, order_id DESC"),
    WALK_TIMES(Kind.WALK, "SELECT space, list_rank, order_id FROM orders_by_time"),
    WALK_REFERENCES(Kind.WALK, "SELECT space, reference, list_rank, order_id FROM orders_by_reference"),

    SELECT_MONTHS(Kind.READ, "SELECT month FROM order_months WHERE space = ? AND month <= ?"),
    WALK_SPACES_OF_MONTHS(Kind.WALK, "SELECT DISTINCT space FROM order_months"),
    PUT_MONTH(Kind.WRITE, "INSERT INTO order_months (space, month) VALUES (?, ?)"),
    SELECT_NEWEST(
            Kind.READ,
            "SELECT list_rank, order_id FROM orders_by_time WHERE space = ? AND month = ?"
                    + " AND (list_rank, order_id) > (?, ?) AND (list_rank) <= (?)"),
    SELECT_OLDEST(
            Kind.READ,
            "SELECT list_rank, order_id FROM orders_by_time WHERE space = ? AND month = ?"
                    + " AND (list_rank, order_id) < (?, ?) AND (list_rank) >= (?)"
                    + " ORDER BY list_rank DESC, order_id DESC"),
    COUNT_MONTH(Kind.COUNT, "SELECT count(*) FROM orders_by_time WHERE space = ? AND month = ?"),
    PUT_TIME(
            Kind.WRITE,
            "INSERT INTO orders_by_time (space, month, list_rank, order_id) VALUES (?, ?, ?, ?) USING TIMESTAMP ?"),
    DELETE_TIME(
            Kind.WRITE,
            "DELETE FROM orders_by_time USING TIMESTAMP ?"
                    + " WHERE space = ? AND month = ? AND list_rank = ? AND order_id = ?"),

    PUT_REFERENCE(
            Kind.WRITE,
            "INSERT INTO orders_by_reference (space, reference, year, list_rank, order_id) VALUES (?, ?, ?, ?, ?)"
                    + " USING TIMESTAMP ?"),
    DELETE_REFERENCE(
            Kind.WRITE,
            "DELETE FROM orders_by_reference USING TIMESTAMP ?"
                    + " WHERE space = ? AND reference = ? AND year = ? AND list_rank = ? AND order_id = ?"),

    PUT_SIGHTING(
            Kind.WRITE,
            "INSERT INTO sightings (space, customer, year, minute, ip_key, sighting) VALUES (?, ?, ?, ?, ?, ?)"
                    + " USING TIMESTAMP ?"),
    SELECT_FEW_SIGHTINGS(
            Kind.READ,
            "SELECT minute, ip_key, sighting FROM sightings WHERE space = ? AND customer = ? AND year = ?"
                    + " AND minute >= ? AND minute <= ? LIMIT ?"),
    SELECT_LAST_MINUTE(
            Kind.READ,
            "SELECT minute FROM sightings WHERE space = ? AND customer = ? AND year = ?"
                    + " AND minute >= ? AND minute <= ? ORDER BY minute DESC LIMIT 1"),
    SELECT_FIRST_MINUTE(
            Kind.READ,
            "SELECT minute FROM sightings WHERE space = ? AND customer = ? AND year = ?"
                    + " AND minute >= ? AND minute <= ? LIMIT 1"),
    SELECT_MINUTE(
            Kind.READ,
            "SELECT minute, ip_key, sighting FROM sightings WHERE space = ? AND customer = ? AND year = ? AND minute = ? LIMIT ?"),

    PUT_PENDING(
            Kind.WRITE,
            "UPDATE pending USING TIMESTAMP ? AND TTL ? SET entry = ?"
                    + " WHERE space = ? AND bucket = ? AND pending_key = ?"),
    SELECT_PENDING_ROW(Kind.READ, "SELECT entry FROM pending WHERE space = ? AND bucket = ? AND pending_key = ?"),
    SELECT_PENDING_OF_REFERENCE(
            Kind.READ,
            "SELECT pending_key, entry FROM pending"
                    + " WHERE space = ? AND bucket = ? AND pending_key > ? AND pending_key < ? LIMIT ?"),
    SELECT_PENDING(
            Kind.READ,
            "SELECT pending_key, entry FROM pending WHERE space = ? AND bucket = ? AND pending_key > ? LIMIT ?"),
    COUNT_PENDING(Kind.COUNT, "SELECT count(*) FROM pending WHERE space = ? AND bucket = ?"),
    DELETE_PENDING(
            Kind.WRITE, "DELETE FROM pending USING TIMESTAMP ? WHERE space = ? AND bucket = ? AND pending_key = ?"),
    PUT_PENDING_SPACE(Kind.WRITE, "INSERT INTO pending_spaces (part, space) VALUES (0, ?) USING TTL ?"),
    SELECT_PENDING_SPACES(Kind.READ, "SELECT space FROM pending_spaces WHERE part = 0 AND space > ? LIMIT ?"),
    DELETE_PENDING_SPACE(Kind.WRITE, "DELETE FROM pending_spaces USING TIMESTAMP ? WHERE part = 0 AND space = ?"),
    WALK_PENDING(
            Kind.WALK,
            "SELECT space, bucket, pending_key, entry, writetime(entry) AS entry_written, ttl(entry) AS entry_ttl"
                    + " FROM pending"),

    SELECT_INTEGRATION_RECORD(
            Kind.READ,
            "SELECT record_group, record_id, space, version, due, expires, document FROM integration_records"
                    + " WHERE record_group = ? AND record_id = ?"),
    SELECT_INTEGRATION_GROUP(
            Kind.READ,
            "SELECT record_group, record_id, space, version, due, expires, document FROM integration_records"
                    + " WHERE record_group = ? AND record_id > ? LIMIT ?"),
    SELECT_INTEGRATION_HEADS(
            Kind.READ,
            "SELECT record_id, version, due, expires FROM integration_records"
                    + " WHERE record_group = ? AND record_id > ? LIMIT ?"),
    ADD_INTEGRATION_RECORD(
            Kind.CONDITION,
            "INSERT INTO integration_records (record_group, record_id, space, version, due, expires, document)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?) IF NOT EXISTS USING TTL ?"),
    REPLACE_INTEGRATION_RECORD(
            Kind.CONDITION,
            "UPDATE integration_records USING TTL ? SET space = ?, version = ?, due = ?, expires = ?, document = ?"
                    + " WHERE record_group = ? AND record_id = ? IF version = ?"),
    RESEAL_INTEGRATION_RECORD(
            Kind.CONDITION,
            "UPDATE integration_records USING TTL ? SET document = ?"
                    + " WHERE record_group = ? AND record_id = ? IF document = ?"),
    DELETE_INTEGRATION_RECORD(
            Kind.CONDITION, "DELETE FROM integration_records WHERE record_group = ? AND record_id = ? IF EXISTS"),
    WALK_INTEGRATION_RECORDS(
            Kind.WALK,
            "SELECT record_group, record_id, space, version, due, expires, document, ttl(document) AS document_ttl"
                    + " FROM integration_records"),
    PUT_INTEGRATION_DUE(
            Kind.WRITE,
            "INSERT INTO integration_due (hour, due, record_group, record_id) VALUES (?, ?, ?, ?) USING TTL ?"),
    SELECT_INTEGRATION_DUE(
            Kind.READ,
            "SELECT due, record_group, record_id FROM integration_due WHERE hour = ?"
                    + " AND (due, record_group, record_id) > (?, ?, ?) AND (due) <= (?) LIMIT ?"),
    DELETE_INTEGRATION_DUE(
            Kind.WRITE,
            "DELETE FROM integration_due WHERE hour = ? AND due = ? AND record_group = ? AND record_id = ?"),

    SELECT_ACCESS_TOKEN(
            Kind.READ, "SELECT hash, space, kind, owner, created, expires, document FROM access_tokens WHERE hash = ?"),
    ADD_ACCESS_TOKEN(
            Kind.CONDITION,
            "INSERT INTO access_tokens (hash, space, kind, owner, created, expires, document)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?) IF NOT EXISTS USING TTL ?"),
    EXTEND_ACCESS_TOKEN(
            Kind.CONDITION,
            "UPDATE access_tokens USING TTL ? SET space = ?, kind = ?, owner = ?, created = ?, expires = ?, document = ?"
                    + " WHERE hash = ? IF expires = ?"),
    RESEAL_ACCESS_TOKEN(
            Kind.CONDITION, "UPDATE access_tokens USING TTL ? SET document = ? WHERE hash = ? IF document = ?"),
    DELETE_ACCESS_TOKEN(Kind.CONDITION, "DELETE FROM access_tokens WHERE hash = ? IF EXISTS"),
    WALK_ACCESS_TOKENS(
            Kind.WALK,
            "SELECT hash, space, kind, owner, created, expires, document, ttl(document) AS document_ttl"
                    + " FROM access_tokens"),
    PUT_TOKEN_OF_OWNER(
            Kind.WRITE,
            "INSERT INTO access_tokens_by_owner (space, kind, owner, hash) VALUES (?, ?, ?, ?) USING TTL ?"),
    SELECT_TOKENS_OF_OWNER(
            Kind.READ,
            "SELECT hash FROM access_tokens_by_owner WHERE space = ? AND kind = ? AND owner = ? AND hash > ? LIMIT ?"),
    DELETE_TOKEN_OF_OWNER(
            Kind.WRITE, "DELETE FROM access_tokens_by_owner WHERE space = ? AND kind = ? AND owner = ? AND hash = ?"),

    SELECT_ACCOUNT(Kind.READ, "SELECT id, created_at, default_category, profile FROM accounts WHERE id = ?"),
    SELECT_ACCOUNT_IDS(Kind.READ, "SELECT id FROM account_ids WHERE part = 0 AND id > ? LIMIT ?"),
    CREATE_ACCOUNT(
            Kind.CONDITION,
            "INSERT INTO accounts (id, created_at, default_category, profile) VALUES (?, ?, ?, ?) IF NOT EXISTS"),
    PUT_ACCOUNT_ID(Kind.WRITE, "INSERT INTO account_ids (part, id) VALUES (0, ?)"),
    PUT_PROFILE(Kind.CONDITION, "UPDATE accounts SET default_category = ?, profile = ? WHERE id = ? IF EXISTS"),

    SELECT_KEY(
            Kind.READ,
            "SELECT hash, id, account, mode, label, scopes, created_at, expires_at, ended_at, replaced_by, last_used"
                    + " FROM api_keys WHERE hash = ?"),
    SELECT_KEY_ID(Kind.READ, "SELECT hash, account FROM api_key_ids WHERE id = ?"),
    SELECT_KEYS(
            Kind.READ,
            "SELECT id, hash FROM api_keys_by_account WHERE account = ? AND mode = ? AND (created_at, id) > (?, ?)"),
    COUNT_KEYS(Kind.COUNT, "SELECT count(*) FROM api_keys_by_account WHERE account = ? AND mode = ?"),
    CLAIM_KEY_ID(Kind.CONDITION, "INSERT INTO api_key_ids (id, hash, account) VALUES (?, ?, ?) IF NOT EXISTS"),
    RELEASE_KEY_ID(Kind.CONDITION, "DELETE FROM api_key_ids WHERE id = ? IF hash = ?"),
    CREATE_KEY(
            Kind.CONDITION,
            "INSERT INTO api_keys (hash, id, account, mode, label, scopes, created_at, expires_at, ended_at, replaced_by,"
                    + " last_used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) IF NOT EXISTS"),
    PUT_KEY_OF_ACCOUNT(
            Kind.WRITE, "INSERT INTO api_keys_by_account (account, mode, created_at, id, hash) VALUES (?, ?, ?, ?, ?)"),
    END_KEY(Kind.CONDITION, "UPDATE api_keys SET ended_at = ? WHERE hash = ? IF EXISTS"),
    REPLACE_KEY(
            Kind.CONDITION,
            "UPDATE api_keys SET ended_at = ?, replaced_by = ? WHERE hash = ? IF id = ? AND ended_at = null"),
    RESTORE_KEY(Kind.CONDITION, "UPDATE api_keys SET ended_at = ? WHERE hash = ? IF id = ? AND ended_at = ?"),
    TOUCH_KEY(Kind.CONDITION, "UPDATE api_keys SET last_used = ? WHERE hash = ? IF EXISTS"),
    DELETE_KEY(Kind.CONDITION, "DELETE FROM api_keys WHERE hash = ? IF EXISTS"),
    DELETE_KEY_OF_ACCOUNT(
            Kind.WRITE, "DELETE FROM api_keys_by_account WHERE account = ? AND mode = ? AND created_at = ? AND id = ?"),

    PUT_AUDIT(
            Kind.WRITE,
            "INSERT INTO audit (account, mode, id, happened_at, actor, action, key_id, new_key_id)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
    DELETE_AUDIT(Kind.WRITE, "DELETE FROM audit WHERE account = ? AND mode = ? AND id = ?"),
    TRIM_AUDIT(Kind.WRITE, "DELETE FROM audit WHERE account = ? AND mode = ? AND id < ?"),
    SELECT_AUDIT(
            Kind.READ,
            "SELECT id, happened_at, actor, action, key_id, new_key_id FROM audit"
                    + " WHERE account = ? AND mode = ? AND id < ? LIMIT ?"),
    SELECT_AUDIT_IDS(Kind.READ, "SELECT id FROM audit WHERE account = ? AND mode = ? LIMIT ?"),

    SELECT_FACT(Kind.READ, "SELECT value FROM installation WHERE name = ?"),
    PUT_INSTALLATION_FACT(Kind.WRITE, "INSERT INTO installation (name, value) VALUES (?, ?)"),
    KEEP_FACT(Kind.CONDITION, "INSERT INTO installation (name, value) VALUES (?, ?) IF NOT EXISTS"),

    WRITE_PROBE(Kind.WRITE, "INSERT INTO probe (number, probed_at) VALUES (1, ?)"),
    READ_PROBE(Kind.READ, "SELECT probed_at FROM probe WHERE number = 1");

    /** The kind of a statement, which decides how it is sent. */
    public enum Kind {
        READ,
        /** Reads that scan a whole partition. */
        COUNT,
        /** Reads a page of all there is: only for the archive. */
        WALK,
        /** An upsert or deletion that may be repeated. */
        WRITE,
        /** A write that depends on what is stored. It is slow, and only {@link ConditionalWrite} repeats it. */
        CONDITION,
        /** The same, decided among all data centres. */
        GUARDED,
        /** A read that precedes such a write. */
        GUARDED_READ
    }

    private final Kind kind;
    private final String cql;

    Statement(Kind kind, String cql) {
        this.kind = kind;
        this.cql = cql;
    }

    Kind kind() {
        return kind;
    }

    String cql() {
        return cql;
    }
}
