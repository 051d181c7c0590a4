package org.orderevidence.order;

/**
 * A cardholder's claim at the network about one order.
 *
 * @param disputeId the merchant's or processor's id of it, 1 to 128 printable characters
 * @param condition the network's code, such as {@code 10.4}, in the form that {@code card.DisputeCondition} accepts, or
 *     {@link #UNKNOWN_CONDITION}; older stored values were not checked
 * @param openedAt when it was raised
 * @param status its current status
 */
public record Dispute(String disputeId, String condition, OrderTime openedAt, Status status) {
    /** Visa's condition for fraud with the card absent: the one that compelling evidence answers. */
    public static final String FRAUD_CARD_ABSENT = "10.4";

    /**
     * The condition of a dispute for which an integration received no code of the network. Such a dispute excludes a
     * prior, and is not {@link #FRAUD_CARD_ABSENT}. The HTTP interface refuses it.
     */
    public static final String UNKNOWN_CONDITION = "unknown";

    /** The state of a dispute. */
    public enum Status {
        OPEN,
        WON,
        LOST,
        WITHDRAWN
    }

    /** A withdrawn dispute counts for nothing. */
    public boolean counts() {
        return status != Status.WITHDRAWN;
    }

    /** True for fraud with the card absent. */
    public boolean isFraud() {
        return condition.equals(FRAUD_CARD_ABSENT);
    }
}
