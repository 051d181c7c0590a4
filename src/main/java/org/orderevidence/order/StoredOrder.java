package org.orderevidence.order;

import java.time.Instant;
import java.util.List;

/**
 * An order as it is kept, with its later facts.
 *
 * @param order the order
 * @param version grows with each change of the order
 * @param uploadedAt when this version was uploaded
 * @param disputes by id
 * @param fraudReports by id
 */
public record StoredOrder(
        Order order, long version, Instant uploadedAt, List<Dispute> disputes, List<FraudReport> fraudReports) {
    /** Most disputes, and most fraud reports, of one order. */
    public static final int MAX_FACTS = 100;

    public StoredOrder {
        disputes = List.copyOf(disputes);
        fraudReports = List.copyOf(fraudReports);
    }
}
