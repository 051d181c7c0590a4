package org.orderevidence.http;

/**
 * How many errors and warnings one answer still spells out. All orders of an upload share one, so that the size of an
 * answer, and the memory that its faults need, do not grow with the number of orders. Not safe for two threads.
 */
final class FaultRoom {
    /** Most errors and warnings of one answer together. */
    static final int MOST = 200;

    /** Most warnings of one answer: an unknown field in every order must not hide the errors of the last one. */
    static final int MOST_WARNINGS = 100;

    private final int most;
    private int errors;
    private int warnings;
    private boolean truncated;

    FaultRoom() {
        this(MOST);
    }

    private FaultRoom(int most) {
        this.most = most;
    }

    /** Room for nothing: faults are counted only. */
    static FaultRoom none() {
        return new FaultRoom(0);
    }

    /** How many more errors are spelled out. */
    int errorsLeft() {
        return most - errors - warnings;
    }

    /** How many more warnings are spelled out. */
    int warningsLeft() {
        return Math.min(errorsLeft(), MOST_WARNINGS - warnings);
    }

    /** Takes the room of what an answer spells out. */
    void take(Read<?> read) {
        switch (read) {
            case Read.Good<?> good -> take(0, good.warnings().size(), good.truncated());
            case Read.Bad<?> bad -> take(bad.errors().size(), bad.warnings().size(), bad.truncated());
        }
    }

    /** True when the answer leaves out an error or a warning. */
    boolean isTruncated() {
        return truncated;
    }

    private void take(int newErrors, int newWarnings, boolean leavesOut) {
        errors += newErrors;
        warnings += newWarnings;
        truncated |= leavesOut;
    }
}
