package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.ServedApi;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What {@code /api/v2/notifications} promises. The server's time is 12:00 on 2026-11-20. */
class NotificationsTest extends OnSqlite {
    private static final String PATH = "/api/v2/notifications";
    private static final String URL = "https://shop.example/changes";

    private static JsonNode put(Shop shop, String body) {
        return shop.put(PATH, body).is(200).json();
    }

    @Test
    void theSecretOfAnEndpointIsShownOnceAndItsChangesAreInTheAuditLog() {
        Shop shop = api().newShop();
        assertEquals("{\"state\":\"none\"}", shop.get(PATH).is(200).text());

        JsonNode made = put(shop, "{\"url\": \"" + URL + "\", \"types\": [\"dispute.opened\"]}");
        String secret = made.path("secret").asString();
        assertTrue(secret.matches("whsec_[A-Za-z0-9+/]{43}="), secret);
        JsonNode shown = shop.get(PATH).is(200).json();
        assertFalse(shown.has("secret"));
        assertEquals(URL, shown.path("url").asString());
        assertEquals("active", shown.path("state").asString());
        assertFalse(put(shop, "{\"url\": \"" + URL + "/2\"}").has("secret"));
        JsonNode rotated = put(shop, "{\"url\": \"" + URL + "/2\", \"rotateSecret\": true}");
        assertTrue(rotated.has("secret") && !rotated.path("secret").asString().equals(secret));
        assertFalse(rotated.has("types"));

        shop.post(PATH + "/replay", "{\"cursor\": \"" + ChangeStore.START + "\"}")
                .is(200);
        shop.send("DELETE", PATH).is(200);
        assertEquals("{\"state\":\"none\"}", shop.send("DELETE", PATH).is(200).text());
        assertEquals(
                List.of(
                        "notifications_removed",
                        "notifications_removed",
                        "notifications_replayed",
                        "notifications_rotated",
                        "notifications_set",
                        "notifications_set"),
                shop.get("/api/v2/account/audit")
                        .is(200)
                        .at("/entries")
                        .valueStream()
                        .map(entry -> entry.path("action").asString())
                        .filter(action -> action.startsWith("notifications"))
                        .sorted()
                        .toList());
    }

    @Test
    void aReplayStartsAtATimeOrBehindACursor() {
        Shop shop = api().newShop();
        String from = "{\"from\": \"2026-11-20T11:00:00Z\"}";
        assertEquals("none", shop.post(PATH + "/replay", from).is(200).text("/state"));
        put(shop, "{\"url\": \"" + URL + "\"}");

        JsonNode replayed = shop.post(PATH + "/replay", from).is(200).json();
        assertEquals(
                ChangeStore.cursor(ServedApi.NOW.minusSeconds(3_600)),
                replayed.path("cursor").asString());
        shop.post(PATH + "/replay", "{}").isProblem(Problem.INVALID_REQUEST);
        shop.post(PATH + "/replay", "{\"from\": \"yesterday\"}").isProblem(Problem.INVALID_REQUEST);
        shop.post(PATH + "/replay", "{\"cursor\": \"1\"}").isProblem(Problem.INVALID_REQUEST);
        shop.post(PATH + "/replay", "{\"from\": \"2026-11-20T12:00:01Z\"}").isProblem(Problem.INVALID_REQUEST);
        shop.post(PATH + "/replay", "{\"cursor\": \"" + "f".repeat(48) + "\"}").isProblem(Problem.INVALID_REQUEST);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                           | url is required
            {"url": "shop.example"}                                      | url must start with https://
            {"url": "https://ann:pw@shop.example"}                       | url must have no user, password or fragment
            {"url": "https://shop.example", "types": ["order.erased"]}   | types must contain only types of changes
            {"url": "https://shop.example", "events": []}                | events
            """)
    void aWrongEndpointIsRefusedWithoutItsAddress(String body, String words) {
        Shop shop = api().newShop();
        String answer = shop.put(PATH, body).isProblem(Problem.INVALID_REQUEST).text();

        assertTrue(answer.contains(words), answer);
        assertFalse(answer.contains("pw@"), answer);
        assertEquals("none", shop.get(PATH).is(200).text("/state"));
    }

    @Test
    void aTestIsAChange() {
        Shop shop = api().newShop();

        JsonNode test = shop.send("POST", PATH + "/test").is(200).json();

        assertEquals("test", test.path("type").asString());
        assertEquals("{}", test.path("data").toString());
    }
}
