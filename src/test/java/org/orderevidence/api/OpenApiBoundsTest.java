package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedSqlite;
import org.orderevidence.order.Money;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The bounds that the description has for the fields of an order are those of the service. */
class OpenApiBoundsTest {
    private static final JsonNode SCHEMAS = OpenApiCheck.SHARED.root().at("/components/schemas");

    /** A longer address is cut, with a warning, and never costs the order. */
    private static final String IP = "/ip";

    /** A value beyond a bound is left out, with a warning. */
    private static final Set<String> COSMETIC =
            Set.of("/descriptor", "/paymentAccountReference", "/receipt/lineItems/quantity");

    /** Longest text of a date. Such strings have a form of their own. */
    private static final int DATE = 35;

    @Test
    void aValueAtABoundIsAcceptedAndOneBeyondItIsNot(@TempDir Path folder) {
        Map<String, String> expected = new LinkedHashMap<>();
        List<String> orders = new ArrayList<>();
        add("", SCHEMAS.path("Order"), orders, expected);

        assertTrue(orders.size() > 100, "orders: " + orders.size());
        Map<String, String> answered = new LinkedHashMap<>();
        List<String> cases = List.copyOf(expected.keySet());
        try (ServedSqlite served = ServedSqlite.start(folder)) {
            JsonNode results = served.newShop()
                    .upload(orders.toArray(String[]::new))
                    .is(200)
                    .at("/results");
            for (int i = 0; i < cases.size(); i++) {
                JsonNode result = results.path(i);
                String code = result.at("/errors/0/code").asString("");
                answered.put(
                        cases.get(i), code.isEmpty() ? result.path("outcome").asString() : code);
            }
        }
        assertEquals(expected, answered);
    }

    /** Adds an order for each bound below a schema, and what is expected of it. */
    private static void add(String pointer, JsonNode schema, List<String> orders, Map<String, String> expected) {
        schema.path("properties").forEachEntry((name, property) -> {
            String at = pointer + "/" + name;
            int longest = property.path("maxLength").asInt(0);
            if (longest > 0 && longest != DATE && !at.equals(IP)) {
                String start = name.endsWith("Link") || name.equals("logoUrl") ? "https://x.example/" : "";
                String most = start + "xy".repeat(longest).substring(0, longest - start.length());
                add(at + " at its bound", at, most, "created", orders, expected);
                String beyond = COSMETIC.contains(at) ? "created" : "too_long";
                add(at + " beyond its bound", at, most + "x", beyond, orders, expected);
            }
            if (property.has("maximum")) {
                long most = property.path("maximum").asLong();
                long least = property.path("minimum").asLong();
                add(at + " at its most", at, most, "created", orders, expected);
                add(at + " beyond its most", at, most + 1, "out_of_range", orders, expected);
                add(at + " at its least", at, least, "created", orders, expected);
                String below = COSMETIC.contains(at) ? "created" : "out_of_range";
                add(at + " below its least", at, least - 1, below, orders, expected);
            }
            add(at, target(property), orders, expected);
        });
    }

    private static void add(
            String name, String at, Object value, String outcome, List<String> orders, Map<String, String> expected) {
        ObjectNode order = (ObjectNode) JsonMapper.shared()
                .readTree(
                        "{\"id\": \"O-%d\", \"amount\": %d, \"currency\": \"USD\", \"transactionDate\": \"2026-11-01\"}"
                                .formatted(orders.size(), Money.MAX_AMOUNT_MINOR));
        ObjectNode parent = order;
        String[] names = at.substring(1).split("/", -1);
        for (int i = 0; i < names.length - 1; i++) {
            parent = names[i].equals("lineItems")
                    ? parent.putArray(names[i])
                            .addObject()
                            .put("productName", "Tea")
                            .put("price", 1)
                    : parent.putObject(names[i]);
        }
        parent.putPOJO(names[names.length - 1], value);
        orders.add(JsonMapper.shared().writeValueAsString(order));
        expected.put(name, outcome);
    }

    /** The schema of a property that is an object, or of the elements of a list. */
    private static JsonNode target(JsonNode property) {
        String reference = property.path("$ref").asString("")
                + property.at("/oneOf/0/$ref").asString("")
                + property.at("/items/$ref").asString("");
        return SCHEMAS.path(reference.substring(reference.lastIndexOf('/') + 1));
    }
}
