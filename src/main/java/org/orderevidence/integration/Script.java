package org.orderevidence.integration;

import java.time.Instant;
import java.util.List;

/**
 * What happens in a scenario, in order of time.
 *
 * @param events what the platform sends
 * @param sightings what the merchant's server tracks, because the platform does not send it
 * @param purchases what was bought; the last one is what the scenario is about
 * @param expected what becomes of the last purchase
 */
public record Script(
        List<UnsignedEvent> events, List<Sighting> sightings, List<Purchase> purchases, Expected expected) {
    public Script {
        events = List.copyOf(events);
        sightings = List.copyOf(sightings);
        purchases = List.copyOf(purchases);
    }

    /**
     * A customer seen at an IP address. {@link #toString} hides everything.
     *
     * @param email the e-mail address
     * @param ip the IP address
     * @param at when
     */
    public record Sighting(String email, String ip, Instant at) {
        @Override
        public String toString() {
            return "[sighting]";
        }
    }

    /**
     * What the order of the last purchase states when all events are mapped.
     *
     * @param refunded minor units that were refunded
     * @param disputes how many disputes it has
     * @param fraudReports how many fraud reports it has
     * @param isEligible true if the earlier purchases are compelling evidence for it
     */
    public record Expected(long refunded, int disputes, int fraudReports, boolean isEligible) {}
}
