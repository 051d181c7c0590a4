package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What {@code POST /api/v2/orders/upload} promises of JSON. */
interface UploadContract extends ServesApi {
    private static String order(String id, String more) {
        return Shop.ORDER.formatted(id).replace("}", ", " + more + "}");
    }

    private static List<String> outcomes(Reply reply) {
        return reply.json()
                .path("results")
                .valueStream()
                .map(r -> r.path("index").asInt() + " " + r.path("id").asString("-") + " "
                        + r.path("outcome").asString())
                .toList();
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
        JsonNode error = json.path("results").path(2).path("errors").path(0);
        assertEquals("/orders/2/last4", error.path("pointer").asString());
        assertEquals("invalid_format", error.path("code").asString());
        shop.get("/api/v2/orders/A-9").isProblem(Problem.ORDER_NOT_FOUND);
        assertTrue(shop.get("/api/v2/orders/A-2")
                .json()
                .path("charge")
                .path("refunded")
                .asBoolean());
    }

    @Test
    default void lowerRevisionIsStaleAndChangesNothing() {
        Shop shop = api().newShop();
        shop.upload(order("R", "\"revision\": 7")).is(200);

        Reply reply = shop.upload(order("R", "\"revision\": 6, \"refunded\": true"));

        assertEquals(List.of("0 R stale"), outcomes(reply.is(200)));
        assertEquals(
                7, reply.json().path("results").path(0).path("heldRevision").asInt());
        assertFalse(shop.get("/api/v2/orders/R")
                .json()
                .path("charge")
                .path("refunded")
                .asBoolean());
    }

    @Test
    default void unknownFieldsAreNamedAsWarnings() {
        Reply reply = api().newShop().upload(order("W", "\"amuont\": 1"));

        JsonNode warning =
                reply.is(200).json().path("results").path(0).path("warnings").path(0);
        assertEquals("/orders/0/amuont", warning.path("pointer").asString());
        assertEquals("unknown_field", warning.path("code").asString());
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
                json.path("results")
                        .path(998)
                        .path("errors")
                        .path(0)
                        .path("pointer")
                        .asString());
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
        assertTrue(refused.json().path("errorsTruncated").asBoolean());
        assertEquals("id is required", refused.json().path("detail").asString());

        Reply tooMany = shop.post("/api/v2/orders/upload", "{\"orders\": [" + "{},".repeat(1_000) + "{}]}");
        assertEquals(
                List.of("/orders too_many"),
                tooMany.isProblem(Problem.INVALID_REQUEST).errors());
    }

    @Test
    default void anIdOf128EmojisIsKeptAndFound() {
        Shop shop = api().newShop();
        String id = "\ud83d\ude00".repeat(128);

        shop.uploadOne(id);

        shop.get("/api/v2/orders/" + URLEncoder.encode(id, StandardCharsets.UTF_8))
                .is(200);
        assertEquals(
                id,
                shop.get("/api/v2/orders?per=1")
                        .json()
                        .path("orders")
                        .path(0)
                        .path("id")
                        .asString());
        assertEquals(
                List.of("0 - rejected"),
                outcomes(shop.upload(Shop.ORDER.formatted(id + "x")).is(200)));
    }

    @Test
    default void strictHandlingKeepsAllOrNothing() {
        Shop shop = api().newShop();

        Reply refused = strict(
                shop, "{\"orders\": [" + Shop.ORDER.formatted("S-1") + "," + order("S-2", "\"amuont\": 1") + "]}");
        assertEquals(
                List.of("/orders/1/amuont unknown_field"),
                refused.isProblem(Problem.INVALID_REQUEST).errors());
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

        assertEquals(
                List.of("/orders required"),
                shop.post("/api/v2/orders/upload", "{\"orders\": []}")
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
        assertEquals(
                List.of("/orders required"),
                shop.post("/api/v2/orders/upload", "{}")
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
        assertEquals(
                List.of("/orders too_many"),
                shop.post("/api/v2/orders/upload", thousandAndOne)
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
        assertEquals(
                List.of("/orders wrong_type"),
                shop.post("/api/v2/orders/upload", "{\"orders\": 7}")
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
    }

    @Test
    default void whatIsNoOrderIsRejectedByItself() {
        Reply reply = api().newShop().post("/api/v2/orders/upload", "{\"orders\": [7, null, [], \"x\"]}");

        assertEquals(List.of("0 - rejected", "1 - rejected", "2 - rejected", "3 - rejected"), outcomes(reply.is(200)));
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
        assertEquals(
                "too_long",
                reply.json()
                        .path("results")
                        .path(0)
                        .path("errors")
                        .path(0)
                        .path("code")
                        .asString());
    }
}
