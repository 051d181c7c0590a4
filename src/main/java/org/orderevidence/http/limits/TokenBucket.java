package org.orderevidence.http.limits;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Limits how often something happens. Each time takes a token; tokens are added evenly. Thread-safe. */
record TokenBucket(AtomicLong full) {
    /**
     * @param now as {@link System#nanoTime} has it
     */
    TokenBucket(long now) {
        this(new AtomicLong(now));
    }

    /**
     * Takes a token, if there is one.
     *
     * @param price the time in which a token is added, in nanoseconds
     * @return nanoseconds until it is full again; if it has no token, the negative of those until it has one
     */
    long take(long now, long price, int most) {
        long whole = price * most;
        while (true) {
            long end = full.get();
            long missing = Math.clamp(end - now, 0, whole) + price;
            if (missing > whole) {
                return whole - missing;
            }
            if (full.compareAndSet(end, now + missing)) {
                return missing;
            }
        }
    }

    /** Returns whole seconds that are not shorter than a time, at least 1. */
    static long seconds(long nanos) {
        return Math.max(1, Math.ceilDiv(nanos, Duration.ofSeconds(1).toNanos()));
    }
}
