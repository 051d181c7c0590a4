package org.orderevidence.store.sql;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times in columns: microseconds since 1970. Smaller units are cut off. */
public final class Times {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private Times() {}

    public static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant.truncatedTo(ChronoUnit.MICROS));
    }

    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
    }
}
