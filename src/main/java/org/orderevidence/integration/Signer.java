package org.orderevidence.integration;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.Bytes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Signs events as their platform does. */
public sealed interface Signer {
    /**
     * Returns the webhook of an event.
     *
     * @param now the time of sending
     */
    SignedRequest sign(UnsignedEvent event, Instant now);

    /**
     * Signs for Stripe: HMAC-SHA256 of time, dot and body.
     *
     * @param secret its key is the complete text
     */
    record OfStripe(SigningSecret secret) implements Signer {
        @Override
        public SignedRequest sign(UnsignedEvent event, Instant now) {
            byte[] body = event.bytes();
            String time = Long.toString(now.getEpochSecond());
            String hmac = HexFormat.of().formatHex(secret.sign((time + '.').getBytes(StandardCharsets.UTF_8), body));
            return new SignedRequest(
                    event.id(),
                    event.type(),
                    Map.of("Stripe-Signature", "t=" + time + ",v1=" + hmac),
                    Bytes.wrap(body));
        }
    }

    /**
     * Signs for Shopify: HMAC-SHA256 of the body. The topic is not signed.
     *
     * @param secret its key is the complete text
     */
    record OfShopify(SigningSecret secret) implements Signer {
        @Override
        public SignedRequest sign(UnsignedEvent event, Instant now) {
            byte[] body = event.bytes();
            String hmac = Base64.getEncoder().encodeToString(secret.sign(body));
            return new SignedRequest(
                    event.id(),
                    event.type(),
                    Map.of("X-Shopify-Topic", event.type(), "X-Shopify-Hmac-SHA256", hmac),
                    Bytes.wrap(body));
        }
    }

    /**
     * Signs for Adyen: HMAC-SHA256 of eight fields of each item, and user and password for the rest.
     *
     * @param secret its key is hexadecimal
     * @param user of HTTP basic authentication
     * @param password of HTTP basic authentication
     */
    record OfAdyen(SigningSecret secret, String user, String password) implements Signer {
        @Override
        public SignedRequest sign(UnsignedEvent event, Instant now) {
            ObjectNode signed = event.json().deepCopy();
            for (JsonNode wrapper : signed.path("notificationItems")) {
                ObjectNode item = (ObjectNode) wrapper.path("NotificationRequestItem");
                byte[] hmac = secret.sign(signedText(item).getBytes(StandardCharsets.UTF_8));
                item.withObject("additionalData")
                        .put("hmacSignature", Base64.getEncoder().encodeToString(hmac));
            }
            String basic = Base64.getEncoder().encodeToString((user + ':' + password).getBytes(StandardCharsets.UTF_8));
            return new SignedRequest(
                    event.id(),
                    event.type(),
                    Map.of("Authorization", "Basic " + basic),
                    Bytes.wrap(signed.toString().getBytes(StandardCharsets.UTF_8)));
        }

        private static String signedText(ObjectNode item) {
            JsonNode amount = item.path("amount");
            return String.join(
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
        }

        @Override
        public String toString() {
            return "[signer]";
        }
    }
}
