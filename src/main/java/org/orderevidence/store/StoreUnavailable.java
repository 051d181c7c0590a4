package org.orderevidence.store;

/** The store could not be reached or refused: nothing of the write was kept. Safe to retry. */
public final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean overloaded;

    /**
     * @param message what failed, without personal data
     * @param cause the driver's own error
     */
    public StoreUnavailable(String message, Throwable cause) {
        super(message, cause);
        this.overloaded = false;
    }

    /**
     * @param message what failed, without personal data
     */
    public StoreUnavailable(String message) {
        this(message, false);
    }

    private StoreUnavailable(String message, boolean overloaded) {
        super(message);
        this.overloaded = overloaded;
    }

    /**
     * The store is well, but has more to do than its bounds allow.
     *
     * @param message which bound, without personal data
     */
    public static StoreUnavailable overloaded(String message) {
        return new StoreUnavailable("overloaded: " + message, true);
    }

    /** True when the store is well, but has too much to do. */
    public boolean isOverloaded() {
        return overloaded;
    }
}
