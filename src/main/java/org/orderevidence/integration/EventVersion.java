package org.orderevidence.integration;

import java.time.Instant;

/**
 * Makes the version of a part, dispute or fraud report: microseconds since 1970, greater for newer events. Platforms
 * state whole seconds. The microseconds below the second therefore hold the tie-break between events of one second.
 */
public final class EventVersion {
    /** The greatest rank. */
    public static final int MAX_RANK = 999;

    private static final long MICROS = 1_000_000;
    private static final int TIES = 1_000;

    private EventVersion() {}

    /**
     * Returns the version of an event.
     *
     * @param time when it happened; fractions of a second do not count
     * @param rank 0 to {@value #MAX_RANK}: of two events of one second, the one with the greater rank is newer
     * @param tie what makes two events of one second and one rank different, such as the event's id. Which of them is
     *     newer does not depend on the order of arrival
     */
    public static long of(Instant time, int rank, String tie) {
        if (rank < 0 || rank > MAX_RANK) {
            throw new IllegalArgumentException("a rank is 0 to " + MAX_RANK);
        }
        return time.getEpochSecond() * MICROS + (long) rank * TIES + Math.floorMod(tie.hashCode(), TIES);
    }
}
