package org.orderevidence.store.sighting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.KeyedHash;

/**
 * The time of all searches for one customer, which are answered from what it holds: see {@link CustomerSightings}.
 *
 * @param customer key of the customer
 * @param earliest first minute
 * @param latest last minute
 */
public record SightingSpan(KeyedHash customer, long earliest, long latest) {
    /**
     * Most sightings of a span that are read before each search is made by itself: a search costs as much as twenty
     * rows, and nearly all customers have fewer than this.
     */
    public static final int MOST = 256;

    /** One span for each customer. */
    public static List<SightingSpan> of(List<SightingSearch> searches) {
        Map<KeyedHash, SightingSpan> spans = new LinkedHashMap<>();
        for (SightingSearch search : searches) {
            spans.merge(
                    search.customer(),
                    new SightingSpan(search.customer(), search.earliest(), search.latest()),
                    SightingSpan::and);
        }
        return List.copyOf(spans.values());
    }

    private SightingSpan and(SightingSpan other) {
        return new SightingSpan(customer, Math.min(earliest, other.earliest), Math.max(latest, other.latest));
    }
}
