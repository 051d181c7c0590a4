package org.orderevidence.evidence;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.orderevidence.order.IpSighting;

/**
 * The sighting that replaces an order's missing IP.
 *
 * @param sighting what was seen
 * @param distanceMinutes how far from the order, in whole minutes, 0 or more
 */
public record SightingChoice(IpSighting sighting, long distanceMinutes) {
    /**
     * The nearest sighting in the window; at equal distance the earlier; then the lower address. Empty when none lies
     * in the window.
     */
    public static Optional<SightingChoice> choose(SightingWindow window, List<IpSighting> sightings) {
        return sightings.stream()
                .filter(sighting -> window.contains(sighting.minute()))
                .min(Comparator.<IpSighting>comparingLong(sighting -> window.distance(sighting.minute()))
                        .thenComparingLong(IpSighting::minute)
                        .thenComparing(IpSighting::ip))
                .map(sighting -> new SightingChoice(sighting, window.distance(sighting.minute())));
    }
}
