package org.orderevidence.store;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store cannot be reached or refuses an operation. Nothing of a write was stored, so a retry is safe. The
 * message has no personal data.
 */
public final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    private enum Kind {
        UNREACHABLE,
        OVERLOADED,
        DAMAGED
    }

    public StoreUnavailable(String message, Throwable cause) {
        this(message, cause, Kind.UNREACHABLE);
    }

    public StoreUnavailable(String message) {
        this(message, null, Kind.UNREACHABLE);
    }

    private StoreUnavailable(String message, @Nullable Throwable cause, Kind kind) {
        super(message, cause);
        this.kind = kind;
    }

    /** Returns the error for a damaged part of the store's files, which cannot be read. */
    public static StoreUnavailable damaged(String message, Throwable cause) {
        return new StoreUnavailable(message, cause, Kind.DAMAGED);
    }

    /** The store is well, but has more to do than its bounds allow. */
    public static StoreUnavailable overloaded(String message) {
        return new StoreUnavailable("overloaded: " + message, null, Kind.OVERLOADED);
    }

    /** Returns true if the store is well, but has too much to do. */
    public boolean isOverloaded() {
        return kind == Kind.OVERLOADED;
    }

    /** Returns true if a part of the store's files is damaged. */
    public boolean isDamaged() {
        return kind == Kind.DAMAGED;
    }
}
