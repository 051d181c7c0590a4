package org.orderevidence.store.sighting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;

/**
 * Answers searches from all sightings of their customers, as far as these are few: nearly all are, and to read them at
 * once costs a store less than to make each search by itself.
 */
public final class FewSightings {
    private final Map<KeyedHash, CustomerSightings> customers = new HashMap<>();

    /**
     * Takes what was read of a span, unless that is not few.
     *
     * @param ascending by minute, within a minute by address key; all, or the first {@value SightingSpan#MOST} or more
     */
    public void add(SightingSpan span, List<IpSighting> ascending) {
        if (ascending.size() < SightingSpan.MOST) {
            customers.put(span.customer(), new CustomerSightings(ascending));
        }
    }

    /** The searches that are to be made by themselves, in their order. */
    public List<SightingSearch> others(List<SightingSearch> searches) {
        return searches.stream()
                .filter(search -> !customers.containsKey(search.customer()))
                .toList();
    }

    /**
     * The answer to each search, in its place.
     *
     * @param ofOthers the answers to {@link #others}, in their order
     */
    public List<List<IpSighting>> answers(List<SightingSearch> searches, List<List<IpSighting>> ofOthers) {
        Iterator<List<IpSighting>> others = ofOthers.iterator();
        List<List<IpSighting>> found = new ArrayList<>(searches.size());
        for (SightingSearch search : searches) {
            CustomerSightings customer = customers.get(search.customer());
            found.add(customer != null ? customer.nearest(search) : others.next());
        }
        return found;
    }
}
