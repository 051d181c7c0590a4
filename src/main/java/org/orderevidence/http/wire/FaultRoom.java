package org.orderevidence.http.wire;

/**
 * How many more errors and warnings one answer may list. All orders of an upload share one instance. Therefore the size
 * of an answer and the memory of its faults do not grow with the number of orders. Not thread-safe.
 */
public final class FaultRoom {
    /** Maximum number of errors and warnings of one answer together. */
    public static final int MOST = 200;

    /**
     * Maximum number of warnings of one answer: an unknown field in every order must not hide the errors of the last
     * one.
     */
    static final int MOST_WARNINGS = 100;

    private final int most;
    private int errors;
    private int warnings;
    private boolean truncated;

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

    /** How many more errors may be listed. */
    int errorsLeft() {
        return most - errors - warnings;
    }

    /** How many more warnings may be listed. */
    int warningsLeft() {
        return Math.min(errorsLeft(), MOST_WARNINGS - warnings);
    }

    /** Uses room for the errors and warnings that an answer lists. */
    public void take(Read<?> read) {
        switch (read) {
            case Read.Good<?> good -> take(0, good.warnings().size(), good.truncated());
            case Read.Bad<?> bad -> take(bad.errors().size(), bad.warnings().size(), bad.truncated());
        }
    }

    /** Returns true if the answer leaves out an error or a warning. */
    public boolean isTruncated() {
        return truncated;
    }

    private void take(int newErrors, int newWarnings, boolean leavesOut) {
        errors += newErrors;
        warnings += newWarnings;
        truncated |= leavesOut;
    }
}
