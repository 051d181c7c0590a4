package org.orderevidence.webhook;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventState;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.SecretText;
import org.orderevidence.integration.SignatureCheck;
import org.orderevidence.integration.SigningSecret;
import org.orderevidence.integration.SigningSecrets;
import org.orderevidence.integration.Webhook;
import org.orderevidence.integration.adyen.AdyenItem;
import org.orderevidence.integration.adyen.AdyenMapper;
import org.orderevidence.integration.adyen.AdyenNotification;
import org.orderevidence.integration.adyen.AdyenSettings;
import org.orderevidence.integration.adyen.BasicCredentials;
import org.orderevidence.integration.shopify.ShopifyMapper;
import org.orderevidence.integration.shopify.ShopifySettings;
import org.orderevidence.integration.shopify.ShopifySignature;
import org.orderevidence.integration.stripe.StripeMapper;
import org.orderevidence.integration.stripe.StripeSettings;
import org.orderevidence.integration.stripe.StripeSignature;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Platform;

/** Verifies and maps webhooks with the code of their platform. Pure. */
final class PlatformEvents {
    private static final String SHOPIFY_TOPIC = "X-Shopify-Topic";

    private PlatformEvents() {}

    /** Returns the events of a webhook; none if it is not verified. */
    static List<InboxEvent> verified(Integration integration, Webhook webhook, Instant now) {
        return switch (integration.platform()) {
            case STRIPE ->
                StripeSignature.check(webhook, secrets(integration), now) == SignatureCheck.VALID
                        ? List.of(event(integration, null, webhook.body(), now))
                        : List.of();
            case SHOPIFY ->
                ShopifySignature.check(webhook, secrets(integration)) == SignatureCheck.VALID
                        ? List.of(event(integration, webhook.header(SHOPIFY_TOPIC), webhook.body(), now))
                        : List.of();
            case ADYEN -> items(integration, webhook, now);
        };
    }

    /**
     * Returns what checks the signature of a body that is not kept; empty if the platform does not send such long ones.
     */
    static Optional<SigningSecrets.Signing> signing(Integration integration) {
        return switch (integration.platform()) {
            case SHOPIFY -> Optional.of(secrets(integration).signing());
            case STRIPE, ADYEN -> Optional.empty();
        };
    }

    /**
     * Returns a text that is the same for the same body that was not kept; empty if it is not signed.
     *
     * @param webhook only its headers count
     */
    static Optional<String> signature(Webhook webhook, SigningSecrets.Signing signing) {
        return ShopifySignature.check(webhook, signing) == SignatureCheck.VALID
                ? Optional.ofNullable(webhook.header("X-Shopify-Hmac-SHA256")).map(String::strip)
                : Optional.empty();
    }

    /** Each item is signed for itself, and is an event. One that is not verified refuses all. */
    private static List<InboxEvent> items(Integration integration, Webhook webhook, Instant now) {
        IntegrationSecrets.Basic basic = integration.secrets().basic();
        if (basic == null
                || !new BasicCredentials(basic.user(), basic.password().value())
                        .areIn(webhook.header("Authorization"))) {
            return List.of();
        }
        if (!(AdyenNotification.read(webhook.body()) instanceof AdyenNotification.Items(var items))) {
            return List.of();
        }
        SigningSecrets secrets = secrets(integration);
        List<InboxEvent> events = new ArrayList<>();
        for (AdyenItem item : items) {
            if (item.check(secrets) != SignatureCheck.VALID) {
                return List.of();
            }
            events.add(event(integration, null, item.notification(), now));
        }
        return events;
    }

    private static SigningSecrets secrets(Integration integration) {
        SecretText previous = integration.secrets().previous();
        return new SigningSecrets(
                secret(integration.platform(), integration.secrets().signing()),
                previous == null ? null : secret(integration.platform(), previous));
    }

    /** @throws IllegalArgumentException if the secret does not have the form of its platform */
    static SigningSecret secret(Platform platform, SecretText secret) {
        return switch (platform) {
            case STRIPE, SHOPIFY -> SigningSecret.ofText(secret.value());
            case ADYEN -> SigningSecret.ofHex(secret.value());
        };
    }

    private static InboxEvent event(Integration integration, @Nullable String topic, byte[] body, Instant now) {
        EventHead head = headOf(integration, topic, body);
        return new InboxEvent(
                integration.id(),
                head == null ? hash(body) : head.id(),
                head == null ? null : head.type(),
                topic,
                now,
                new EventState.Waiting(0, now.plus(InboxEvent.OWN_TIME)),
                Bytes.wrap(body));
    }

    /** A mapper that fails must not lose the event: the worker tries it again and lists it. */
    private static @Nullable EventHead headOf(Integration integration, @Nullable String topic, byte[] body) {
        if (integration.platform() == Platform.SHOPIFY) {
            return ShopifyMapper.head(webhookOf(topic, body));
        }
        try {
            return head(map(integration, topic, body));
        } catch (RuntimeException failed) {
            return null;
        }
    }

    /** Returns what an event means. */
    static Mapping map(Integration integration, InboxEvent event) {
        return map(integration, event.topic(), event.body().toArray());
    }

    private static Mapping map(Integration integration, @Nullable String topic, byte[] body) {
        IntegrationSettings settings = integration.settings();
        return switch (integration.platform()) {
            case STRIPE ->
                new StripeMapper(new StripeSettings(
                                integration.mapperSettings(), settings.orderIdKey(), settings.trustsClientReference()))
                        .map(body);
            case SHOPIFY ->
                new ShopifyMapper(new ShopifySettings(integration.mapperSettings(), settings.accountsRequired()))
                        .map(webhookOf(topic, body));
            case ADYEN ->
                switch (AdyenNotification.read(body)) {
                    case AdyenNotification.Items(var items) ->
                        new AdyenMapper(new AdyenSettings(
                                        integration.mapperSettings(), settings.capturesAutomatically()))
                                .map(items.getFirst());
                    case AdyenNotification.Unreadable(var result) -> result;
                };
        };
    }

    private static Webhook webhookOf(@Nullable String topic, byte[] body) {
        return new Webhook(topic == null ? Map.of() : Map.of(SHOPIFY_TOPIC, topic), body);
    }

    private static @Nullable EventHead head(Mapping mapping) {
        return switch (mapping) {
            case Mapping.Mapped(EventHead head, var _) -> head;
            case Mapping.Privacy(EventHead head, var _) -> head;
            case Mapping.Unmapped(EventHead head, var _, var _) -> head;
        };
    }

    private static String hash(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
