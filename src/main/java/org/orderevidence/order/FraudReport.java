package org.orderevidence.order;

import org.jspecify.annotations.Nullable;

/**
 * An issuer's report to the network that a charge was fraud (a TC40), disputed or not.
 *
 * @param reportId 1 to 128 printable characters
 * @param typeCode the network's fraud type; null if not known
 */
public record FraudReport(
        String reportId, OrderTime reportedAt, @Nullable String typeCode) {}
