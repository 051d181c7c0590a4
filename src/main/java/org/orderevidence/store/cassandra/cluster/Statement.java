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
