package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.api.KeyCalls.KEYS;
import static org.orderevidence.api.KeyCalls.createKey;
import static org.orderevidence.api.KeyCalls.id;
import static org.orderevidence.api.KeyCalls.listed;
import static org.orderevidence.api.KeyCalls.ownId;
import static org.orderevidence.api.KeyCalls.revoke;
import static org.orderevidence.api.KeyCalls.rotate;
import static org.orderevidence.api.KeyCalls.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Keys are made, listed and rotated. */
public interface KeysContract extends ServesApi {
    String ADMIN = "{\"scopes\": [\"admin\"]}";
    String READ = "{\"scopes\": [\"read\"]}";

    @Test
    default void aNewKeyWorksAtOnceAndIsShownOnce() {
        Shop shop = api().newShop();

        Reply created = createKey(
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                                  | ` wrong_type`",
                "{}                                                  | /scopes required",
                "{\"scopes\": []}                                    | /scopes required",
                "{\"scopes\": \"read\"}                              | /scopes wrong_type",
                "{\"scopes\": [\"READ\"]}                            | /scopes unknown_value",
                "{\"scopes\": [\"read\", \"root\"]}                  | /scopes unknown_value",
                "{\"scopes\": [[\"read\"]]}                          | /scopes unknown_value",
                "{\"scopes\": [\"read\"], \"label\": \"a\\nb\"}      | /label control_character",
                "{\"scopes\": [\"read\"], \"label\": \"4111111111111111\"} | /label card_number",
                "{\"scopes\": [\"read\"], \"expiresAt\": \"2027-01-31\"} | /expiresAt invalid_date",
                "{\"scopes\": [\"read\"], \"expiresAt\": 1795176000} | /expiresAt wrong_type",
                "{\"scopes\": [\"read\"], \"expiresAt\": \"2026-11-20T12:00:00Z\"} | /expiresAt out_of_range",
                "{\"scopes\": [\"read\"], \"expires\": \"2027-01-31T00:00:00Z\"} | /expires unknown_field",
                "{\"scopes\": [\"read\"], \"mode\": \"both\"}        | /mode unknown_value",
                "{\"scopes\": [\"read\"], \"account\": \"other\"}    | /account unknown_field",
            })
    default void aBadKeyIsRefusedWithItsFault(String body, String error) {
        Shop shop = api().newShop();

        createKey(shop, body).isProblem(Problem.INVALID_REQUEST, error);
        assertEquals(1, shop.get(KEYS).at("/keys").size());
    }

    @Test
    default void aLiveKeyCreatesTestKeysAndATestKeyNoLiveOnes() {
        Shop live = api().newShop();
        JsonNode made = createKey(live, "{\"scopes\": [\"admin\"], \"mode\": \"test\"}")
                .is(201)
                .json();
        assertEquals("test", made.path("mode").asString());
        assertTrue(text(made).text().startsWith("oe_test_"));
        assertEquals(1, live.get(KEYS).at("/keys").size());

        Shop test = live.with(text(made));
        test.uploadOne("T");
        live.get("/api/v2/orders/T").isProblem(Problem.ORDER_NOT_FOUND);
        createKey(test, "{\"scopes\": [\"read\"], \"mode\": \"live\"}").isProblem(Problem.KEY_SCOPE);
        assertEquals("test", createKey(test, "{\"scopes\": [\"read\"]}").is(201).text("/mode"));
    }

    @Test
    default void aLabelHasAtMostAHundredCharacters() {
        Shop shop = api().newShop();
        String most = "é".repeat(100);

        assertEquals(
                most,
                createKey(shop, "{\"scopes\": [\"read\"], \"label\": \"" + most + "\"}")
                        .is(201)
                        .text("/label"));
        createKey(shop, "{\"scopes\": [\"read\"], \"label\": \"" + most + "x\"}")
                .isProblem(Problem.INVALID_REQUEST, "/label too_long");
        createKey(shop, "{\"label\": \"" + "x".repeat(DefaultLimits.DEFAULTS.bodyBytes()) + "\"}")
                .isProblem(Problem.TOO_LARGE);
    }

