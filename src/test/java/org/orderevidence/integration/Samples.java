package org.orderevidence.integration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.stripe.Stripe;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.webhook.Platforms;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sample webhooks, the files below {@code src/test/resources/integration}, and what they mean with usual settings, by
 * which the client references of Stripe are trusted.
 */
public final class Samples {
    private static final Path FOLDER = Path.of("src/test/resources/integration");

    private static final JsonMapper LENIENT = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    /** The topic of each sample of Shopify that is not named after it. */
    private static final Map<String, String> TOPICS = Map.of(
            "customers-data-request", "customers/data_request",
            "disputes-inquiry", "disputes/create");

    private Samples() {}

    /** Returns a sample, such as {@code stripe/charge-succeeded}. */
    public static byte[] bytes(String name) {
        try (InputStream file = Samples.class.getResourceAsStream("/integration/" + name + ".json")) {
            if (file == null) {
                throw new IllegalArgumentException("there is no sample " + name);
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a sample with changes to the object at a JSON pointer. */
    public static byte[] changed(String name, String pointer, Consumer<ObjectNode> change) {
        JsonNode root = JsonMapper.shared().readTree(bytes(name));
        change.accept((ObjectNode) root.at(pointer));
        return root.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a sample whose object at a JSON pointer has the values of another one as well. */
    public static byte[] patched(String name, String pointer, String patch) {
        return changed(
                name, pointer, object -> LENIENT.readerForUpdating(object).readValue(patch));
    }

    /** Returns the names of all samples of a platform. */
    public static List<String> names(Platform platform) {
        try (Stream<Path> files = Files.list(FOLDER.resolve(platform.wireName()))) {
            return files.map(file -> file.getFileName().toString())
                    .map(file -> platform.wireName() + '/' + file.substring(0, file.length() - ".json".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns settings of a live integration named {@code main}. */
    public static MapperSettings settings(Platform platform) {
        return settings(platform, "");
    }

    /** Returns settings of a live integration named {@code main} with a prefix of order ids. */
    public static MapperSettings settings(Platform platform, String orderIdPrefix) {
        return new MapperSettings(
                Source.of(platform, "main"), Mode.LIVE, new IntegrationSettings(orderIdPrefix, Map.of()));
    }

    /** Returns what a body means. A notification of Adyen has a result for each item. */
    public static List<Mapping> map(Platform platform, String sample, byte[] body) {
        return map(settings(platform).with(Stripe.TRUST_CLIENT_REFERENCE), platform, sample, body);
    }

    /** Returns what a sample means for an integration. */
    public static List<Mapping> mapped(Integration integration, String sample) {
        return map(
                integration.mapperSettings().with(Stripe.TRUST_CLIENT_REFERENCE),
                integration.platform(),
                sample,
                bytes(sample));
    }

    private static List<Mapping> map(MapperSettings settings, Platform platform, String sample, byte[] body) {
        Connector connector = Platforms.of(platform);
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
        return map(platform, sample, bytes(sample));
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
