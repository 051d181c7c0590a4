package org.orderevidence.service;

import java.time.Duration;
import java.time.Instant;
import org.orderevidence.evidence.coverage.Coverage;

/**
 * A coverage that was computed.
 *
 * @param computedAt when its computation started: later changes of orders may be missing
 * @param took how long the computation lasted, with its rests
 * @param coverage the result
 */
public record ComputedCoverage(Instant computedAt, Duration took, Coverage coverage) {
    /** The most orders for which the coverage is at most an hour old. */
    private static final long MOST_HOURLY = 100_000;

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration HOURLY = Duration.ofMinutes(30);
    private static final Duration DAILY = Duration.ofHours(12);

    /** How long the stored coverage of a space without orders is good enough. */
    static final Duration EMPTY_FOR = Duration.ofMinutes(30);

    /** How many times as long as the computation the time to the next one is, within the limits above. */
    private static final int TIMES = 10;

    /** Returns when it is to be computed again: soon if that is quick. */
    Instant due() {
        Duration longest = coverage.disputable() <= MOST_HOURLY ? HOURLY : DAILY;
        Duration wanted = took.multipliedBy(TIMES);
        Duration after = wanted.compareTo(SHORTEST) < 0 ? SHORTEST : wanted;
        return computedAt.plus(after.compareTo(longest) < 0 ? after : longest);
    }

    /** Returns true if there was nothing to count. */
    boolean isEmpty() {
        return coverage.disputable() == 0 && coverage.left().equals(new Coverage.Left(0, 0, 0));
    }
}
