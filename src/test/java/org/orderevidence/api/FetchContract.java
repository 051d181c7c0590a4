package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Actor;
import org.orderevidence.http.Bodies;
import org.orderevidence.http.RawClient;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What {@code GET /api/v2/orders/{id}} and the export of orders promise. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
interface FetchContract extends ServesApi {
    /** Every field of an order's charge, as it is answered: as it was sent, and what is always there. */
    String CHARGE = """
            {"id": "F-1", "revision": 3, "amount": 1500, "currency": "USD", "transactionDate": "2026-11-01T08:00:00Z",
             "settledAt": "2026-11-02", "fulfilledAt": "2026-11-03T10:00:00.500Z", "ip": "203.0.113.7",
             "deviceId": "device-0123456789", "deviceFingerprint": "fingerprint-0123456789", "customerAccountId": "u1",
             "bin": "42424242", "last4": "4242", "brand": "visa", "threeDs": {"eci": "06", "transactionId": "ds-1"}, "avsResult": "X",
             "authCode": "A1", "arn": "74027111111111111111111",
             "network_id": "N1", "descriptor": "SHOP*1", "gateway": "g", "gatewayTransactionId": "ch_1",
             "status": "succeeded", "refunded": false, "refundedAmount": 100, "cardPresent": false, "validation": false,
             "recurring": true, "type": "purchase", "initialOrderId": "F-0", "merchandiseOrServices": "merchandise"}""";

    String RECEIPT = """
            {"merchantInfo": {"name": "Own Name", "merchantReceiptContact": {"phoneForReceipt": "+49 30 1"}},
             "lineItems": [{"productName": "Tea", "productDescription": "Green", "quantity": 2, "price": 1400},
                           {"productName": "Yen thing", "currency": "JPY", "price": 1500}],
             "customerEmail": "buyer@example.com", "customerPhone": "+49 30 2",
             "name": {"givenName": "B", "familyName": "Uyer"},
             "shippingAddress": {"line1": "Street 1", "city": "Berlin", "postalCode": "10115", "country": "DE"},
             "delivery": {"status": "delivered", "carrier": "c", "trackingNumber": "t", "deliveredAt": "2026-11-04"},
             "totals": {"subtotal": 1400, "tax": 100, "shipping": 0, "discount": 0}}""";

    @Test
    default void theChargeHasEveryFieldUnderItsUploadedName() {
        Shop shop = api().newShop();
        String sent = CHARGE.replace("2026-11-01T08:00:00Z", "2026-11-01T10:00:00+0200")
                .replace(
                        "\"merchandise\"}",
                        "\"merchandise\", \"cardFingerprint\": \"fp_12345678\", \"paymentAccountReference\":"
                                + " \"V0010013018036776997406844829\", \"receipt\": " + RECEIPT + "}");
        shop.upload(sent).is(200);

        JsonNode charge = shop.get("/api/v2/orders/F-1").is(200).at("/charge");

        JsonNode expected = JsonMapper.shared().readTree(CHARGE);
        Set<String> names = new TreeSet<>(Bodies.parse(Bodies.FULL_ORDER).propertyNames());
        names.removeAll(Set.of("cardFingerprint", "paymentAccountReference", "receipt"));
        assertEquals(names, new TreeSet<>(expected.propertyNames()), "every field");
        for (String name : names) {
            assertEquals(expected.path(name), charge.path(name), name);
        }
        assertTrue(charge.path("hasCardFingerprint").asBoolean());
        assertFalse(charge.has("cardFingerprint"));
        assertTrue(charge.path("hasPaymentAccountReference").asBoolean());
        assertFalse(charge.has("paymentAccountReference"));
        assertEquals("2026-11-20T12:00:00Z", charge.path("uploadedAt").asString());
        assertEquals("[]", charge.path("disputes").toString());
        assertFalse(charge.has("receipt"));
    }

    @Test
    default void theReceiptIsInTheWordsOfIssuersAndFilledFromTheProfile() {
        Shop shop = api().newShop();
        MerchantInfo profile = new MerchantInfo(
                "Profile Name", "Teas", null, null, null, null, "+1 2", null, "https://shop.example", null);
        api().accounts()
                .setProfile(
                        Actor.operator(),
                        shop.account(),
                        account -> account.with(profile, Charge.Category.MERCHANDISE, false, null),
                        _ -> true);
        shop.upload(CHARGE.replace("}", ", \"receipt\": " + RECEIPT + "}")).is(200);

        JsonNode receipt = shop.get("/api/v2/orders/F-1").at("/digitalReceipt");

        JsonNode order = receipt.path("order");
        assertEquals("15.00", order.path("total").asString());
        assertEquals("14.00", order.path("subtotal").asString());
        assertEquals("14.00", order.at("/orderItems/0/productPrice").asString());
        assertEquals("1500", order.at("/orderItems/1/productPrice").asString());
        assertEquals(
                "203.0.113.7", order.at("/transactionDetails/deviceIpAddress").asString());
        assertEquals("Own Name", receipt.at("/merchantProfile/name").asString());
        assertEquals("Teas", receipt.at("/merchantProfile/description").asString());
        assertEquals(
                "https://shop.example",
                receipt.at("/merchantProfile/merchantReceiptContact/websiteForReceipt")
                        .asString());
        assertEquals("buyer@example.com", receipt.at("/accountProfile/email").asString());
        assertEquals(
                "{\"complete\":true,\"missing\":[],\"missingForEvidence\":[]}",
                receipt.path("completeness").toString());
    }

