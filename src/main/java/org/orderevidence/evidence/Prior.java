package org.orderevidence.evidence;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.OrderId;

/**
 * Another order on the disputed order's credential, as it was read.
 *
 * @param id the order
 * @param facts what is kept of it
 * @param disputes the active disputes on record
 * @param fraudReported true if a fraud report is on record
 * @param ipStandIn what replaces the IP it does not have; null if nothing does
 */
public record Prior(
        OrderId id,
        PriorFacts facts,
        ActiveDisputes disputes,
        boolean fraudReported,
        @Nullable IpStandIn ipStandIn) {}
