package org.orderevidence.integration;

import java.util.List;
import java.util.Map;
import org.orderevidence.integration.adyen.AdyenMapper;
import org.orderevidence.integration.adyen.AdyenNotification;
import org.orderevidence.integration.adyen.AdyenSettings;
import org.orderevidence.integration.shopify.ShopifyMapper;
import org.orderevidence.integration.shopify.ShopifySettings;
import org.orderevidence.integration.stripe.StripeMapper;
import org.orderevidence.integration.stripe.StripeSettings;
import org.orderevidence.order.part.Platform;

/** Maps bodies of any platform with usual settings. */
public final class Platforms {
    /** The topic of each sample of Shopify that is not named after it. */
    private static final Map<String, String> TOPICS = Map.of(
            "customers-data-request", "customers/data_request",
            "disputes-inquiry", "disputes/create");

    private Platforms() {}

    /** Returns what a body means. A notification of Adyen has a result for each item. */
    public static List<Mapping> map(Platform platform, String sample, byte[] body) {
        return map(Samples.settings(platform), platform, sample, body);
    }

    /** Returns what a sample means for an integration. */
    public static List<Mapping> mapped(Integration integration, String sample) {
        return map(integration.mapperSettings(), integration.platform(), sample, Samples.bytes(sample));
    }

    private static List<Mapping> map(MapperSettings common, Platform platform, String sample, byte[] body) {
        return switch (platform) {
            case STRIPE -> List.of(new StripeMapper(new StripeSettings(common, "order_id", true)).map(body));
            case SHOPIFY ->
                List.of(new ShopifyMapper(new ShopifySettings(common, false)).map(webhook(topic(sample), body)));
            case ADYEN ->
                switch (AdyenNotification.read(body)) {
                    case AdyenNotification.Items(var items) ->
                        items.stream()
                                .map(new AdyenMapper(new AdyenSettings(common, false))::map)
                                .toList();
                    case AdyenNotification.Unreadable(var result) -> List.of(result);
                };
        };
    }

    /** Returns what a sample means. */
    public static List<Mapping> map(Platform platform, String sample) {
        return map(platform, sample, Samples.bytes(sample));
    }

    /** Returns a webhook of Shopify. */
    public static Webhook webhook(String topic, byte[] body) {
        return new Webhook(Map.of("X-Shopify-Topic", topic), body);
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
