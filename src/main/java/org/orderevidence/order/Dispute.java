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
     * The condition of a dispute whose network code is not known. It can be {@link #FRAUD_CARD_ABSENT}.
     */
    public static final String UNKNOWN_CONDITION = "unknown";

    /** The state of a dispute. */
    public enum Status {
        OPEN,
        WON,
        LOST,
        WITHDRAWN,
        /** Stopped before it became a chargeback. */
        PREVENTED
    }

    /** Returns false for a dispute that was withdrawn or prevented. It has no effect on a verdict. */
    public boolean isActive() {
        return switch (status) {
            case OPEN, WON, LOST -> true;
            case WITHDRAWN, PREVENTED -> false;
        };
    }

    /** True for fraud with the card absent. */
    public boolean isFraud() {
        return condition.equals(FRAUD_CARD_ABSENT);
    }

    /** Returns true if the network's code is not known. */
    public boolean isOfUnknownCondition() {
        return condition.equals(UNKNOWN_CONDITION);
    }
}
