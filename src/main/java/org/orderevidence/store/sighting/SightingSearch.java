package org.orderevidence.store.sighting;

import org.orderevidence.order.KeyedHash;

/**
 * Looks for the sightings of a customer nearest to a span of time. All in UTC minutes counted from 1970, both ends
 * included; {@code earliest <= spanFrom <= spanUntil <= latest}.
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

    public SightingSearch {
        if (earliest > spanFrom || spanFrom > spanUntil || spanUntil > latest) {
            throw new IllegalArgumentException("the span lies within the bounds");
        }
    }
}
