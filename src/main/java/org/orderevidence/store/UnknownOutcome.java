package org.orderevidence.store;

/**
 * It is unknown whether the store kept the write. Safe to retry:
 * every write is an idempotent upsert by the merchant's
 * own ids.
 */
public final class UnknownOutcome extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed, without personal data
     */
    public UnknownOutcome(String message, Throwable cause) {
        super(message, cause);
    }
}
