package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
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
    private static final Set<String> USED = Set.of(
            "customers/redact",
            "customers/data_request",
            "shop/redact",
            "orders/create",
            "orders/paid",
            "orders/updated",
            "orders/cancelled",
            "order_transactions/create",
            "refunds/create",
            "fulfillments/create",
            "fulfillments/update",
            "disputes/create",
            "disputes/update");

    private final ShopifySettings settings;

    public ShopifyMapper(ShopifySettings settings) {
        this.settings = settings;
    }

    /** Returns the id and type of a webhook without reading its body; empty if it has no topic. */
    public static @Nullable EventHead head(Webhook webhook) {
        String topic = topic(webhook);
        return topic == null ? null : new EventHead(idOf(topic, webhook.body()), topic, null, null);
    }

    /** Returns what a webhook means. Never throws. */
    public Mapping map(Webhook webhook) {
        EventHead head = null;
        try {
            String topic = required(topic(webhook), TOPIC);
            String id = idOf(topic, webhook.body());
            head = new EventHead(id, topic, null, null);
            EventJson body = EventJson.parse(webhook.body());
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

    /**
     * Shopify's own ids of a delivery are in unsigned headers, so topic and body are the id. All unused topics count as
     * one: a recorded body that is sent with many topics must not become many events.
     */
    private static String idOf(String topic, byte[] body) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((USED.contains(topic) ? topic : "").getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
            return HexFormat.of().formatHex(digest.digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
