package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.orderevidence.api.KeyCalls.KEYS;
import static org.orderevidence.api.KeyCalls.createKey;
import static org.orderevidence.api.KeyCalls.id;
import static org.orderevidence.api.KeyCalls.listed;
import static org.orderevidence.api.KeyCalls.ownId;
import static org.orderevidence.api.KeyCalls.revoke;
import static org.orderevidence.api.KeyCalls.rotate;
import static org.orderevidence.api.KeyCalls.text;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.http.ServesApi;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Keys that are replaced over HTTP. */
public interface KeyRotationContract extends ServesApi {
    @Test
    default void withoutGraceTheOldKeyIsRefusedAtOnce() {
        Shop shop = api().newShop();
        JsonNode old = createKey(shop, "{\"label\": \"till\", \"scopes\": [\"read\"]}")
                .is(201)
                .json();

        JsonNode made = rotate(shop, id(old), 0).is(201).json();

        shop.with(text(old)).get("/api/v2/orders").isProblem(Problem.KEY_UNKNOWN);
        shop.with(text(made)).get("/api/v2/orders").is(200);
        shop.with(text(made)).get(KEYS).isProblem(Problem.KEY_SCOPE);
        assertEquals("till", made.path("label").asString());
        assertEquals("[\"read\"]", made.path("scopes").toString());
        assertEquals("revoked", made.path("replaces").path("state").asString());
        assertEquals(id(made), made.path("replaces").path("replacedBy").asString());
    }

    @Test
    default void withGraceBothKeysWorkUntilItEnds() {
        Shop shop = api().newShop();
        JsonNode old = createKey(shop, "{\"scopes\": [\"read\"]}").is(201).json();

        JsonNode made = rotate(shop, id(old), 3_600).is(201).json();

        shop.with(text(old)).get("/api/v2/orders").is(200);
        shop.with(text(made)).get("/api/v2/orders").is(200);
        JsonNode listed = listed(shop.get(KEYS).json(), id(old));
        assertEquals("grace", listed.path("state").asString());
        assertEquals("2026-11-20T13:00:00Z", listed.path("endsAt").asString());
        assertFalse(listed.has("expiresAt"), listed.toString());
    }

    @Test
    default void aKeyIsRotatedOnce() {
        Shop shop = api().newShop();
        JsonNode old = createKey(shop, "{\"scopes\": [\"read\"]}").is(201).json();
        rotate(shop, id(old), 60).is(201);

        rotate(shop, id(old), 3_600).isProblem(Problem.KEY_CONFLICT);

        revoke(shop, id(old)).is(200);
        rotate(shop, id(old), 3_600).isProblem(Problem.KEY_CONFLICT);
        assertEquals(3, shop.get(KEYS).json().path("keys").size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                    | /graceSeconds required",
                "{\"graceSeconds\": -1}                | /graceSeconds out_of_range",
                "{\"graceSeconds\": 2592001}           | /graceSeconds out_of_range",
                "{\"graceSeconds\": 1e3}               | /graceSeconds not_an_integer",
                "{\"graceSeconds\": \"60\"}            | /graceSeconds wrong_type",
                "{\"graceSeconds\": 1, \"scopes\": []} | /scopes unknown_field",
            })
    default void aBadGraceTimeIsRefused(String body, String error) {
        Shop shop = api().newShop();

        assertEquals(
                List.of(error),
                shop.post(KEYS + "/" + ownId(shop) + "/rotate", body)
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
    }

    @Test
    default void theGraceIsAtMostThirtyDays() {
        Shop shop = api().newShop();

        JsonNode made = rotate(shop, ownId(shop), 2_592_000).is(201).json();

        assertEquals(
                "2026-12-20T12:00:00Z", made.path("replaces").path("endsAt").asString());
    }

    @Test
    default void aKeyCanRotateItself() {
        Shop shop = api().newShop();

        JsonNode made = rotate(shop, ownId(shop), 0).is(201).json();

        shop.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        shop.with(text(made)).get(KEYS).is(200);
    }
}
