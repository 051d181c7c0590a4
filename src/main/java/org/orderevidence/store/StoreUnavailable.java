package org.orderevidence.store;

/** The store could not be reached or refused: nothing of the write was kept. Safe to retry. */
public final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed, without personal data
     * @param cause the driver's own error
     */
    public StoreUnavailable(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * @param message what failed, without personal data
     */
    public StoreUnavailable(String message) {
        super(message);
    }
}
