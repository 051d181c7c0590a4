package org.orderevidence.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Webhook;
import org.orderevidence.sealing.Hmac;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Signs webhooks as the platforms do. */
public final class SignedWebhooks {
    public static final String ADYEN_USER = "adyen";
    public static final String ADYEN_PASSWORD = "a password";

    private SignedWebhooks() {}

    /** Returns the value of the header {@code Stripe-Signature}. */
    public static String stripeSignature(String secret, byte[] body, Instant at) {
        String time = Long.toString(at.getEpochSecond());
        byte[] hmac =
                hmac(secret.getBytes(StandardCharsets.UTF_8), (time + ".").getBytes(StandardCharsets.UTF_8), body);
        return "t=" + time + ",v1=" + HexFormat.of().formatHex(hmac);
    }

    public static Webhook stripe(String secret, byte[] body, Instant at) {
        return new Webhook(Map.of("Stripe-Signature", stripeSignature(secret, body, at)), body);
    }

    /** Returns the value of the header {@code X-Shopify-Hmac-SHA256}. */
    public static String shopifySignature(String secret, byte[] body) {
        return Base64.getEncoder().encodeToString(hmac(secret.getBytes(StandardCharsets.UTF_8), body));
    }

    public static Webhook shopify(String secret, String topic, byte[] body) {
        return new Webhook(
                Map.of("X-Shopify-Topic", topic, "X-Shopify-Hmac-SHA256", shopifySignature(secret, body)), body);
    }

    /** Returns a notification with a signature in each item. */
    public static byte[] adyenBody(String hexKey, byte[] unsigned) {
        ObjectNode notification = (ObjectNode) JsonMapper.shared().readTree(unsigned);
        for (JsonNode wrapper : notification.path("notificationItems")) {
            ObjectNode item = (ObjectNode) wrapper.path("NotificationRequestItem");
            JsonNode amount = item.path("amount");
            String signed = String.join(
                    ":",
                    List.of(
                            item.path("pspReference").asString(""),
                            item.path("originalReference").asString(""),
                            item.path("merchantAccountCode").asString(""),
                            item.path("merchantReference").asString(""),
                            amount.path("value").asString(""),
                            amount.path("currency").asString(""),
                            item.path("eventCode").asString(""),
                            item.path("success").asString("")));
            byte[] hmac = hmac(HexFormat.of().parseHex(hexKey), signed.getBytes(StandardCharsets.UTF_8));
            ObjectNode additional = item.has("additionalData")
                    ? (ObjectNode) item.path("additionalData")
                    : item.putObject("additionalData");
            additional.put("hmacSignature", Base64.getEncoder().encodeToString(hmac));
        }
        return notification.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] hmac(byte[] key, byte[]... parts) {
        Mac mac = Hmac.keyed(key);
        for (byte[] part : parts) {
            mac.update(part);
        }
        return mac.doFinal();
    }

    /** Returns the value of the header {@code Authorization}. */
    public static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Receives a webhook as the server does. Returns false if it is not verified; then nothing was stored. */
    public static boolean receive(WebhookReceiver receiver, Integration integration, Webhook webhook) {
        List<InboxEvent> events = receiver.verified(integration, webhook);
        if (events.isEmpty()) {
            events = receiver.changed(integration)
                    .map(changed -> receiver.verified(changed, webhook))
                    .orElse(events);
        }
        receiver.store(integration, events);
        return !events.isEmpty();
    }
}
