package org.orderevidence.order;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times as they are stored: whole microseconds since 1970. Smaller units are cut off. */
public final class Micros {
    private static final long PER_SECOND = 1_000_000;
    private static final long NANOS = 1_000;

    private Micros() {}

    /** Returns the number of a time. */
    public static long of(Instant time) {
        return time.getEpochSecond() * PER_SECOND + time.getNano() / NANOS;
    }

    /** Returns the number of a time; {@code null} of none. */
    public static @Nullable Long orNull(@Nullable Instant time) {
        return time == null ? null : (Long) of(time);
    }

    /** Returns the time of a number. */
    public static Instant time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Returns the time of a number; {@code null} of none. */
    public static @Nullable Instant timeOrNull(@Nullable Long micros) {
        return micros == null ? null : time(micros);
    }
}
