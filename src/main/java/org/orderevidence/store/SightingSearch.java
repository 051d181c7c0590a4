package org.orderevidence.store;

import java.time.Instant;
import org.orderevidence.order.KeyedHash;

/**
 * Looks for the sightings of a customer nearest to a span of time. All in UTC minutes counted from 1970, both ends
 * included; {@code earliest <= spanFrom <= spanUntil <= latest}. There are no sightings before 1900 or after 2100, so
 * times are cut to these years.
 *
 * @param customer key of the customer's e-mail
 * @param earliest first minute that counts
 * @param spanFrom first minute of the span
 * @param spanUntil last minute of the span
 * @param latest last minute that counts
 */
public record SightingSearch(KeyedHash customer, long earliest, long spanFrom, long spanUntil, long latest) {
    /** Maximum number of addresses that are read of one minute. */
    public static final int MAX_PER_MINUTE = 1_000;

    static final long FIRST_MINUTE = Instant.parse("1900-01-01T00:00:00Z").getEpochSecond() / 60;
    static final long LAST_MINUTE = Instant.parse("2100-12-31T23:59:00Z").getEpochSecond() / 60;

    public SightingSearch {
        if (earliest > spanFrom || spanFrom > spanUntil || spanUntil > latest) {
            throw new IllegalArgumentException("the span lies within the bounds");
        }
        earliest = Math.clamp(earliest, FIRST_MINUTE, LAST_MINUTE);
        spanFrom = Math.clamp(spanFrom, FIRST_MINUTE, LAST_MINUTE);
        spanUntil = Math.clamp(spanUntil, FIRST_MINUTE, LAST_MINUTE);
        latest = Math.clamp(latest, FIRST_MINUTE, LAST_MINUTE);
    }
}
