package org.orderevidence.store.cassandra;

/** The kind of a statement, which decides how it is sent. */
public enum StatementKind {
    READ,
    /** Reads that scan a whole partition. */
    COUNT,
    /** Reads a page of all there is. */
    WALK,
    /** An upsert or deletion that may be repeated. */
    WRITE,
    /**
     * A write that depends on what is stored, decided among all data centres. It is slow, and only
     * {@link ConditionalWrite} repeats it.
     */
    GUARDED,
    /** A read that precedes such a write. */
    GUARDED_READ
}
