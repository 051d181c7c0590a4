package org.orderevidence.http.limits;

/** Thrown if the heap is too small for the configured limits. The message has the numbers and what to change. */
public final class LimitsDoNotFit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LimitsDoNotFit(String message) {
        super(message);
    }
}
