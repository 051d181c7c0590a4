package org.orderevidence.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.server.Reply;
import org.orderevidence.http.server.ServedApi;
import org.orderevidence.http.server.ServedStore;
import org.orderevidence.http.server.ServesApi;
import org.orderevidence.http.wire.Problem;
import org.orderevidence.order.AccountSpace.Mode;
import tools.jackson.databind.JsonNode;

/** Keys that are administered over HTTP. */
public interface KeysContract extends ServesApi {
    String KEYS = "/api/v2/keys";

    ServedStore store();

    private static Reply create(Shop shop, String json) {
        return shop.post(KEYS, json);
    }

    private static Reply rotate(Shop shop, String id, long graceSeconds) {
        return shop.post(KEYS + "/" + id + "/rotate", "{\"graceSeconds\": " + graceSeconds + "}");
    }

    private static Reply revoke(Shop shop, String id) {
        return shop.send("DELETE", KEYS + "/" + id);
    }

    private static ApiKey text(JsonNode made) {
        return new ApiKey(made.path("key").asString());
    }

    private static String id(JsonNode key) {
        return key.path("id").asString();
    }

    private static JsonNode listed(JsonNode list, String id) {
        return list.path("keys")
                .valueStream()
                .filter(key -> id(key).equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The ID of the key that the shop itself uses, as long as it is the only one of its account. */
    private static String ownId(Shop shop) {
        return id(shop.get(KEYS).is(200).json().path("keys").path(0));
    }

    @Test
    default void aNewKeyWorksAtOnceAndIsShownOnce() {
        Shop shop = api().newShop();

        Reply created = create(
                shop,
                "{\"label\": \"till 4\", \"scopes\": [\"read\", \"write\"], \"expiresAt\": \"2027-01-31T00:00:00Z\"}");

        JsonNode key = created.is(201).json();
        assertEquals("private, no-store", created.header("Cache-Control"));
        assertTrue(text(key).text().startsWith("oe_live_"), "the key says that it is live");
        Shop till = shop.with(text(key));
        till.uploadOne("A-1");
        till.get("/api/v2/orders/A-1").is(200);
        till.get(KEYS).isProblem(Problem.KEY_SCOPE);

        Reply list = shop.get(KEYS).is(200);
        JsonNode listed = listed(list.json(), id(key));
        assertEquals(
                "{\"id\":\"" + id(key)
                        + "\",\"label\":\"till 4\",\"mode\":\"live\",\"scopes\":[\"read\",\"write\"],\"state\":\"active\","
                        + "\"createdAt\":\"2026-11-20T12:00:00Z\",\"expiresAt\":\"2027-01-31T00:00:00Z\","
                        + "\"endsAt\":\"2027-01-31T00:00:00Z\",\"lastUsedOn\":\"2026-11-20\"}",
                listed.toString());
        assertFalse(list.text().contains(text(key).text()), "a list never shows a key");
    }

    @Test
    default void aRepeatedRequestMakesAnotherKey() {
        Shop shop = api().newShop();

        JsonNode first = create(shop, "{\"scopes\": [\"read\"]}").is(201).json();
        JsonNode second = create(shop, "{\"scopes\": [\"read\"]}").is(201).json();

        assertNotEquals(id(first), id(second));
        assertNotEquals(text(first).text(), text(second).text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                                  | ` wrong_type`",
                "{}                                                  | /scopes required",
                "{\"scopes\": []}                                    | /scopes required",
                "{\"scopes\": null}                                  | /scopes required",
                "{\"scopes\": \"read\"}                              | /scopes wrong_type",
                "{\"scopes\": [\"READ\"]}                            | /scopes unknown_value",
                "{\"scopes\": [\"read\", \"root\"]}                  | /scopes unknown_value",
                "{\"scopes\": [1]}                                   | /scopes unknown_value",
                "{\"scopes\": [[\"read\"]]}                          | /scopes unknown_value",
                "{\"scopes\": [\"read\"], \"label\": 1}              | /label wrong_type",
                "{\"scopes\": [\"read\"], \"label\": \"a\\nb\"}      | /label control_character",
                "{\"scopes\": [\"read\"], \"label\": \"4111111111111111\"} | /label card_number",
                "{\"scopes\": [\"read\"], \"expiresAt\": \"2027-01-31\"} | /expiresAt invalid_date",
                "{\"scopes\": [\"read\"], \"expiresAt\": \"soon\"}   | /expiresAt invalid_date",
                "{\"scopes\": [\"read\"], \"expiresAt\": 1795176000} | /expiresAt wrong_type",
                "{\"scopes\": [\"read\"], \"expiresAt\": \"2026-11-20T12:00:00Z\"} | /expiresAt out_of_range",
                "{\"scopes\": [\"read\"], \"expiresAt\": \"2026-11-20T12:00:00.9Z\"} | /expiresAt out_of_range",
                "{\"scopes\": [\"read\"], \"expires\": \"2027-01-31T00:00:00Z\"} | /expires unknown_field",
                "{\"scopes\": [\"read\"], \"mode\": \"test\"}        | /mode unknown_field",
                "{\"scopes\": [\"read\"], \"account\": \"other\"}    | /account unknown_field",
            })
    default void aBadKeyIsRefusedWithItsFault(String body, String error) {
        Shop shop = api().newShop();

        assertEquals(
                List.of(error),
                create(shop, body).isProblem(Problem.INVALID_REQUEST).errors());
        assertEquals(1, shop.get(KEYS).json().path("keys").size());
    }

    @Test
    default void aLabelHasAtMostAHundredCharacters() {
        Shop shop = api().newShop();
        String most = "é".repeat(100);

        assertEquals(
                most,
                create(shop, "{\"scopes\": [\"read\"], \"label\": \"" + most + "\"}")
                        .is(201)
                        .json()
                        .path("label")
                        .asString());
        assertEquals(
                List.of("/label too_long"),
                create(shop, "{\"scopes\": [\"read\"], \"label\": \"" + most + "x\"}")
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
        create(shop, "{\"label\": \"" + "x".repeat(DefaultLimits.DEFAULTS.bodyBytes()) + "\"}")
                .isProblem(Problem.TOO_LARGE);
    }

    @Test
    default void onlyAdminKeysAdminister() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        for (Scope scope : List.of(Scope.READ, Scope.WRITE, Scope.LOOKUP)) {
            Shop weak = shop.with(api().key(shop.account(), Mode.LIVE, scope));

            weak.get(KEYS).isProblem(Problem.KEY_SCOPE);
            create(weak, "{\"scopes\": [\"admin\"]}").isProblem(Problem.KEY_SCOPE);
            rotate(weak, own, 0).isProblem(Problem.KEY_SCOPE);
            revoke(weak, own).isProblem(Problem.KEY_SCOPE);
            weak.get("/api/v2/account").isProblem(Problem.KEY_SCOPE);
            weak.get("/api/v2/account/audit").isProblem(Problem.KEY_SCOPE);
            weak.send("PUT", "/api/v2/account", "application/json", "{}").isProblem(Problem.KEY_SCOPE);
        }
        Shop lookup = shop.with(api().key(shop.account(), Mode.LIVE, Scope.LOOKUP));
        lookup.get("/api/v2/orders").isProblem(Problem.KEY_SCOPE);
        lookup.uploadForbidden();
    }

    @Test
    default void withoutGraceTheOldKeyIsRefusedAtOnce() {
        Shop shop = api().newShop();
        JsonNode old = create(shop, "{\"label\": \"till\", \"scopes\": [\"read\"]}")
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
        JsonNode old = create(shop, "{\"scopes\": [\"read\"]}").is(201).json();

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
        JsonNode old = create(shop, "{\"scopes\": [\"read\"]}").is(201).json();
        rotate(shop, id(old), 60).is(201);

        rotate(shop, id(old), 3_600).isProblem(Problem.KEY_CONFLICT);

        revoke(shop, id(old)).is(200);
        rotate(shop, id(old), 3_600).isProblem(Problem.KEY_CONFLICT);
        assertEquals(3, shop.get(KEYS).json().path("keys").size());
    }

    @Test
    default void aKeyThatIsRevokedInItsGraceIsRefusedAtOnce() {
        Shop shop = api().newShop();
        JsonNode old = create(shop, "{\"scopes\": [\"read\"]}").is(201).json();
        JsonNode made = rotate(shop, id(old), 3_600).is(201).json();
        shop.with(text(old)).get("/api/v2/orders").is(200);

        assertEquals(
                "revoked", revoke(shop, id(old)).is(200).json().path("state").asString());

        shop.with(text(old)).get("/api/v2/orders").isProblem(Problem.KEY_UNKNOWN);
        shop.with(text(made)).get("/api/v2/orders").is(200);
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

    @Test
    default void aKeyInItsGraceMakesNoKeyThatOutlivesIt() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode other = create(shop, "{\"scopes\": [\"read\"]}").is(201).json();
        JsonNode successor = rotate(shop, own, 3_600).is(201).json();

        Reply forever = create(shop, "{\"scopes\": [\"admin\"]}").isProblem(Problem.INVALID_REQUEST);
        assertEquals(List.of("/expiresAt out_of_range"), forever.errors());
        assertTrue(forever.text().contains("2026-11-20T13:00:00Z"), forever::text);
        create(shop, "{\"scopes\": [\"admin\"], \"expiresAt\": \"2026-11-20T13:00:01Z\"}")
                .isProblem(Problem.INVALID_REQUEST);
        rotate(shop, id(other), 0).isProblem(Problem.KEY_CONFLICT);
        rotate(shop, id(successor), 0).isProblem(Problem.KEY_CONFLICT);
        create(shop, "{\"scopes\": [\"admin\"], \"expiresAt\": \"2026-11-20T13:00:00Z\"}")
                .is(201);
    }

    @Test
    default void aKeyThatExpiresMakesNoKeyThatOutlivesIt() {
        Shop shop = api().newShop();
        String forever = ownId(shop);
        JsonNode brief = create(shop, "{\"scopes\": [\"admin\"], \"expiresAt\": \"2026-12-01T00:00:00Z\"}")
                .is(201)
                .json();
        Shop contractor = shop.with(text(brief));

        create(contractor, "{\"scopes\": [\"read\"]}").isProblem(Problem.INVALID_REQUEST);
        rotate(contractor, forever, 0).isProblem(Problem.KEY_CONFLICT);
        JsonNode own = rotate(contractor, id(brief), 0).is(201).json();

        assertEquals("2026-12-01T00:00:00Z", own.path("expiresAt").asString());
    }

    @Test
    default void theLastAdminKeyCannotBeRevoked() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        create(shop, "{\"scopes\": [\"read\", \"write\", \"lookup\"]}").is(201);

        revoke(shop, own).isProblem(Problem.KEY_CONFLICT);
        shop.get(KEYS).is(200);

        JsonNode second = create(shop, "{\"scopes\": [\"admin\"]}").is(201).json();
        revoke(shop, own).is(200);
        shop.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        revoke(shop.with(text(second)), id(second)).isProblem(Problem.KEY_CONFLICT);
    }

    @Test
    default void revokingTwiceIsRevokingOnce() {
        Shop shop = api().newShop();
        JsonNode key = create(shop, "{\"scopes\": [\"read\"]}").is(201).json();

        JsonNode once = revoke(shop, id(key)).is(200).json();
        JsonNode twice = revoke(shop, id(key)).is(200).json();

        assertEquals(once, twice);
        assertEquals("2026-11-20T12:00:00Z", once.path("endsAt").asString());
        rotate(shop, id(key), 0).isProblem(Problem.KEY_CONFLICT);
    }

    @Test
    default void anotherAccountsKeyAndAnUnknownOneLookTheSame() {
        Shop shop = api().newShop();
        Shop other = api().newShop();
        String foreign = ownId(other);

        for (String id : List.of(foreign, "key_unknown", "KEY", "x".repeat(65), "key_%61")) {
            for (Reply reply : List.of(revoke(shop, id), rotate(shop, id, 0))) {
                reply.isProblem(Problem.KEY_NOT_FOUND);
                assertEquals(
                        "This account has no key with this ID in the mode of this key.",
                        reply.json().path("detail").asString());
            }
        }
        shop.get(KEYS + "?cursor=" + foreign).isProblem(Problem.INVALID_PARAMETER);
        other.get(KEYS).is(200);
    }

    @Test
    default void aTestKeySeesAndMakesOnlyTestKeys() {
        Shop live = api().newShop();
        Shop test = live.with(api().key(live.account(), Mode.TEST, Scope.ADMIN));
        String liveId = ownId(live);
        String testId = ownId(test);

        JsonNode made = create(test, "{\"scopes\": [\"admin\"]}").is(201).json();

        assertEquals("test", made.path("mode").asString());
        assertTrue(text(made).text().startsWith("oe_test_"), "the key says that it is a test key");
        assertEquals(1, live.get(KEYS).json().path("keys").size());
        assertEquals(2, test.get(KEYS).json().path("keys").size());
        revoke(test, liveId).isProblem(Problem.KEY_NOT_FOUND);
        rotate(test, liveId, 0).isProblem(Problem.KEY_NOT_FOUND);
        revoke(live, testId).isProblem(Problem.KEY_NOT_FOUND);
        test.get(KEYS + "?cursor=" + liveId).isProblem(Problem.INVALID_PARAMETER);
    }

    @Test
    default void keysAreListedInPagesOldestFirst() {
        Shop shop = api().newShop();
        List<String> ids = new ArrayList<>(List.of(ownId(shop)));
        for (int i = 0; i < 4; i++) {
            ids.add(id(create(shop, "{\"scopes\": [\"read\"]}").is(201).json()));
        }

        List<String> listed = new ArrayList<>();
        JsonNode page = shop.get(KEYS + "?per=2").is(200).json();
        page.path("keys").forEach(key -> listed.add(id(key)));
        while (page.has("nextCursor")) {
            page = shop.get(KEYS + "?per=2&cursor=" + page.path("nextCursor").asString())
                    .is(200)
                    .json();
            assertTrue(page.path("keys").size() <= 2, page::toString);
            page.path("keys").forEach(key -> listed.add(id(key)));
        }

        // The clock of the test stands still: keys of one moment are listed by ID.
        assertEquals(ids.stream().sorted().toList(), listed.stream().sorted().toList());
        assertEquals(Set.copyOf(listed).size(), listed.size());
        for (String query : List.of("per=0", "per=101", "per=x", "cursor=", "cursor=key_unknown", "page=1")) {
            shop.get(KEYS + "?" + query).isProblem(Problem.INVALID_PARAMETER);
        }
    }

    @Test
    default void anotherInstanceSeesARevocationWithinFiveSeconds() throws InterruptedException {
        Shop shop = api().newShop();
        JsonNode key = create(shop, "{\"scopes\": [\"admin\"]}").is(201).json();
        try (ServedApi instance = ServedApi.start(store(), DefaultLimits.DEFAULTS)) {
            Shop elsewhere = new Shop(instance, shop.account(), text(key));
            elsewhere.get(KEYS).is(200);

            revoke(shop, id(key)).is(200);
            long revoked = System.nanoTime();

            // A change is refused at once, whatever the cache holds.
            create(elsewhere, "{\"scopes\": [\"admin\"]}").isProblem(Problem.KEY_UNKNOWN);
            rotate(elsewhere, id(key), 0).isProblem(Problem.KEY_UNKNOWN);
            while (elsewhere.get(KEYS).status() == 200) {
                long waited = System.nanoTime() - revoked;
                assertTrue(waited < Accounts.SEEN_WITHIN.toNanos(), Duration.ofNanos(waited)::toString);
                Thread.sleep(50);
            }
            elsewhere.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        }
    }

    @Test
    default void everyChangeHasAnEntryInTheAuditLog() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode old = create(shop, "{\"label\": \"till\", \"scopes\": [\"read\"]}")
                .is(201)
                .json();
        JsonNode made = rotate(shop, id(old), 60).is(201).json();
        revoke(shop, id(old)).is(200);
        revoke(shop, id(old)).is(200);
        rotate(shop, id(old), 60).isProblem(Problem.KEY_CONFLICT);
        shop.send("PUT", "/api/v2/account", "application/json", "{}").is(200);

        Reply log = shop.get("/api/v2/account/audit").is(200);

        List<String> entries = new ArrayList<>();
        for (JsonNode entry : log.json().path("entries")) {
            entries.add(
                    entry.path("actor").asString() + " " + entry.path("action").asString() + " "
                            + entry.path("keyId").asString("-") + " "
                            + entry.path("newKeyId").asString("-"));
        }
        // The clock of the test stands still, so entries of one moment have no order.
        assertEquals(
                Set.of(
                        "cli key_created " + own + " -",
                        own + " key_created " + id(old) + " -",
                        own + " key_rotated " + id(old) + " " + id(made),
                        own + " key_revoked " + id(old) + " -",
                        own + " profile_changed - -"),
                Set.copyOf(entries));
        assertEquals(5, entries.size());
        assertFalse(log.text().contains("oe_live_"), "the log has no secrets");

        JsonNode first = shop.get("/api/v2/account/audit?per=3").is(200).json();
        JsonNode rest = shop.get("/api/v2/account/audit?per=3&cursor="
                        + first.path("nextCursor").asString())
                .is(200)
                .json();
        assertEquals(3, first.path("entries").size());
        assertEquals(2, rest.path("entries").size());
        assertFalse(rest.has("nextCursor"), rest::toString);
        shop.get("/api/v2/account/audit?cursor=x").isProblem(Problem.INVALID_PARAMETER);
    }

    @Test
    default void anAuditLogIsOfItsOwnAccountAndMode() {
        Shop live = api().newShop();
        Shop test = live.with(api().key(live.account(), Mode.TEST, Scope.ADMIN));
        create(live, "{\"scopes\": [\"read\"]}").is(201);

        assertEquals(2, live.get("/api/v2/account/audit").json().path("entries").size());
        assertEquals(1, test.get("/api/v2/account/audit").json().path("entries").size());
        assertEquals(
                1,
                api().newShop()
                        .get("/api/v2/account/audit")
                        .json()
                        .path("entries")
                        .size());
    }
}
