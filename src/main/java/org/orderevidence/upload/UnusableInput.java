package org.orderevidence.upload;

/** Thrown when no record of an input can be used. The message has the reason and the remedy. */
public final class UnusableInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isStarted;

    private UnusableInput(boolean isStarted, String message) {
        super(message);
        this.isStarted = isStarted;
    }

    /** Refuses an input before its first record is read. */
    public static UnusableInput atStart(String message) {
        return new UnusableInput(false, message);
    }

    /** Refuses an input after records of it were read. */
    static UnusableInput later(String message) {
        return new UnusableInput(true, message);
    }

    /** Returns true if records of the input were read before. */
    public boolean isStarted() {
        return isStarted;
    }
}
