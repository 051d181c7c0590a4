package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.Scope;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.GateContract;
import org.orderevidence.http.RawClient;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What {@code POST /api/v2/orders/upload} promises, of JSON and of NDJSON. */
interface UploadContract extends ServesApi {

    private static String order(String id, String more) {
        return Shop.ORDER.formatted(id).replace("}", ", " + more + "}");
    }

    private static List<String> outcomes(Reply reply) {
        return reply.rows("/results", "index", "id", "outcome");
    }

    private static Reply strict(Shop shop, String body) {
        return shop.api()
                .send(shop.request("POST", "/api/v2/orders/upload", BodyPublishers.ofString(body))
                        .header("Content-Type", "application/json")
                        .header("Prefer", "respond-async, handling=strict"));
    }

    @Test
    default void ordersAreJudgedOneByOneAndRetriesAreSafe() {
        Shop shop = api().newShop();
        shop.uploadOne("A-2");

        Reply reply = shop.upload(
                Shop.ORDER.formatted("A-1"),
                Shop.ORDER.formatted("A-2"),
                order("A-9", "\"last4\": \"42\"").replace("\"last4\": \"4242\", ", ""),
                order("A-2", "\"refunded\": true"));

        assertEquals(
                List.of("0 A-1 created", "1 A-2 unchanged", "2 A-9 rejected", "3 A-2 updated"),
                outcomes(reply.is(200)));
        JsonNode json = reply.json();
        assertEquals(
                "1 created, 1 updated, 1 unchanged, 1 rejected",
                json.path("message").asString());
        assertEquals(1, json.path("rejected").asInt());
        JsonNode error = json.at("/results/2/errors/0");
        assertEquals("/orders/2/last4", error.path("pointer").asString());
        assertEquals("invalid_format", error.path("code").asString());
        shop.get("/api/v2/orders/A-9").isProblem(Problem.ORDER_NOT_FOUND);
        assertTrue(shop.get("/api/v2/orders/A-2").at("/charge/refunded").asBoolean());
    }

    @Test
    default void lowerRevisionIsStaleAndChangesNothing() {
        Shop shop = api().newShop();
        shop.upload(order("R", "\"revision\": 7")).is(200);

        Reply reply = shop.upload(order("R", "\"revision\": 6, \"refunded\": true"));

        assertEquals(List.of("0 R stale"), outcomes(reply.is(200)));
        assertEquals(7, reply.at("/results/0/heldRevision").asInt());
        assertFalse(shop.get("/api/v2/orders/R").at("/charge/refunded").asBoolean());
    }

    /** A thousand orders with 25 faults each must not make an answer, or a heap, of 25,000 faults. */
    @Test
    default void errorsAndWarningsAreBoundedForTheWholeAnswer() {
        String item = "{\"productName\": 1, \"price\": true, \"x\": 1}";
        String items = (item + ",").repeat(12) + item;
        String faulty =
                order("F", "\"receipt\": {\"lineItems\": [" + items + "]}").replace("\n", "");
        String[] orders = IntStream.range(0, 1_000)
                .mapToObj(i -> i < 999 ? faulty.replace("\"F\"", "\"F-" + i + "\"") : Shop.ORDER.formatted("GOOD"))
                .toArray(String[]::new);

        Reply reply = api().newShop().upload(orders).is(200);

        JsonNode json = reply.json();
        assertEquals("1 created, 999 rejected", json.path("message").asString());
        assertTrue(json.path("errorsTruncated").asBoolean());
        assertEquals(1_000, json.path("results").size());
        long spelledOut = json.path("results")
                .valueStream()
                .mapToLong(r -> r.path("errors").size() + r.path("warnings").size())
                .sum();
        assertTrue(spelledOut <= FaultRoom.MOST + 999, () -> spelledOut + " faults");
        assertEquals(
                "/orders/998/receipt/lineItems/0/productName",
                json.at("/results/998/errors/0/pointer").asString());
        for (JsonNode result : json.path("results")) {
            assertEquals(
                    result.path("outcome").asString().equals("rejected"),
                    result.path("errors").size() > 0,
                    () -> result.toString());
        }
        assertTrue(reply.body().length() < 300_000, () -> reply.body().length() + " bytes");
    }

