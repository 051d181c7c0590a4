package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Scope;
import org.orderevidence.http.RawClient;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** What {@code POST /api/v2/track} and {@code /api/v2/sightings/upload} promise. */
interface SightingUploadContract extends ServesApi {
    String SIGHTINGS = "/api/v2/sightings/upload";

    private static Reply upload(Shop shop, String lines) {
        return shop.send("POST", SIGHTINGS, "application/x-ndjson", lines);
    }

    private static String line(String ip, Duration ago) {
        return "{\"email\": \"ann@example.com\", \"ip\": \"" + ip + "\", \"observedAt\": \"" + ServedApi.NOW.minus(ago)
                + "\"}\n";
    }

    /** The addresses at which the customer of all lines was seen. */
    private static List<String> addresses(Shop shop) {
        return shop
                .post("/api/v2/customers/export", "{\"email\": \"ann@example.com\"}")
                .is(200)
                .rows("/sightings", "ip")
                .stream()
                .sorted()
                .toList();
    }

    @Test
    default void manySightingsAreRecordedAndTheSameAgainAreNotStoredTwice() {
        Shop shop = api().newShop();
        String lines = IntStream.range(0, 450)
                .mapToObj(i -> line("203.0.113." + i % 200, Duration.ofMinutes(i)))
                .collect(Collectors.joining());

        JsonNode first = upload(shop, lines).is(200).json();
        List<String> stored = addresses(shop);
        JsonNode again = upload(shop, lines).is(200).json();

        assertEquals("450 recorded", first.path("message").asString());
        assertEquals(450, first.path("lines").asInt());
        assertFalse(first.has("endedBecause"));
        assertEquals(first, again);
        assertEquals(450, stored.size());
        assertEquals(stored, addresses(shop));
        assertEquals(List.of(), addresses(api().newShop()), "another account");
        assertEquals(List.of(), addresses(shop.with(api().key(shop.account(), Mode.TEST, Scope.ADMIN))), "test data");
    }

    @Test
    default void anUploadedSightingIsEvidence() {
        Shop shop = api().newShop();
        upload(shop, line("198.51.100.9", Duration.ofHours(2))).is(200);
        shop.upload("""
                {"id": "A-1", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-20T10:30:00Z",
                 "bin": "424242", "last4": "4242", "receipt": {"customerEmail": "ann@example.com"}}""").is(200);

        JsonNode ip = shop.get("/api/v2/orders/A-1").is(200).at("/compellingEvidence/evidence/ip");

        assertEquals(
                "198.51.100.9 track",
                ip.path("value").asString() + " " + ip.path("source").asString());
    }

    @Test
    default void eachFaultyLineIsNamedAndTheOthersAreRecorded() {
        Shop shop = api().newShop();
        String lines = Stream.of(
                        line("203.0.113.1", Duration.ofMinutes(1)).strip(),
                        "",
                        "  \t",
                        line("203.0.113", Duration.ZERO).strip(),
                        line("10.0.0.1", Duration.ZERO).strip(),
                        "{\"ip\": \"203.0.113.7\"}",
                        line("203.0.113.7", Duration.ofDays(-400)).strip(),
                        line("203.0.113.7", Duration.ofDays(40_000)).strip(),
                        "{\"email\": \"ann@example.com\"",
                        "[1]",
                        "{\"email\": \"" + "a".repeat(2 * 1024 * 1024) + "\"}",
                        "{\"email\": \"ann@example.com\", \"ip\": \"203.0.113.2\", \"page\": \"checkout\"}\r",
                        "{\"email\": \" ANN@example.com \", \"ip\": \"203.0.113.3\"}")
                .collect(Collectors.joining("\n"));

        Reply answer = upload(shop, lines).is(200);

        assertEquals("3 recorded, 8 rejected", answer.text("/message"));
        assertEquals(13, answer.at("/lines").asInt());
        assertEquals(1, answer.at("/linesWithWarnings").asInt());
        assertEquals(
                List.of(
                        "/4/ip ip_invalid",
                        "/5/ip ip_not_public",
                        "/6/email required",
                        "/7/observedAt out_of_range",
                        "/8/observedAt out_of_range",
                        "/9 malformed_json",
                        "/10 wrong_type",
                        "/11 too_long"),
                answer.rows("/results", "errors/0/pointer", "errors/0/code"));
        assertFalse(answer.text().contains("ann@"), answer::text);
        assertEquals(List.of("203.0.113.1", "203.0.113.2", "203.0.113.3"), addresses(shop));
    }

    @Test
    default void whatArrivedBeforeTheConnectionEndedIsRecorded() {
        Shop shop = api().newShop();
        String lines = line("203.0.113.1", Duration.ZERO) + line("203.0.113.2", Duration.ZERO);
        try (RawClient client = new RawClient(api().port())) {
            client.send("POST " + SIGHTINGS + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
                    + "Content-Length: 9999\r\nX-API-Key: " + shop.key().text() + "\r\n\r\n" + lines + "{\"email\"");
        }

        Waits.until(() -> addresses(shop).size() == 2, "the lines are not stored");
        assertEquals(List.of("203.0.113.1", "203.0.113.2"), addresses(shop));
    }

    @Test
    default void anEmptyUploadIsNoneAndOtherUploadsAreRefused() {
        Shop shop = api().newShop();

        assertEquals("no sightings", upload(shop, "\n\n").is(200).text("/message"));
        shop.post(SIGHTINGS, "[]").isProblem(Problem.UNSUPPORTED_MEDIA_TYPE);
        shop.send("POST", SIGHTINGS + "?page=1", "application/x-ndjson", "").isProblem(Problem.INVALID_PARAMETER);
        shop.get(SIGHTINGS).isProblem(Problem.METHOD_NOT_ALLOWED);
        upload(shop.with(api().key(shop.account(), Mode.LIVE, Scope.READ)), "").isProblem(Problem.KEY_SCOPE);
    }

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
        try (InputStream file = Objects.requireNonNull(SightingUploadContract.class.getResourceAsStream(SAMPLE))) {
            List<JsonNode> orders = new ArrayList<>();
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> orders.add(JsonMapper.shared().readTree(line)));
            return orders;
        }
    }
}
