package org.orderevidence.wire;

/**
 * How many more errors and warnings one answer may list. All orders of an upload share one instance. Each order lists
 * its first error, whatever the others list: a sender must see why an order was rejected. Not thread-safe.
 */
public final class FaultRoom {
    /** Maximum number of errors and warnings of one answer together, without the first error of each order. */
    public static final int MOST = 200;

    /**
     * Maximum number of warnings of one answer: an unknown field in every order must not hide the errors of the last
     * one.
     */
    static final int MOST_WARNINGS = 100;

    private final int most;
    private int errors;
    private int warnings;
    private boolean errorsTruncated;
    private boolean warningsTruncated;

    public FaultRoom() {
        this(MOST);
    }

    private FaultRoom(int most) {
        this.most = most;
    }

    /** Returns an instance without room: faults are only counted. */
    public static FaultRoom none() {
        return new FaultRoom(0);
    }

    /** How many more errors one order may list: at least its first one. */
    int errorsLeft() {
        return most == 0 ? 0 : Math.max(most - errors - warnings, 1);
    }

    /** How many more warnings may be listed. */
    int warningsLeft() {
        return Math.max(0, Math.min(most - errors - warnings, MOST_WARNINGS - warnings));
    }

    /** Uses room for the errors and warnings that an answer lists. */
    public void take(Read<?> read) {
        switch (read) {
            case Read.Good<?> good -> take(0, good.warnings().size(), false, good.warningsTruncated());
            case Read.Bad<?> bad ->
                take(bad.errors().size(), bad.warnings().size(), bad.errorsTruncated(), bad.warningsTruncated());
        }
    }

    /** Returns true if the answer leaves out an error. */
    public boolean isErrorsTruncated() {
        return errorsTruncated;
    }

    /** Returns true if the answer leaves out a warning. */
    public boolean isWarningsTruncated() {
        return warningsTruncated;
    }

    private void take(int newErrors, int newWarnings, boolean leavesOutErrors, boolean leavesOutWarnings) {
        errors += newErrors;
        warnings += newWarnings;
        errorsTruncated |= leavesOutErrors;
        warningsTruncated |= leavesOutWarnings;
    }
}
