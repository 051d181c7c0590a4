package org.orderevidence.installation;

import org.jspecify.annotations.Nullable;

/** Why the service or a command could not start, in one line. The operator can fix the cause. */
public final class CannotStart extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what is wrong and what to do, without secrets
     */
    public CannotStart(String message) {
        this(message, null);
    }

    /**
     * @param message what is wrong and what to do, without secrets
     */
    public CannotStart(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
