package org.orderevidence.store;

/**
 * A store that must not be opened. Its schema is newer than this program, it is not an evidence store, or it lacks a
 * required guarantee. Only the operator can fix that, and the message says how. A retry does not help.
 */
public final class StoreRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreRefused(String message) {
        super(message);
    }

    public StoreRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
