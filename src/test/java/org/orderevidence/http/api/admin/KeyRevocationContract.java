package org.orderevidence.http.api.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.api.admin.KeyCalls.KEYS;
import static org.orderevidence.http.api.admin.KeyCalls.createKey;
import static org.orderevidence.http.api.admin.KeyCalls.id;
import static org.orderevidence.http.api.admin.KeyCalls.ownId;
import static org.orderevidence.http.api.admin.KeyCalls.revoke;
import static org.orderevidence.http.api.admin.KeyCalls.rotate;
import static org.orderevidence.http.api.admin.KeyCalls.text;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Accounts;
import org.orderevidence.http.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.server.Reply;
import org.orderevidence.http.server.ServedApi;
import org.orderevidence.http.server.ServedStore;
import org.orderevidence.http.server.ServesApi;
import org.orderevidence.http.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Keys that are revoked over HTTP. */
public interface KeyRevocationContract extends ServesApi {
    ServedStore store();

    @Test
    default void aKeyThatIsRevokedInItsGraceIsRefusedAtOnce() {
        Shop shop = api().newShop();
        JsonNode old = createKey(shop, "{\"scopes\": [\"read\"]}").is(201).json();
        JsonNode made = rotate(shop, id(old), 3_600).is(201).json();
        shop.with(text(old)).get("/api/v2/orders").is(200);

        assertEquals(
                "revoked", revoke(shop, id(old)).is(200).json().path("state").asString());

        shop.with(text(old)).get("/api/v2/orders").isProblem(Problem.KEY_UNKNOWN);
        shop.with(text(made)).get("/api/v2/orders").is(200);
    }

    @Test
    default void theLastAdminKeyCannotBeRevoked() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        createKey(shop, "{\"scopes\": [\"read\", \"write\", \"lookup\"]}").is(201);

        revoke(shop, own).isProblem(Problem.KEY_CONFLICT);
        shop.get(KEYS).is(200);

        JsonNode second = createKey(shop, "{\"scopes\": [\"admin\"]}").is(201).json();
        Reply refused = revoke(shop, own).isProblem(Problem.KEY_CONFLICT);
        assertTrue(refused.text().contains("was used"), "its text may be lost");
        shop.with(text(second)).get(KEYS).is(200);
        revoke(shop, own).is(200);
        shop.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        revoke(shop.with(text(second)), id(second)).isProblem(Problem.KEY_CONFLICT);
    }

    @Test
    default void anAdminKeyThatEndsEarlierIsNoOtherAdminKey() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode brief = createKey(shop, "{\"scopes\": [\"admin\"], \"expiresAt\": \"2026-12-01T00:00:00Z\"}")
                .is(201)
                .json();
        shop.with(text(brief)).get(KEYS).is(200);

        revoke(shop, own).isProblem(Problem.KEY_CONFLICT);
        revoke(shop.with(text(brief)), own).isProblem(Problem.KEY_CONFLICT);

        revoke(shop, id(brief)).is(200);
    }

    @Test
    default void revokingTwiceIsRevokingOnce() {
        Shop shop = api().newShop();
        JsonNode key = createKey(shop, "{\"scopes\": [\"read\"]}").is(201).json();

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
    default void anotherInstanceSeesARevocationWithinFiveSeconds() throws InterruptedException {
        Shop shop = api().newShop();
        JsonNode key = createKey(shop, "{\"scopes\": [\"admin\"]}").is(201).json();
        try (ServedApi instance = ServedApi.start(store(), DefaultLimits.DEFAULTS)) {
            Shop elsewhere = new Shop(instance, shop.account(), text(key));
            elsewhere.get(KEYS).is(200);

            revoke(shop, id(key)).is(200);
            long revoked = System.nanoTime();

            // A change is refused at once, whatever the cache holds.
            createKey(elsewhere, "{\"scopes\": [\"admin\"]}").isProblem(Problem.KEY_UNKNOWN);
            rotate(elsewhere, id(key), 0).isProblem(Problem.KEY_UNKNOWN);
            while (elsewhere.get(KEYS).status() == 200) {
                long waited = System.nanoTime() - revoked;
                assertTrue(waited < Accounts.SEEN_WITHIN.toNanos(), Duration.ofNanos(waited)::toString);
                // The other instance looks by itself; only its answers show it.
                Thread.sleep(50);
            }
            elsewhere.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        }
    }
}