    @Test
    default void aKeyInItsGraceMakesNoKeyThatOutlivesIt() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode other = createKey(shop, "{\"scopes\": [\"read\"]}").is(201).json();
        JsonNode successor = rotate(shop, own, 3_600).is(201).json();

        Reply forever = createKey(shop, "{\"scopes\": [\"admin\"]}").isProblem(Problem.INVALID_REQUEST);
        assertEquals(List.of("/expiresAt out_of_range"), forever.errors());
        assertTrue(forever.text().contains("2026-11-20T13:00:00Z"), forever::text);
        createKey(shop, "{\"scopes\": [\"admin\"], \"expiresAt\": \"2026-11-20T13:00:01Z\"}")
                .isProblem(Problem.INVALID_REQUEST);
        rotate(shop, id(other), 0).isProblem(Problem.KEY_CONFLICT);
        rotate(shop, id(successor), 0).isProblem(Problem.KEY_CONFLICT);
        createKey(shop, "{\"scopes\": [\"admin\"], \"expiresAt\": \"2026-11-20T13:00:00Z\"}")
                .is(201);
    }

    @Test
    default void aKeyThatExpiresMakesNoKeyThatOutlivesIt() {
        Shop shop = api().newShop();
        String forever = ownId(shop);
        JsonNode brief = createKey(shop, "{\"scopes\": [\"admin\"], \"expiresAt\": \"2026-12-01T00:00:00Z\"}")
                .is(201)
                .json();
        Shop contractor = shop.with(text(brief));

        createKey(contractor, "{\"scopes\": [\"read\"]}").isProblem(Problem.INVALID_REQUEST);
        rotate(contractor, forever, 0).isProblem(Problem.KEY_CONFLICT);
        JsonNode own = rotate(contractor, id(brief), 0).is(201).json();

        assertEquals("2026-12-01T00:00:00Z", own.path("expiresAt").asString());
    }

    @Test
    default void keysAreListedInPagesOldestFirst() {
        Shop shop = api().newShop();
        List<String> ids = new ArrayList<>(List.of(ownId(shop)));
        for (int i = 0; i < 4; i++) {
            ids.add(id(createKey(shop, "{\"scopes\": [\"read\"]}").is(201).json()));
        }

        List<List<String>> pages = shop.pages(KEYS + "?per=2", "keys", "id");
        List<String> listed = pages.stream().flatMap(List::stream).toList();
        assertEquals(List.of(2, 2, 1), pages.stream().map(List::size).toList());

        // The clock of the test stands still: keys of one moment are listed by ID.
        assertEquals(ids.stream().sorted().toList(), listed.stream().sorted().toList());
        assertEquals(Set.copyOf(listed).size(), listed.size());
        for (String query : List.of("per=0", "per=101", "per=x", "cursor=", "cursor=key_unknown", "page=1")) {
            shop.get(KEYS + "?" + query).isProblem(Problem.INVALID_PARAMETER);
        }
    }

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
        assertEquals("revoked", made.at("/replaces/state").asString());
        assertEquals(id(made), made.at("/replaces/replacedBy").asString());
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                    | /graceSeconds required
            {"graceSeconds": -1}                | /graceSeconds out_of_range
            {"graceSeconds": 2592001}           | /graceSeconds out_of_range
            {"graceSeconds": 1e3}               | /graceSeconds not_an_integer
            {"graceSeconds": "60"}            | /graceSeconds wrong_type
            {"graceSeconds": 1, "scopes": []} | /scopes unknown_field
            """)
    default void aBadGraceTimeIsRefused(String body, String error) {
        Shop shop = api().newShop();

        shop.post(KEYS + "/" + ownId(shop) + "/rotate", body).isProblem(Problem.INVALID_REQUEST, error);
    }

    @Test
    default void theGraceIsAtMostThirtyDays() {
        Shop shop = api().newShop();

        JsonNode made = rotate(shop, ownId(shop), 2_592_000).is(201).json();

        assertEquals("2026-12-20T12:00:00Z", made.at("/replaces/endsAt").asString());
    }

    @Test
    default void aKeyCanRotateItself() {
        Shop shop = api().newShop();

        JsonNode made = rotate(shop, ownId(shop), 0).is(201).json();

        shop.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        shop.with(text(made)).get(KEYS).is(200);
    }

    ServedStore store();

    /** Serves the same store with something that happens before and after changes of keys. */
    private ServedApi instance(Consumer<String> before, Consumer<String> after) {
        return ServedApi.start(
                store().with(new WatchedAccounts(store().records(), before, after)), DefaultLimits.DEFAULTS);
    }

    /** An instance on which something happens once, after a request made a change of a key. */
    private ServedApi after(String change, Runnable then) {
        AtomicBoolean done = new AtomicBoolean();
        return instance(made -> {}, made -> {
            if (made.equals(change) && done.compareAndSet(false, true)) {
                then.run();
            }
        });
    }

    /** An instance on which each such change of a key fails before it does anything. */
    private ServedApi failingBefore(String change) {
        return instance(
                made -> {
                    if (made.equals(change)) {
                        throw new StoreUnavailable("down");
                    }
                },
                made -> {});
    }

    private static void fail(Supplier<RuntimeException> failure) {
        throw failure.get();
    }

    private static Set<String> ids(Shop shop) {
        return shop.get(KEYS)
                .is(200)
                .at("/keys")
                .valueStream()
                .map(KeyCalls::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void assertNothingStored(Reply reply) {
        reply.isProblem(Problem.STORE_UNAVAILABLE);
        assertEquals("Nothing was stored. Retrying is safe.", reply.text("/detail"));
        assertEquals("1", reply.header("Retry-After"));
    }

    private static void assertUnknown(Reply reply) {
        reply.isProblem(Problem.STORE_UNAVAILABLE);
        String detail = reply.text("/detail");
        assertTrue(detail.startsWith("It is unknown whether "), detail);
        assertTrue(detail.contains("GET /api/v2/keys"), detail);
        assertEquals("", reply.header("Retry-After"), "a program must not repeat it");
    }

    @Test
    default void aKeyThatIsRevokedMeanwhileCreatesNoKey() {
        Shop shop = api().newShop();
        JsonNode stolen = createKey(shop, ADMIN).is(201).json();
        Set<String> before = ids(shop);
        try (ServedApi instance =
                after("createKey", () -> revoke(shop, id(stolen)).is(200))) {
            Shop thief = new Shop(instance, shop.account(), text(stolen));

            createKey(thief, ADMIN).isProblem(Problem.KEY_UNKNOWN);

            assertEquals(before, ids(shop));
            String log = shop.get("/api/v2/account/audit").text();
            assertFalse(log.contains("\"actor\":\"" + id(stolen)), log);
        }
    }

    @Test
    default void aKeyThatIsRevokedMeanwhileRotatesNoKey() {
        Shop shop = api().newShop();
        JsonNode stolen = createKey(shop, ADMIN).is(201).json();
        JsonNode till = createKey(shop, READ).is(201).json();
        Set<String> before = ids(shop);
        try (ServedApi instance =
                after("createKey", () -> revoke(shop, id(stolen)).is(200))) {
            Shop thief = new Shop(instance, shop.account(), text(stolen));

            rotate(thief, id(till), 0).isProblem(Problem.KEY_UNKNOWN);

            assertEquals(before, ids(shop));
            shop.with(text(till)).get("/api/v2/orders").is(200);
            assertFalse(listed(shop.get(KEYS).json(), id(till)).has("replacedBy"));
        }
    }

    @Test
    default void aKeyThatIsReplacedMeanwhileCreatesNoKeyThatOutlivesIt() {
        Shop shop = api().newShop();
        JsonNode contractor = createKey(shop, ADMIN).is(201).json();
        Set<String> expected = ids(shop);
        AtomicReference<String> successor = new AtomicReference<>("");
        try (ServedApi instance = after(
                "createKey",
                () -> successor.set(id(rotate(shop, id(contractor), 60).is(201).json())))) {
            createKey(new Shop(instance, shop.account(), text(contractor)), ADMIN)
                    .isProblem(Problem.INVALID_REQUEST);

            expected.add(successor.get());
            assertEquals(expected, ids(shop));
        }
    }

    @Test
    default void aKeyThatMayBeStoredIsNotCalledNothing() {
        Shop shop = api().newShop();
        try (ServedApi instance =
                after("createKey", () -> fail(() -> new UnknownOutcome("no answer", new IllegalStateException())))) {
            assertUnknown(createKey(new Shop(instance, shop.account(), shop.key()), READ));

            assertEquals(2, ids(shop).size());
        }
    }

    @Test
    default void aStoreThatFailsAfterTheKeyWasStoredIsNotCalledNothing() {
        Shop shop = api().newShop();
        AtomicBoolean stored = new AtomicBoolean();
        AccountStore failing = new WatchedAccounts(
                FailingStore.before(store().records(), call -> {
                    if (stored.get()) {
                        throw new StoreUnavailable("down");
                    }
                }),
                change -> {},
                change -> stored.compareAndSet(false, change.equals("createKey")));
        try (ServedApi instance = ServedApi.start(store().with(failing), DefaultLimits.DEFAULTS)) {
            assertUnknown(createKey(new Shop(instance, shop.account(), shop.key()), READ));

            assertEquals(2, ids(shop).size());
        }
    }

    @Test
    default void aKeyThatWasNotStoredCanBeCreatedAgain() {
        Shop shop = api().newShop();
        try (ServedApi instance = failingBefore("createKey")) {
            Shop elsewhere = new Shop(instance, shop.account(), shop.key());

            assertNothingStored(createKey(elsewhere, READ));
            assertNothingStored(rotate(elsewhere, ownId(shop), 0));

            assertEquals(1, ids(shop).size());
        }
    }

    @Test
    default void aRotationThatCannotReplaceTheOldKeyLeavesNoNewOne() {
        Shop shop = api().newShop();
        JsonNode till = createKey(shop, READ).is(201).json();
        Set<String> before = ids(shop);
        try (ServedApi instance = failingBefore("replaceKey")) {
            assertNothingStored(rotate(new Shop(instance, shop.account(), shop.key()), id(till), 0));

            assertEquals(before, ids(shop));
            shop.with(text(till)).get("/api/v2/orders").is(200);
            rotate(shop, id(till), 0).is(201);
        }
    }

    @Test
    default void aRotationWhoseEndIsUnknownLeavesNoKeyThatNoOneHas() {
        Shop shop = api().newShop();
        JsonNode till = createKey(shop, READ).is(201).json();
        try (ServedApi instance =
                after("replaceKey", () -> fail(() -> new UnknownOutcome("no answer", new IllegalStateException())))) {
            assertUnknown(rotate(new Shop(instance, shop.account(), shop.key()), id(till), 60));

            JsonNode keys = shop.get(KEYS).is(200).json();
            String successor = listed(keys, id(till)).path("replacedBy").asString();
            assertEquals("revoked", listed(keys, successor).path("state").asString());
        }
    }

    @Test
    default void theLoserOfTwoRotationsIsToldThatTheKeyIsReplaced() {
        Shop shop = api().newShop();
        JsonNode till = createKey(shop, READ).is(201).json();
        try (ServedApi instance =
                after("createKey", () -> rotate(shop, id(till), 60).is(201))) {
            Reply loser = rotate(new Shop(instance, shop.account(), shop.key()), id(till), 60);

            loser.isProblem(Problem.KEY_CONFLICT);
            assertTrue(loser.text().contains("This key was already replaced"), loser::text);
            assertEquals(3, ids(shop).size());
        }
    }

    @Test
    default void aRotationOfAKeyThatIsRevokedMeanwhileIsToldSo() {
        Shop shop = api().newShop();
        JsonNode till = createKey(shop, READ).is(201).json();
        try (ServedApi instance =
                after("createKey", () -> revoke(shop, id(till)).is(200))) {
            Reply loser = rotate(new Shop(instance, shop.account(), shop.key()), id(till), 60);

            loser.isProblem(Problem.KEY_CONFLICT);
            assertTrue(loser.text().contains("has expired or was revoked"), loser::text);
            assertEquals(2, ids(shop).size());
        }
    }
}
