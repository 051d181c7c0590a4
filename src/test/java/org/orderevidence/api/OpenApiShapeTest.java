package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.Bodies;
import tools.jackson.databind.JsonNode;

/** The description has what code generators need: formats, names, descriptions, bounds, and no defaults. */
class OpenApiShapeTest {
    private static final JsonNode ROOT = OpenApiCheck.SHARED.root();
    private static final JsonNode SCHEMAS = ROOT.at("/components/schemas");
    private static final List<String> BOUNDS_OF_STRINGS = List.of("maxLength", "pattern", "format", "enum");
    private static final List<String> REQUESTS = List.of(
            "Sighting",
            "Upload",
            "Dispute",
            "FraudReport",
            "OrderPatch",
            "KeyRequest",
            "KeyRotation",
            "AccountUpdate",
            "IntegrationRequest",
            "IntegrationRotation",
            "IntegrationReplay");
    /** A null would remove more than a patch may. */
    private static final Set<String> REFUSES_NULL = Set.of("OrderPatch.receipt");

    @Test
    void everyIntegerHasAFormatAndALowerBound() {
        walk("", ROOT, (at, node) -> {
            if (hasType(node, "integer")) {
                assertTrue(
                        List.of("int32", "int64").contains(node.path("format").asString()), at);
                assertTrue(node.has("minimum"), at);
            }
        });
    }

    @Test
    void everyObjectHasAName() {
        walk("", ROOT, (at, node) -> {
            boolean isNamed = at.matches("/components/schemas/[A-Za-z]+");
            assertTrue(isNamed || !hasType(node, "object"), () -> at + " is an object without a name");
            assertFalse(at.contains("/allOf") || at.contains("/anyOf"), at);
        });
    }

    @Test
    void everyEnumHasAName() {
        walk(
                "",
                ROOT,
                (at, node) -> assertTrue(
                        at.matches("/components/schemas/[A-Za-z]+") || !node.has("enum"),
                        () -> at + " is an enum without a name"));
    }

    @Test
    void everyPropertyHasADescriptionAndBounds() {
        for (Map.Entry<String, JsonNode> schema : SCHEMAS.properties()) {
            assertFalse(schema.getValue().path("description").asString("").isBlank(), schema::getKey);
            for (Map.Entry<String, JsonNode> property :
                    schema.getValue().path("properties").properties()) {
                String name = schema.getKey() + "." + property.getKey();
                assertFalse(property.getValue().path("description").asString("").isBlank(), name);
                assertTrue(isBounded(property.getValue()), () -> name + " has no bounds");
            }
        }
    }

    @Test
    void everyParameterAndHeaderHasADescriptionAndBounds() {
        for (String kind : List.of("parameters", "headers")) {
            for (Map.Entry<String, JsonNode> part :
                    ROOT.path("components").path(kind).properties()) {
                assertFalse(part.getValue().path("description").asString("").isBlank(), part::getKey);
                assertTrue(isBounded(part.getValue().path("schema")), () -> part.getKey() + " has no bounds");
            }
        }
    }

    @Test
    void nothingHasADefault() {
        walk("", ROOT, (at, node) -> assertFalse(at.startsWith("/components") && node.has("default"), at));
    }

    @Test
    void everyOptionalFieldOfARequestAcceptsNull() {
        Set<String> reached = new TreeSet<>();
        REQUESTS.forEach(request -> reach(request, reached));

        for (String name : reached) {
            List<String> required = texts(SCHEMAS.path(name).path("required"));
            for (Map.Entry<String, JsonNode> property :
                    SCHEMAS.path(name).path("properties").properties()) {
                String field = name + "." + property.getKey();
                boolean acceptsNull = !required.contains(property.getKey()) && !REFUSES_NULL.contains(field);
                assertEquals(acceptsNull, acceptsNull(property.getValue()), field);
            }
        }
    }

    @Test
    void everyOperationHasWordsAndExamples() {
        for (Map.Entry<String, JsonNode> path : ROOT.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                String at = method.getKey() + " " + path.getKey();
                assertTrue(Set.of("get", "post", "patch", "put", "delete").contains(method.getKey()), at);
                JsonNode operation = method.getValue();
                for (String words : List.of("summary", "description", "operationId")) {
                    assertFalse(operation.path(words).asString("").isBlank(), at);
                }
                eachExampleIsThere(at, operation.at("/requestBody/content"));
                for (JsonNode response : operation.path("responses")) {
                    eachExampleIsThere(at, OpenApiCheck.SHARED.resolve(response).path("content"));
                }
            }
        }
    }

    private static void eachExampleIsThere(String at, JsonNode content) {
        content.forEach(media -> assertTrue(media.has("example"), at));
    }

    private static void reach(String schema, Set<String> reached) {
        if (SCHEMAS.path(schema).has("properties") && reached.add(schema)) {
            walk("", SCHEMAS.path(schema), (at, node) -> {
                String target = node.path("$ref").asString("");
                reach(target.substring(target.lastIndexOf('/') + 1), reached);
            });
        }
    }

    private static boolean isBounded(JsonNode schema) {
        if (schema.has("$ref") || schema.has("oneOf") || hasType(schema, "boolean")) {
            return true;
        }
        if (hasType(schema, "array")) {
            return schema.has("maxItems") && schema.path("items").has("$ref");
        }
        return hasType(schema, "integer")
                ? schema.has("minimum")
                : hasType(schema, "string") && BOUNDS_OF_STRINGS.stream().anyMatch(schema::has);
    }

    private static boolean acceptsNull(JsonNode schema) {
        return hasType(schema, "null")
                || schema.path("oneOf").valueStream().anyMatch(choice -> hasType(choice, "null"));
    }

    private static boolean hasType(JsonNode schema, String type) {
        JsonNode types = schema.path("type");
        return types.isArray() ? texts(types).contains(type) : type.equals(types.asString(""));
    }

    /** Visits every object below a node, apart from examples, with its path. */
    private static void walk(String at, JsonNode node, BiConsumer<String, JsonNode> visitor) {
        if (node.isObject()) {
            visitor.accept(at, node);
            node.forEachEntry((name, child) -> {
                if (!name.equals("example")) {
                    walk(at + "/" + name, child, visitor);
                }
            });
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            walk(at + "/" + i, node.path(i), visitor);
        }
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void everyFieldOfAnOrderIsDescribed() {
        isDescribed("Order", Bodies.parse(Bodies.FULL_ORDER));
    }

    private static void isDescribed(String schema, JsonNode sent) {
        JsonNode properties = SCHEMAS.path(schema).path("properties");
        assertEquals(names(properties), names(sent), schema);
        for (String name : names(sent)) {
            JsonNode value = sent.path(name).isArray() ? sent.path(name).path(0) : sent.path(name);
            if (value.isObject()) {
                isDescribed(reference(properties.path(name)), value);
            }
        }
    }

    /** Returns the name of the schema that a property refers to, by itself, for its items, or unless it is null. */
    private static String reference(JsonNode property) {
        String found = property.findValuesAsString("$ref").getFirst();
        return found.substring(found.lastIndexOf('/') + 1);
    }

    private static Set<String> names(JsonNode object) {
        return new TreeSet<>(object.propertyNames());
    }
}
