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

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
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

/** Changes of keys during which another instance makes a change, or the store fails. */
public interface KeyFaultsContract extends ServesApi {
    String ADMIN = "{\"scopes\": [\"admin\"]}";
    String READ = "{\"scopes\": [\"read\"]}";

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
        assertEquals(
                "Nothing was stored. Retrying is safe.", reply.at("/detail").asString());
        assertEquals("1", reply.header("Retry-After"));
    }

    private static void assertUnknown(Reply reply) {
        reply.isProblem(Problem.STORE_UNAVAILABLE);
        String detail = reply.at("/detail").asString();
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
            assertTrue(loser.text().contains("Another key replaces this key already"), loser::text);
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
