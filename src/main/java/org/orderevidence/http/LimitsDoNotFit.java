package org.orderevidence.http;

/** The heap is too small for the limits that are set. The message has the numbers and what to change. */
public final class LimitsDoNotFit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LimitsDoNotFit(String message) {
        super(message);
    }
}
