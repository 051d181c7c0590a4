package org.orderevidence.order;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stored order with its later facts.
 *
 * @param order the order, composed of its parts
 * @param sources where its values come from
 * @param version grows with each change of the order, of a part of it, or of a later fact
 * @param disputes by id
 * @param fraudReports by id
 * @param hold why nothing removes it; {@code null} if it is not held
 */
public record StoredOrder(
        Order order,
        OrderSources sources,
        long version,
        Instant uploadedAt,
        List<Dispute> disputes,
        List<FraudReport> fraudReports,
        @Nullable Hold hold) {
    /** Maximum number of disputes, and most fraud reports, of one order. */
    public static final int MAX_FACTS = 100;

    /** An order that is not held. */
    public StoredOrder(
            Order order,
            OrderSources sources,
            long version,
            Instant uploadedAt,
            List<Dispute> disputes,
            List<FraudReport> fraudReports) {
        this(order, sources, version, uploadedAt, disputes, fraudReports, null);
    }

    /** Returns the ID of the order that has the purchase now. */
    public OrderId current() {
        return Objects.requireNonNullElse(sources.movedTo(), order.id());
    }

    public boolean isMoved() {
        return sources.movedTo() != null;
    }

    /** Returns the disputes that have an effect on a verdict, in a list of their own. */
    public List<Dispute> activeDisputes() {
        List<Dispute> active = new ArrayList<>(disputes);
        active.removeIf(dispute -> !dispute.isActive());
        return active;
    }

    /** Returns true if a dispute of it is not decided. */
    public boolean hasOpenDispute() {
        return disputes.stream().anyMatch(dispute -> dispute.status() == Dispute.Status.OPEN);
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

    /**
     * Which sources the values of an order come from.
     *
     * @param fields for each field, by its name in an upload, the name of the source whose value counts; in the sequence in
     *     which callers see them. Not copied
     * @param mismatched the parts whose amount or currency differs from the order's: source, blank, object
     * @param uncaptured true if the payment was approved and not captured yet
     * @param paymentMethod how the customer paid, such as {@code apple_pay}; empty for a card without a wallet, and if no
     *     platform states it
     * @param movedTo the order that has the purchase now; empty unless its parts were moved. An order that was moved has
     *     nothing except its amount and date, and is never shown
     */
    public record OrderSources(
            Map<String, String> fields,
            List<String> mismatched,
            boolean uncaptured,
            @Nullable String paymentMethod,
            @Nullable OrderId movedTo) {
        /** No source states anything. */
        public static final OrderSources NONE = new OrderSources(Map.of(), List.of(), false, null, null);
    }
}