    @Test
    default void aRefusedUploadIsBoundedToo() {
        Shop shop = api().newShop();
        String card = "{\"cardFingerprint\": \"card_7Jk2mQ9x\"}";

        Reply refused = strict(shop, "{\"orders\": [" + (card + ",").repeat(99) + card + "]}")
                .isProblem(Problem.INVALID_REQUEST);
        assertEquals(FaultRoom.MOST, refused.errors().size());
        assertTrue(refused.at("/errorsTruncated").asBoolean());
        assertEquals("id is required", refused.text("/detail"));
    }

    @Test
    default void anIdOf128EmojisIsKeptAndFound() {
        Shop shop = api().newShop();
        String id = "\ud83d\ude00".repeat(128);

        shop.uploadOne(id);

        shop.get("/api/v2/orders/" + URLEncoder.encode(id, StandardCharsets.UTF_8))
                .is(200);
        assertEquals(id, shop.get("/api/v2/orders?per=1").text("/orders/0/id"));
        assertEquals(
                List.of("0 rejected"),
                outcomes(shop.upload(Shop.ORDER.formatted(id + "x")).is(200)));
    }

    @Test
    default void strictHandlingKeepsAllOrNothing() {
        Shop shop = api().newShop();

        Reply refused = strict(
                shop, "{\"orders\": [" + Shop.ORDER.formatted("S-1") + "," + order("S-2", "\"amuont\": 1") + "]}");
        refused.isProblem(Problem.INVALID_REQUEST, "/orders/1/amuont unknown_field");
        shop.get("/api/v2/orders/S-1").isProblem(Problem.ORDER_NOT_FOUND);

        Reply kept = strict(shop, "{\"orders\": [" + Shop.ORDER.formatted("S-1") + "]}");
        assertEquals("handling=strict", kept.is(200).header("Preference-Applied"));
        shop.get("/api/v2/orders/S-1").is(200);
    }