    @Test
    default void whatAReceiptLacksIsNamedByPath() {
        Shop shop = api().newShop();
        shop.upload("{\"id\": \"L\", \"amount\": 1500, \"currency\": \"JPY\", \"transactionDate\": \"2026-11-01\"}");

        JsonNode json = shop.get("/api/v2/orders/L").is(200).json();

        assertEquals("1500", json.at("/digitalReceipt/order/total").asString());
        JsonNode completeness = json.at("/digitalReceipt/completeness");
        assertFalse(completeness.path("complete").asBoolean());
        assertEquals(
                List.of(
                        "order.orderItems",
                        "merchantProfile.name",
                        "merchantProfile.merchantReceiptContact.phoneForReceipt",
                        "merchantProfile.merchantReceiptContact.websiteForReceipt",
                        "accountProfile.email"),
                completeness
                        .path("missing")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList());
        assertEquals("2026-11-01", json.at("/charge/transactionDate").asString());
        assertEquals("low", json.at("/compellingEvidence/credentialConfidence").asString());
    }

    @ParameterizedTest
    @CsvSource({
        "asOf=2026-02-30, ?asOf", "asOf=1999-12-31, ?asOf", "asOf=10000-01-01, ?asOf", "asOf=20261101, ?asOf",
        "asOf=, ?asOf", "asOf, ?asOf", "asOf=2026-11-01T00:00:00Z, ?asOf", "profile=paypal, ?profile",
        "profile=VISA, ?profile", "profile=visa&profile=visa, ?profile", "asOf=%ff, ?asOf", "asOf=%zz, ?asOf"
    })
    default void badParametersAreNamed(String query, String pointer) {
        Shop shop = api().newShop();
        // The client library refuses some of these.
        try (RawClient client = new RawClient(api().port())) {
            Reply reply = client.send("GET /api/v2/orders/X?" + query + " HTTP/1.1\r\nHost: x\r\nX-API-Key: "
                            + shop.key().text() + "\r\n\r\n")
                    .read();

            reply.isProblem(Problem.INVALID_PARAMETER, pointer + " invalid");
        }
    }

