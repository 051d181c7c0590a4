package org.orderevidence.installation;

import org.jspecify.annotations.Nullable;
import org.orderevidence.App;

/** Why an {@link App} could not be composed, in one line for the operator, who can mend it. */
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
     * @param cause the error behind it
     */
    public CannotStart(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
