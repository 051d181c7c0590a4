package org.orderevidence.integration;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.stripe.Stripe;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.Platforms;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Maps bodies of any platform with usual settings; Stripe's client references are trusted. */
public final class SampleMappings {
    /** The topic of each sample of Shopify that is not named after it. */
    private static final Map<String, String> TOPICS = Map.of(
            "customers-data-request", "customers/data_request",
            "disputes-inquiry", "disputes/create");

    private SampleMappings() {}

    /** Returns what a body means. A notification of Adyen has a result for each item. */
    public static List<Mapping> map(Platform platform, String sample, byte[] body) {
        return map(Samples.settings(platform).with(Stripe.TRUST_CLIENT_REFERENCE), platform, sample, body);
    }

    /** Returns what a sample means for an integration. */
    public static List<Mapping> mapped(Integration integration, String sample) {
        return map(
                integration.mapperSettings().with(Stripe.TRUST_CLIENT_REFERENCE),
                integration.platform(),
                sample,
                Samples.bytes(sample));
    }

    private static List<Mapping> map(MapperSettings settings, Platform platform, String sample, byte[] body) {
        Connector connector = connector(platform);
        return platform == Platform.ADYEN
                ? eachItem(body).stream()
                        .map(one -> map(connector, settings, null, one))
                        .toList()
                : List.of(map(connector, settings, platform == Platform.SHOPIFY ? topic(sample) : null, body));
    }

    /** Returns what a body means. */
    public static Mapping map(Connector connector, MapperSettings settings, @Nullable String topic, byte[] body) {
        return connector.map(new Connector.Signed(topic, body), settings);
    }

    public static Connector connector(Platform platform) {
        return Platforms.of(platform);
    }

    /** Notifications of one item each, as they are stored. What cannot be one is returned as it is. */
    private static List<byte[]> eachItem(byte[] body) {
        try {
            JsonNode notification = JsonMapper.shared().readTree(body);
            JsonNode items = notification.path("notificationItems");
            if (items.size() < 2 || items.size() > 100) {
                return List.of(body);
            }
            return items.valueStream()
                    .map(item -> {
                        ObjectNode one = ((ObjectNode) notification).deepCopy();
                        one.putArray("notificationItems").add(item);
                        return one.toString().getBytes(StandardCharsets.UTF_8);
                    })
                    .toList();
        } catch (JacksonException notJson) {
            return List.of(body);
        }
    }

    /** Returns what a sample means. */
    public static List<Mapping> map(Platform platform, String sample) {
        return map(platform, sample, Samples.bytes(sample));
    }

    /** Returns the topic of a sample of Shopify. */
    public static String topic(String sample) {
        String name = sample.substring(sample.indexOf('/') + 1);
        String listed = TOPICS.get(name);
        if (listed != null) {
            return listed;
        }
        return name.startsWith("transaction-") ? "order_transactions/create" : name.replace('-', '/');
    }
}
