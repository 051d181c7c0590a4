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
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Sample webhooks: the files below {@code src/test/resources/integration}. */
public final class Samples {
    private static final Path FOLDER = Path.of("src/test/resources/integration");

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
}
