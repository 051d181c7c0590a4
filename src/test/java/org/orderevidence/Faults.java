package org.orderevidence;

/** How often the tests of faults strike. */
public final class Faults {
    /** As many as there are nodes of a cluster, each of which dies once. */
    private static final int USUAL = 3;

    private Faults() {}

    /**
     * Rounds of a test: few in {@code ./check}, all in {@code ./check faults}, which sets {@code faults.full}.
     *
     * @param full how many are all
     */
    public static int rounds(int full) {
        return Boolean.getBoolean("faults.full") ? full : Math.min(full, USUAL);
    }
}