    @Test
    default void anAnswerThatIsKnownIsNotSentAgain() {
        Shop shop = api().newShop();
        shop.uploadOne("E");
        Reply first = shop.get("/api/v2/orders/E").is(200);
        String tag = first.header("ETag");
        assertTrue(tag.startsWith("\"") && tag.endsWith("\""), tag);
        assertEquals("private, no-cache", first.header("Cache-Control"));

        for (String known : List.of(tag, "W/" + tag, "\"x\", " + tag, "*")) {
            Reply again = api().send(shop.request("GET", "/api/v2/orders/E", BodyPublishers.noBody())
                    .header("If-None-Match", known));
            assertEquals(tag, again.is(304).header("ETag"));
            assertEquals("", again.header("Content-Length"), "a length of 0 would be that of the 200 answer");
        }
        api().send(shop.request("GET", "/api/v2/orders/E", BodyPublishers.noBody())
                        .header("If-None-Match", "\"other\""))
                .is(200);
        shop.dispute("E", "D", "10.4", "2026-11-10");
        assertNotEquals(tag, shop.get("/api/v2/orders/E").header("ETag"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%01", "%C3%28", "%FF", "%0A", "%20", "%ED%A0%80", "nobody"})
    default void anIdThatNoOrderCanHaveIsNotFound(String encoded) {
        Shop shop = api().newShop();

        shop.get("/api/v2/orders/" + encoded).isProblem(Problem.ORDER_NOT_FOUND);
        shop.patch("/api/v2/orders/" + encoded, "{}").isProblem(Problem.ORDER_NOT_FOUND);
        shop.post("/api/v2/orders/" + encoded + "/fraud-reports", """
                {"reportId": "R", "reportedAt": "2026-11-10"}""").isProblem(Problem.ORDER_NOT_FOUND);
    }

    String EXPORT = "/api/v2/orders/export";

    /** Orders are read in parts of 50. */
    int MANY = 130;

    /** Returns the lines of a complete export without the last one, which has the counts. */
    private static List<String> lines(Shop shop, String query) {
        Reply export = shop.get(EXPORT + query).is(200);
        assertEquals("application/x-ndjson", export.header("Content-Type"));
        List<String> lines = export.text().lines().toList();
        int orders = lines.size() - 1;
        assertEquals("{\"orders\":" + orders + ",\"unreadable\":0,\"complete\":true}", lines.getLast());
        return lines.subList(0, orders);
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }

    private static String id(String line) {
        return json(line).at("/charge/id").asString();
    }

    private static String cursor(String line) {
        return URLEncoder.encode(json(line).path("cursor").asString(), StandardCharsets.UTF_8);
    }

    private static String on(String id, String day) {
        return Shop.ORDER.formatted(id).replace("2026-11-01", day);
    }

    @Test
    default void aLineHasTheBytesOfAFetch() {
        Shop shop = api().newShop();
        shop.upload(IntStream.range(0, MANY)
                        .mapToObj(i -> on("A-%03d".formatted(i), "2026-10-%02d".formatted(1 + i % 30)))
                        .toArray(String[]::new))
                .is(200);
        shop.patch("/api/v2/orders/A-007", "{\"refundedAmount\": 500}").is(200);

        List<String> withVerdicts = lines(shop, "?verdicts=true");
        List<String> without = lines(shop, "");

        assertEquals(MANY, withVerdicts.size());
        assertEquals(
                IntStream.range(0, MANY)
                        .boxed()
                        .sorted((a, b) -> a % 30 == b % 30 ? a - b : a % 30 - b % 30)
                        .map("A-%03d"::formatted)
                        .toList(),
                withVerdicts.stream().map(FetchContract::id).toList());
        for (int i = 0; i < MANY; i++) {
            String fetched =
                    shop.get("/api/v2/orders/" + id(withVerdicts.get(i))).text();
            ObjectNode expected = (ObjectNode) json(fetched);
            String cursor = json(withVerdicts.get(i)).path("cursor").asString();
            assertEquals(
                    fetched.substring(0, fetched.length() - 1) + ",\"cursor\":\"" + cursor + "\"}",
                    withVerdicts.get(i));
            expected.remove("compellingEvidence");
            expected.put("cursor", cursor);
            assertEquals(expected, json(without.get(i)));
        }
    }

    @Test
    default void anExportContinuesBehindAnyLine() {
        Shop shop = api().newShop();
        shop.upload(
                        on("D", "2026-11-03"),
                        on("B", "2026-11-02"),
                        on("C", "2026-11-02"),
                        on("A", "2026-11-01"),
                        on("E", "2026-11-04"))
                .is(200);
        String days = "?from=2026-11-02&to=2026-11-03";
        List<String> all = lines(shop, days);

        assertEquals(List.of("B", "C", "D"), all.stream().map(FetchContract::id).toList());
        for (int i = 0; i < all.size(); i++) {
            assertEquals(all.subList(i + 1, all.size()), lines(shop, days + "&cursor=" + cursor(all.get(i))));
        }
        shop.get(EXPORT + "?cursor=" + cursor(all.getFirst())).isProblem(Problem.INVALID_PARAMETER, "?cursor invalid");
        List<String> from = lines(shop, "?from=2026-11-03");
        assertEquals(List.of("D", "E"), from.stream().map(FetchContract::id).toList());
        assertEquals(
                List.of("A", "B", "C"),
                lines(shop, "?to=2026-11-02").stream().map(FetchContract::id).toList());
        shop.uploadOne("F");
        shop.upload(on("G", "2026-11-05")).is(200);
        assertEquals(
                List.of("G"),
                lines(shop, "?from=2026-11-03&cursor=" + cursor(from.getLast())).stream()
                        .map(FetchContract::id)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "from=2026-11-02&to=2026-11-01, ?to",
        "from=1.11.2026, ?from",
        "verdicts=yes, ?verdicts",
        "cursor=x, ?cursor",
        "per=5, ?per"
    })
    default void aWrongParameterIsNamed(String query, String pointer) {
        api().newShop().get(EXPORT + "?" + query).isProblem(Problem.INVALID_PARAMETER, pointer + " invalid");
    }

    @Test
    default void theOrderWithTheNameOfTheOperationIsAnOrder() {
        Shop shop = api().newShop();
        shop.uploadOne("export");

        assertEquals("export", shop.get("/api/v2/orders/%65xport").is(200).text("/charge/id"));
        shop.patch(EXPORT, "{\"refunded\": true}").is(200);
        assertEquals(
                List.of("export"),
                lines(shop, "").stream().map(FetchContract::id).toList());
        shop.send("DELETE", EXPORT).is(200);
        assertEquals(List.of(), lines(shop, ""));
    }
}
