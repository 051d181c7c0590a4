package org.orderevidence.order.part;

/**
 * A part that states fields of the order.
 *
 * @param key its key
 * @param version its version
 * @param statement what it states
 */
record Stated(PartKey key, long version, Statement statement) {
    /** Returns the same part of a charge with the amount, state, settlement and ARN that another part states later. */
    Stated updatedBy(Stated later) {
        StatedCharge charge = statement.charge().updatedBy(later.statement.charge());
        return new Stated(key, version, new Statement(charge, statement.customer(), statement.receipt()));
    }
}
