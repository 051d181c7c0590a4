package org.orderevidence.store.cassandra.cluster;

/** The kind of a statement, which decides how it is sent. */
public enum StatementKind {
    READ,
    /** Reads that scan a whole partition. */
    COUNT,
    /** Reads a page of all there is. */
    WALK,
    /** An upsert or deletion that may be repeated. */
    WRITE,
    /** A write that depends on what is stored. It is slow, and its caller repeats it. */
    CONDITION,
    /** The same, decided among all data centres. */
    GUARDED,
    /** A read that precedes such a write. */
    GUARDED_READ
}
