package org.orderevidence.store.cassandra;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times in cells and in time stamps of writes: microseconds since 1970. Smaller units are cut off. */
public final class Times {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;

    private Times() {}

    public static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS_PER_SECOND + instant.getNano() / NANOS_PER_MICRO;
    }

    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
