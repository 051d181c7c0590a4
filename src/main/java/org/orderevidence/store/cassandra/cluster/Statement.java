package org.orderevidence.store.cassandra.cluster;

/**
 * All statements on data. Each uses one partition, except the walks of the archive. Parameters are in the order of the
 * question marks.
 */
public enum Statement {
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
                    + " FROM pending");

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
