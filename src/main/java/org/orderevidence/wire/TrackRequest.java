package org.orderevidence.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;

/**
 * A sighting to be recorded.
 *
 * @param email the customer
 * @param ip where the customer was seen
 * @param observedAt when; null for now
 */
public record TrackRequest(
        Email email, IpAddress ip, @Nullable Instant observedAt) {}
