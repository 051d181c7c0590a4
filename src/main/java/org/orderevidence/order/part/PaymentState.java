package org.orderevidence.order.part;

import org.orderevidence.order.Charge;

/** The progress of a payment, as a source states it, best first. If one source has several charges,
 * the best one counts. */
public enum PaymentState {
    /** The cardholder paid. */
    CAPTURED(Charge.Status.SUCCEEDED),
    /** The issuer approved it, and the money was not taken yet. It counts as failed until it is captured. */
    UNCAPTURED(Charge.Status.FAILED),
    /** Declined, expired or cancelled. */
    FAILED(Charge.Status.FAILED);

    private final Charge.Status status;

    PaymentState(Charge.Status status) {
        this.status = status;
    }

    public Charge.Status status() {
        return status;
    }

    /** Returns the state that an uploaded status means. */
    public static PaymentState of(Charge.Status status) {
        return switch (status) {
            case SUCCEEDED -> CAPTURED;
            case FAILED -> FAILED;
        };
    }
}
