package org.orderevidence.order.outcome;

/** What became of a dispute or fraud report. */
public enum FactOutcome {
    /** It was new. */
    CREATED,
    /** It replaced what was held under its id. */
    UPDATED,
    /** The same is stored, or a newer version of it. What is stated was not changed. */
    UNCHANGED,
    /** There is no such order; nothing was kept. */
    ORDER_NOT_FOUND,
    /** The order holds the most facts it may; nothing was kept. */
    TOO_MANY
}
