package org.orderevidence.order;

/** The outcome of writing a dispute or fraud report. */
public enum FactOutcome {
    /** It was new. */
    CREATED,
    /** It replaced the stored fact with the same id. */
    UPDATED,
    /** The same is stored, or a newer version of it. Nothing was changed. */
    UNCHANGED,
    /** There is no such order; nothing was kept. */
    ORDER_NOT_FOUND,
    /** The order was erased before; nothing was kept. */
    ERASED,
    /** The order holds the most facts it may; nothing was kept. */
    TOO_MANY,
    /** Another fact is stored than the caller expected; nothing was changed. */
    CONFLICT
}
