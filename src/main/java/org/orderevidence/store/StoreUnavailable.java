package org.orderevidence.store;

import org.jspecify.annotations.Nullable;

/** The store could not be reached or refused: nothing of the write was kept. Safe to retry. */
public final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    private enum Kind {
        UNREACHABLE,
        OVERLOADED,
        DAMAGED
    }

    /**
     * @param message what failed, without personal data
     * @param cause the driver's own error
     */
    public StoreUnavailable(String message, Throwable cause) {
        this(message, cause, Kind.UNREACHABLE);
    }

    /**
     * @param message what failed, without personal data
     */
    public StoreUnavailable(String message) {
        this(message, null, Kind.UNREACHABLE);
    }

    private StoreUnavailable(String message, @Nullable Throwable cause, Kind kind) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * A part of the store's files is damaged: what is there cannot be read.
     *
     * @param message what failed, without personal data
     * @param cause the driver's own error
     */
    public static StoreUnavailable damaged(String message, Throwable cause) {
        return new StoreUnavailable(message, cause, Kind.DAMAGED);
    }

    /**
     * The store is well, but has more to do than its bounds allow.
     *
     * @param message which bound, without personal data
     */
    public static StoreUnavailable overloaded(String message) {
        return new StoreUnavailable("overloaded: " + message, null, Kind.OVERLOADED);
    }

    /** True when the store is well, but has too much to do. */
    public boolean isOverloaded() {
        return kind == Kind.OVERLOADED;
    }

    /** True when a part of the store's files is damaged. */
    public boolean isDamaged() {
        return kind == Kind.DAMAGED;
    }
}
