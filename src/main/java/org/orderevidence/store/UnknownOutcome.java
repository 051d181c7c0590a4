package org.orderevidence.store;

/**
 * It is unknown whether the store kept the write. Safe to retry: every write is an idempotent upsert by the merchant's
 * own ids. The message has no personal data.
 */
public final class UnknownOutcome extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnknownOutcome(String message, Throwable cause) {
        super(message, cause);
    }
}
