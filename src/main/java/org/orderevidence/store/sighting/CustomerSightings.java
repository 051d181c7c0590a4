package org.orderevidence.store.sighting;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.IpSighting;

/**
 * All sightings of a customer in some time, from which searches within that time are answered.
 *
 * @param ascending by minute, within a minute by address key
 */
record CustomerSightings(List<IpSighting> ascending) {
    private static final long NONE = Long.MIN_VALUE;

    CustomerSightings {
        ascending = List.copyOf(ascending);
    }

    /** See {@code EvidenceStore.sightings}. */
    List<IpSighting> nearest(SightingSearch search) {
        long before = NONE;
        long inside = NONE;
        long after = NONE;
        for (IpSighting sighting : ascending) {
            long minute = sighting.minute();
            if (minute < search.earliest() || minute > search.latest()) {
                continue;
            }
            if (minute < search.spanFrom()) {
                before = minute;
            } else if (minute <= search.spanUntil()) {
                inside = inside == NONE ? minute : inside;
            } else {
                after = after == NONE ? minute : after;
            }
        }
        List<IpSighting> nearest = new ArrayList<>();
        for (IpSighting sighting : ascending) {
            long minute = sighting.minute();
            if (minute == before || minute == inside || minute == after) {
                nearest.add(sighting);
            }
        }
        return nearest;
    }
}
