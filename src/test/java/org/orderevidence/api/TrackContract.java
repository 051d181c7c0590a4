package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.ServesApi;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Sightings, and orders that come back as they were sent. */
interface TrackContract extends ServesApi {
    String SAMPLE = "/org/orderevidence/demo/orders.ndjson";

    /** Fields that the answer shows elsewhere, or in another form. */
    Set<String> NOT_IN_CHARGE = Set.of("receipt", "cardFingerprint");

    @Test
    default void strictTrackRefusesUnknownFields() {
        Shop shop = api().newShop();
        var request = shop.request(
                        "POST",
                        "/api/v2/track",
                        java.net.http.HttpRequest.BodyPublishers.ofString(
                                "{\"email\": \"a@example.com\", \"ip\": \"1.1.1.1\", \"ipp\": 1}"))
                .header("Content-Type", "application/json");

        api().send(request.copy()).is(200);
        api().send(request.header("Prefer", "handling=strict"))
                .isProblem(Problem.INVALID_REQUEST, "/ipp unknown_field");
    }

    @Test
    default void realOrdersComeBackEqualFieldByField() throws IOException {
        List<JsonNode> orders = sample();
        Shop shop = api().newShop();
        String[] bodies = orders.stream().map(JsonNode::toString).toArray(String[]::new);

        JsonNode first = shop.upload(bodies).is(200).json();
        JsonNode second = shop.upload(bodies).is(200).json();

        assertEquals(orders.size(), first.path("created").asInt());
        assertEquals(orders.size(), second.path("unchanged").asInt());
        assertTrue(orders.size() >= 200, "the sample has only " + orders.size());
        for (JsonNode order : orders) {
            String id = order.path("id").asString();
            assertSame(order, shop.get("/api/v2/orders/" + id).is(200).json(), "order " + id);
        }
    }

    private static void assertSame(JsonNode sent, JsonNode answer, String where) {
        JsonNode charge = answer.path("charge");
        for (Map.Entry<String, JsonNode> field : sent.properties()) {
            if (!NOT_IN_CHARGE.contains(field.getKey())) {
                assertEquals(value(field), charge.path(field.getKey()), where + " " + field.getKey());
            }
        }
        assertEquals(
                sent.has("cardFingerprint"), charge.path("hasCardFingerprint").asBoolean(), where);
        JsonNode receipt = sent.path("receipt");
        JsonNode customer = answer.at("/digitalReceipt/accountProfile");
        assertEquals(receipt.get("customerEmail"), customer.get("email"), where);
        assertEquals(receipt.get("shippingAddress"), customer.get("accountShippingAddress"), where);
        assertEquals(lines(receipt.path("lineItems")), lines(answer.at("/digitalReceipt/order/orderItems")), where);
    }

    /** The value in the form in which it is answered: moments in UTC, currencies and the four brands in one case. */
    private static JsonNode value(Map.Entry<String, JsonNode> field) {
        String text = field.getValue().asString("");
        return switch (field.getKey()) {
            case "currency" -> StringNode.valueOf(text.toUpperCase(Locale.ROOT));
            case "brand" -> StringNode.valueOf(text.toLowerCase(Locale.ROOT));
            case "transactionDate", "settledAt", "fulfilledAt" -> text.indexOf('T') < 0 ? field.getValue() : utc(text);
            default -> field.getValue();
        };
    }

    private static JsonNode utc(String moment) {
        String withColon = moment.replaceFirst("(?<=[+-]\\d\\d)(?=\\d\\d$)", ":");
        return StringNode.valueOf(OffsetDateTime.parse(withColon).toInstant().toString());
    }

    /** Name, quantity and price of each line; a receipt without lines shows its description as one, which has no name. */
    private static List<String> lines(JsonNode items) {
        return items.valueStream()
                .filter(item -> item.has("productName"))
                .map(item -> item.path("productName").asString() + " x "
                        + item.path("quantity").asInt(1) + " "
                        + (item.has("price")
                                ? BigDecimal.valueOf(item.path("price").asLong(), 2)
                                : new BigDecimal(item.path("productPrice").asString())))
                .toList();
    }

    private static List<JsonNode> sample() throws IOException {
        try (InputStream file = Objects.requireNonNull(TrackContract.class.getResourceAsStream(SAMPLE))) {
            List<JsonNode> orders = new ArrayList<>();
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> orders.add(JsonMapper.shared().readTree(line)));
            return orders;
        }
    }
}