    @Test
    default void anUploadHasOneToAThousandOrders() {
        Shop shop = api().newShop();
        String thousandAndOne =
                IntStream.range(0, 1001).mapToObj(i -> "{}").collect(Collectors.joining(",", "{\"orders\":[", "]}"));

        shop.post("/api/v2/orders/upload", "{\"orders\": []}").isProblem(Problem.INVALID_REQUEST, "/orders required");
        shop.post("/api/v2/orders/upload", "{}").isProblem(Problem.INVALID_REQUEST, "/orders required");
        shop.post("/api/v2/orders/upload", thousandAndOne).isProblem(Problem.INVALID_REQUEST, "/orders too_many");
        shop.post("/api/v2/orders/upload", "{\"orders\": 7}").isProblem(Problem.INVALID_REQUEST, "/orders wrong_type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"long texts", "many values"})
    default void anOrderOfMoreThan64KbIsRejectedAlone(String what) {
        Shop shop = api().newShop();
        String items = IntStream.range(0, 40)
                .mapToObj(i -> "{\"productName\": \"" + "n".repeat(1_900) + "\", \"price\": 1}")
                .collect(Collectors.joining(",", "\"receipt\": {\"lineItems\": [", "]}"));
        String unknown = "\"unknown\": [" + "0,".repeat(65_536) + "0]";

        Reply reply =
                shop.upload(order("BIG", what.equals("long texts") ? items : unknown), Shop.ORDER.formatted("SMALL"));

        assertEquals(List.of("0 BIG rejected", "1 SMALL created"), outcomes(reply.is(200)));
        assertEquals("too_long", reply.text("/results/0/errors/0/code"));
    }

    ServedStore store();

    private static Reply upload(Shop shop, String lines) {
        return shop.send("POST", "/api/v2/orders/upload", "application/x-ndjson", lines);
    }

    private static String line(String id) {
        return Shop.ORDER.formatted(id).replace("\n", " ");
    }

    private static String lines(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> line("L-" + i)).collect(Collectors.joining("\n"));
    }

    @Test
    default void aBrokenLineInTheMiddleIsRejectedAlone() {
        Shop shop = api().newShop();

        Reply reply = upload(shop, line("N-1") + "\n{\"id\": \r\n\n" + line("N-4") + "\r\n[]\n" + line("N-1") + "\n");

        assertEquals("2 created, 1 unchanged, 2 rejected", reply.is(200).text("/message"));
        assertEquals(
                List.of("2 /2 malformed_json", "5 /5 wrong_type"),
                reply.rows("/results", "index", "errors/0/pointer", "errors/0/code"));
        assertTrue(
                reply.text("/results/0/errors/0/detail").startsWith("not valid JSON at line 2, column 8"), reply::text);
        assertEquals(6, reply.at("/lines").asInt());
        shop.get("/api/v2/orders/N-4").is(200);
    }

    @Test
    default void warningsSurviveARejection() {
        JsonNode json = upload(api().newShop(), "{\"amuont\": 1}").is(200).json();

        assertEquals("/1/amuont", json.at("/results/0/warnings/0/pointer").asString());
        assertEquals(0, json.path("linesWithWarnings").asInt());
    }

    @Test
    default void errorsAreBoundedForTheAnswerAndWarningsOfKeptLinesCostNoRoom() {
        Shop shop = api().newShop();
        String kept = line("K").replace("}", ", \"a\": 1, \"b\": 2, \"c\": 3}") + "\n";

        JsonNode json = upload(shop, kept.repeat(150) + "{\"bin\": \"424242\", \"last4\": \"4242\"}\n".repeat(60))
                .is(200)
                .json();

        // Each of the last lines lacks four fields.
        assertEquals(60, json.path("results").size());
        assertEquals(4, json.at("/results/49/errors").size());
        assertEquals(1, json.at("/results/59/errors").size());
        assertEquals(150, json.path("linesWithWarnings").asInt());
        assertTrue(json.path("errorsTruncated").asBoolean());
    }

    @Test
    default void ndjsonMayBeLargerThanAnyOtherBody() {
        Shop shop = api().newShop();
        String pad = " ".repeat(30_000);
        String lines =
                IntStream.range(0, 200).mapToObj(i -> line("P-" + i) + pad).collect(Collectors.joining("\n"));
        assertTrue(lines.length() > DefaultLimits.DEFAULTS.bodyBytes());

        Reply reply = upload(shop, lines);

        assertEquals("200 created", reply.is(200).text("/message"));
        assertEquals(200, shop.get("/api/v2/orders?per=1").at("/total").asInt());
    }

    @Test
    default void onlyTheFirstThousandRejectedLinesAreListed() {
        String lines = "7\n".repeat(1_001);

        JsonNode json = upload(api().newShop(), lines).is(200).json();

        assertEquals(1_001, json.path("rejected").asInt());
        assertEquals(1_000, json.path("results").size());
        assertEquals(1, json.at("/results/999/errors").size());
        assertTrue(json.path("errorsTruncated").asBoolean());
    }

    @Test
    default void aLineHasAtMost64Kb() {
        JsonNode json = upload(api().newShop(), line("LONG") + " ".repeat(65_536) + "\n" + line("SHORT"))
                .is(200)
                .json();

        assertEquals("1 created, 1 rejected", json.path("message").asString());
        assertEquals(
                "/1 too_long",
                json.at("/results/0/errors/0/pointer").asString() + " "
                        + json.at("/results/0/errors/0/code").asString());
    }

    @Test
    default void nothingIsAnEmptyUpload() {
        assertEquals("no orders", upload(api().newShop(), "\n \n").is(200).text("/message"));
    }

    @Test
    default void strictHandlingIsNotPossibleWithNdjson() {
        Shop shop = api().newShop();

        api().send(shop.request("POST", "/api/v2/orders/upload", BodyPublishers.ofString(line("X")))
                        .header("Content-Type", "application/x-ndjson")
                        .header("Prefer", "handling=strict"))
                .isProblem(Problem.INVALID_PARAMETER);
        shop.get("/api/v2/orders/X").isProblem(Problem.ORDER_NOT_FOUND);
    }

    @Test
    @Tag("slow")
    default void silenceEndsItAndWhatCameBeforeIsKeptAndAnswered() {
        try (ServedApi impatient = ServedApi.start(store(), GateContract.limits(Duration.ofSeconds(1)))) {
            Shop shop = impatient.newShop();
            try (RawClient client = new RawClient(impatient.port())) {
                String first = line("Q-1") + "\n";
                client.send("POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
                        + "Transfer-Encoding: chunked\r\nX-API-Key: "
                        + shop.key().text() + "\r\n\r\n"
                        + Integer.toHexString(first.length()) + "\r\n" + first + "\r\n");

                JsonNode json = client.read().is(200).json();

                assertEquals("1 created", json.path("message").asString());
                assertEquals(
                        "no data arrived for 1 s", json.path("endedBecause").asString());
            }
            shop.get("/api/v2/orders/Q-1").is(200);
        }
    }

    /** An upload can last for hours, and its key was checked when it began. */
    @Test
    @Tag("slow")
    default void aKeyThatIsRevokedMeanwhileStoresNothingMore() {
        Shop shop = api().newShop();
        AccountSpace space = new AccountSpace(shop.account(), Mode.LIVE);
        NewKey key = api().accounts()
                .createKey(shop.account(), Mode.LIVE, Set.of(Scope.WRITE), null)
                .orElseThrow();
        try (RawClient client = new RawClient(api().port())) {
            client.send("POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
                    + "Transfer-Encoding: chunked\r\nX-API-Key: " + key.key().text() + "\r\n\r\n"
                    + chunk(line("R-1") + "\n"));
            Waits.until(() -> shop.get("/api/v2/orders/R-1").status() == 200, "the first line is not stored");
            api().accounts().keys().revoke(Actor.operator(), space, key.info().id());

            client.send(chunk(line("R-2") + "\n") + "0\r\n\r\n");

            JsonNode json = client.read().is(200).json();
            assertEquals("1 created", json.path("message").asString());
            assertEquals(
                    "the API key was revoked or has expired; the lines after 1 were not stored",
                    json.path("endedBecause").asString());
        }
        shop.get("/api/v2/orders/R-2").isProblem(Problem.ORDER_NOT_FOUND);
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    @Test
    default void aStoreThatFailsInTheMiddleIsAnsweredWithHowFarItGot() {
        var failing = store().evidence(FailingStore.after(store().records(), 1, () -> new StoreUnavailable("gone")));
        try (ServedApi broken = ServedApi.start(failing, store(), DefaultLimits.DEFAULTS)) {
            Reply reply = upload(broken.newShop(), lines(450));

            String detail = reply.isProblem(Problem.STORE_UNAVAILABLE).text("/detail");
            assertEquals(
                    "The lines up to 200 were processed, and the lines after it were not. Retrying is safe.", detail);
            assertEquals("1", reply.header("Retry-After"));
        }
    }

    @Test
    default void anUnknownOutcomeInTheMiddleIsSaidToBeOne() {
        var failing = store().evidence(FailingStore.after(
                store().records(), 0, () -> new UnknownOutcome("who knows", new Error("e"))));
        try (ServedApi broken = ServedApi.start(failing, store(), DefaultLimits.DEFAULTS)) {
            String detail = upload(broken.newShop(), line("U"))
                    .isProblem(Problem.STORE_UNAVAILABLE)
                    .text("/detail");

            assertTrue(detail.contains("unknown"), detail);
            assertFalse(detail.contains("who knows"), detail);
        }
    }
}
