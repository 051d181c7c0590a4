package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.DisputeCondition;
import org.orderevidence.order.OrderTime;

/** Maps a dispute of Shopify Payments. */
final class ShopifyDispute {
    private static final int LONGEST_AMOUNT = 32;

    private ShopifyDispute() {}

    /** A dispute has no date of its last change, so its stage alone makes one version newer than another. */
    static EventStatement map(EventJson dispute, String eventId) throws UnmappableEvent {
        String id = required(dispute.id("id"), "id");
        Links links = Shopify.ofOrder(required(dispute.integer("order_id"), "order_id"));
        Instant initiated = required(dispute.time("initiated_at"), "initiated_at");
        if ("inquiry".equals(required(dispute.line("type", EventJson.LONGEST_ID), "type"))) {
            return new EventStatement.Inquiry(id, links);
        }
        String code = dispute.line("network_reason_code", EventJson.LONGEST_ID);
        Stage stage = stageOf(required(dispute.line("status", EventJson.LONGEST_ID), "status"));
        return new EventStatement.OfDispute(
                new Dispute(
                        id,
                        code == null
                                ? Dispute.UNKNOWN_CONDITION
                                : DisputeCondition.parse(code).orElse(Dispute.UNKNOWN_CONDITION),
                        OrderTime.at(initiated),
                        stage.status(),
                        details(dispute)),
                true,
                EventVersion.of(initiated, stage.rank(), eventId),
                links);
    }

    private static Dispute.Details details(EventJson dispute) throws UnmappableEvent {
        String amount = dispute.line("amount", LONGEST_AMOUNT);
        String currency = dispute.line("currency", LONGEST_AMOUNT);
        return new Dispute.Details(
                dispute.orderTime("evidence_due_by"),
                amount == null || currency == null ? null : ShopifyMoney.money(amount, currency),
                dispute.line("reason", Dispute.Details.LONGEST_REASON),
                dispute.orderTime("evidence_sent_on"),
                null,
                null);
    }

    /**
     * A stage of a dispute.
     *
     * @param rank greater for later stages
     */
    private record Stage(Dispute.Status status, int rank) {}

    /** A dispute that was accepted or ended by a refund is lost: the cardholder has the money. */
    private static Stage stageOf(String status) {
        return switch (status) {
            case "under_review" -> new Stage(Dispute.Status.OPEN, 1);
            case "charge_refunded", "accepted" -> new Stage(Dispute.Status.LOST, 2);
            case "prevented" -> new Stage(Dispute.Status.PREVENTED, 2);
            case "lost" -> new Stage(Dispute.Status.LOST, 3);
            case "won" -> new Stage(Dispute.Status.WON, 4);
            default -> new Stage(Dispute.Status.OPEN, 0);
        };
    }
}
