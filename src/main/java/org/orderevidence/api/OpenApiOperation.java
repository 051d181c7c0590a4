package org.orderevidence.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.orderevidence.http.FixedContent;
import org.orderevidence.http.Operation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Answers with the description of this interface, which is edited as YAML and served as JSON. */
final class OpenApiOperation {
    private static final String RESOURCE = "openapi.yaml";

    private OpenApiOperation() {}

    static Operation json() {
        return new FixedContent(() -> JsonMapper.shared().writeValueAsBytes(withMeanings(tree())), "application/json");
    }

    /** Returns the description. */
    static JsonNode tree() {
        try (InputStream yaml = OpenApiOperation.class.getResourceAsStream(RESOURCE)) {
            if (yaml == null) {
                throw new IllegalStateException("the description of the interface is not packed");
            }
            return YAMLMapper.shared().readTree(yaml);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static JsonNode withMeanings(JsonNode document) {
        document.path("components").path("schemas").forEachEntry(OpenApiOperation::nameValues);
        document.path("components").path("schemas").forEach(OpenApiOperation::explainValues);
        return document;
    }

    /** Names each value of an enum with the name of the enum: constants of a Go package share one space of names. */
    private static void nameValues(String name, JsonNode schema) {
        if (schema.path("enum").isEmpty()) {
            return;
        }
        ArrayNode names = ((ObjectNode) schema).putArray("x-enum-varnames");
        schema.path("enum").forEach(value -> names.add(constant(name) + '_' + constant(value.asString())));
    }

    private static String constant(String text) {
        String words = text.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").replaceAll("[^A-Za-z0-9]+", "_");
        return words.toUpperCase(Locale.ROOT);
    }

    /** Lists the meaning of each value of an enum in its description. Most tools show only the description. */
    private static void explainValues(JsonNode schema) {
        JsonNode meanings = schema.path("x-enum-descriptions");
        if (meanings.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder(schema.path("description").asString()).append('\n');
        for (int i = 0; i < meanings.size(); i++) {
            text.append("\n- `").append(schema.path("enum").path(i).asString()).append("`: ");
            text.append(meanings.path(i).asString());
        }
        ((ObjectNode) schema).put("description", text.toString());
    }
}
