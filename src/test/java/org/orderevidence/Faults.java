package org.orderevidence;

/**
 * How often the tests of faults strike. Those with the tag {@code strikes} run in {@code ./check} too, where they strike
 * once or twice. Those with the tag {@code faults} run in {@code ./check faults} only, which sets {@code faults.full}.
 */
public final class Faults {
    private Faults() {}

    /**
     * Rounds of a test.
     *
     * @param usual how many in {@code ./check}
     * @param full how many in {@code ./check faults}
     */
    public static int rounds(int usual, int full) {
        return Boolean.getBoolean("faults.full") ? full : usual;
    }
}
