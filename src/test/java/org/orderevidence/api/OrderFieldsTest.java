package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.Bodies;
import tools.jackson.databind.JsonNode;

/**
 * A new field of an order reaches the description and the answer. OrderReaderTest holds the full order to the domain, and
 * FetchContract holds the answer to the fields of its charge.
 */
class OrderFieldsTest {
    private static final JsonNode SCHEMAS = OpenApiCheck.SHARED.root().at("/components/schemas");

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
