package org.orderevidence.order;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A customer seen at an IP address at a time, without an order. Which customer is not in it: sightings are kept under
 * the customer's key.
 *
 * @param ip a public address
 */
public record IpSighting(IpAddress ip, Instant observedAt) {
    /** The UTC minute of the sighting, counted from 1970: times of sightings compare in whole minutes. */
    public long minute() {
        return Math.floorDiv(
                observedAt.getEpochSecond(), ChronoUnit.MINUTES.getDuration().toSeconds());
    }
}
