package org.orderevidence.order;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A stored order with its later facts.
 *
 * @param order the order, composed of its parts
 * @param sources where its values come from
 * @param version grows with each change of the order, of a part of it, or of a later fact
 * @param uploadedAt when it was first stored
 * @param disputes by id
 * @param fraudReports by id
 */
public record StoredOrder(
        Order order,
        OrderSources sources,
        long version,
        Instant uploadedAt,
        List<Dispute> disputes,
        List<FraudReport> fraudReports) {
    /** Maximum number of disputes, and most fraud reports, of one order. */
    public static final int MAX_FACTS = 100;

    public StoredOrder {
        disputes = List.copyOf(disputes);
        fraudReports = List.copyOf(fraudReports);
    }

    /** Returns true if the payment was approved, and the money was not taken yet. */
    public boolean isUncaptured() {
        return sources.uncaptured() && order.charge().status() == Charge.Status.FAILED;
    }

    /** Returns the dispute of an ID; empty if there is none. */
    public Optional<Dispute> dispute(String id) {
        return disputes.stream()
                .filter(dispute -> dispute.disputeId().equals(id))
                .findFirst();
    }
}
