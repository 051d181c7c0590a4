package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Values;

/** Maps a Shopify fulfillment: how the goods were delivered. */
final class ShopifyFulfillment {
    private ShopifyFulfillment() {}

    static EventStatement map(EventJson fulfillment, MapperSettings settings) throws UnmappableEvent {
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
}
