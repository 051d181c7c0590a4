package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Texts;

/** Maps Shopify webhooks. The topic is in an unsigned header, and only selects how the body is read. */
public final class ShopifyMapper {
    private static final String TOPIC = "X-Shopify-Topic";

    private final ShopifySettings settings;

    public ShopifyMapper(ShopifySettings settings) {
        this.settings = settings;
    }

    /** Returns what a webhook means. Never throws. */
    public Mapping map(Webhook webhook) {
        EventHead head = null;
        try {
            String topic = required(topic(webhook), TOPIC);
            EventJson body = EventJson.parse(webhook.body());
            String id = idOf(webhook.body());
            head = new EventHead(
                    id,
                    topic,
                    first(
                            body.time("updated_at"),
                            body.time("processed_at"),
                            body.time("created_at"),
                            body.time("initiated_at")),
                    mode(body.flag("test")));
            settings.common().requireMode(head.mode());
            return map(head, body);
        } catch (UnmappableEvent unmappable) {
            return unmappable.result(head);
        }
    }

    private Mapping map(EventHead head, EventJson body) throws UnmappableEvent {
        return switch (head.type()) {
            case "customers/redact", "customers/data_request", "shop/redact" ->
                new Mapping.Privacy(head, ShopifyPrivacy.map(head.type(), body));
            default -> new Mapping.Mapped(head, statements(head, body));
        };
    }

    private List<EventStatement> statements(EventHead head, EventJson body) throws UnmappableEvent {
        return switch (head.type()) {
            case "orders/create", "orders/paid", "orders/updated", "orders/cancelled" ->
                new ShopifyOrder(settings).map(body, head.id());
            case "order_transactions/create" -> ShopifyTransaction.map(body, settings.common());
            case "refunds/create" -> ShopifyTransaction.refunds(body, settings.common());
            case "fulfillments/create", "fulfillments/update" ->
                List.of(ShopifyFulfillment.map(body, settings.common()));
            case "disputes/create", "disputes/update" -> List.of(ShopifyDispute.map(body, head.id()));
            default -> throw new UnmappableEvent(Mapping.Reason.UNKNOWN_TYPE, head.type());
        };
    }

    private static @Nullable String topic(Webhook webhook) {
        String topic = webhook.header(TOPIC);
        return topic != null && Texts.isPrintable(topic) && topic.length() <= EventJson.LONGEST_ID ? topic : null;
    }

    /** Returns live or test; empty if the body does not state it, as with fulfillments and disputes. */
    static @Nullable Mode mode(@Nullable Boolean test) {
        if (test == null) {
            return null;
        }
        return test ? Mode.TEST : Mode.LIVE;
    }

    /** Shopify's own ids of a delivery are in unsigned headers, so the body is its own id. */
    private static String idOf(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
