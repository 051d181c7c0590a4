package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Values;

/** Maps what follows a purchase at Shopify: how the goods were delivered, and disputes of Shopify Payments. */
final class ShopifyFacts {
    private ShopifyFacts() {}

    static EventStatement fulfillment(EventJson fulfillment, MapperSettings settings) throws UnmappableEvent {
        String id = required(fulfillment.id("id"), "id");
        // Without it, a recorded transaction that is sent with this topic would be a fulfillment: the topic is not
        // signed.
        if (!fulfillment.hasList("line_items")) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, "line_items");
        }
        long orderId = required(fulfillment.integer("order_id"), "order_id");
        Instant created = required(fulfillment.time("created_at"), "created_at");
        Instant updated = first(fulfillment.time("updated_at"), created);
        String status = fulfillment.line("status", EventJson.LONGEST_ID);
        String shipment = fulfillment.line("shipment_status", EventJson.LONGEST_ID);
        boolean delivered = "delivered".equals(shipment);
        return new EventStatement.OfPart(
                settings.part(
                        "fulfillment/" + id,
                        EventVersion.of(required(updated, "updated_at"), rank(status, delivered), id + shipment),
                        new PlatformObject(
                                PlatformObject.Kind.OTHER,
                                draft(fulfillment, created, delivered ? updated : null)
                                        .statement())),
                null,
                Shopify.ofOrder(orderId));
    }

    /** A fulfillment that was cancelled states nothing. */
    private static Values draft(EventJson fulfillment, Instant created, @Nullable Instant delivered) {
        if (!"success".equals(fulfillment.line("status", EventJson.LONGEST_ID))) {
            return new Values(OrderFields.ORDER);
        }
        return new Values(OrderFields.ORDER)
                .put(OrderFields.FULFILLED_AT, OrderTime.at(created))
                .put(OrderFields.DELIVERY_STATUS, fulfillment.lines("shipment_status"))
                .put(OrderFields.DELIVERY_CARRIER, fulfillment.lines("tracking_company"))
                .put(
                        OrderFields.DELIVERY_TRACKING_NUMBER,
                        fulfillment.longNumber("tracking_number", EventJson.LONGEST_TEXT))
                .put(OrderFields.DELIVERED_AT, delivered == null ? null : OrderTime.at(delivered));
    }

    /** Of two updates in one second: the cancellation is the newest, then the delivery. */
    private static int rank(@Nullable String status, boolean delivered) {
        if ("cancelled".equals(status)) {
            return 2;
        }
        return delivered ? 1 : 0;
    }

    private static final int LONGEST_AMOUNT = 32;

    /** A dispute has no date of its last change, so its stage alone makes one version newer than another. */
    static EventStatement dispute(EventJson dispute, String eventId) throws UnmappableEvent {
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
                                : Dispute.parseCondition(code).orElse(Dispute.UNKNOWN_CONDITION),
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
                amount == null || currency == null ? null : Shopify.money(amount, currency),
                dispute.line("reason", Dispute.Details.LONGEST_REASON),
                dispute.orderTime("evidence_sent_on"),
                null,
                null);
    }

    /**
     * A stage of a dispute.
     *
     * @param status what it means for the merchant
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
