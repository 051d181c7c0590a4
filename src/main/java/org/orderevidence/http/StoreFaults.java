package org.orderevidence.http;

/** Decides what a throwable means for the answer. This package therefore depends on no store. */
@FunctionalInterface
public interface StoreFaults {
    /** Returns the kind of fault of this throwable. */
    Fault of(Throwable thrown);

    /** The kinds of faults of a store. */
    enum Fault {
        /** It is no fault of the store: a bug. */
        NONE,
        /** The store cannot be reached: nothing was kept. */
        UNAVAILABLE,
        /** Only a newer release, or another secret file, can read stored data. Other data may have been stored. */
        TOO_NEW,
        /** A record is damaged; the message says which. */
        DAMAGED,
        /** The store has more to do than it can: nothing was kept. */
        OVERLOADED,
        /** The store did not say whether it was kept. */
        UNKNOWN_OUTCOME
    }
}
