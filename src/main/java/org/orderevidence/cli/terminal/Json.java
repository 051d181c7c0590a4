package org.orderevidence.cli.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON as strictly as the service does. */
public final class Json {
    /** More than the service allows by default, so that the service decides what is too deep. */
    private static final int MAX_DEPTH = 1_000;

    private static final int MAX_TEXT = 16 * 1024 * 1024;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_TEXT)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final JsonMapper PRETTY =
            MAPPER.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    /** Reads one value. */
    public static JsonNode read(byte[] utf8) {
        return MAPPER.readTree(utf8);
    }

    /** Reads one value. Returns null if it is not JSON. */
    public static @Nullable JsonNode readIfAny(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isMissingNode() ? null : node;
        } catch (JacksonException notJson) {
            return null;
        }
    }

    public static <T> Optional<T> readIfAny(byte[] utf8, Class<T> type) {
        try {
            return Optional.ofNullable(MAPPER.readValue(utf8, type));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns a text of an object; empty if it has none. */
    public static String text(JsonNode object, String name) {
        return object.path(name).asString("");
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Returns a value as one line of JSON, in UTF-8. */
    public static byte[] bytes(Object value) {
        return line(value).getBytes(StandardCharsets.UTF_8);
    }

    public static String pretty(Object value) {
        return PRETTY.writeValueAsString(value);
    }
}
