package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.orderevidence.api.KeyCalls.createKey;
import static org.orderevidence.api.KeyCalls.id;
import static org.orderevidence.api.KeyCalls.ownId;
import static org.orderevidence.api.KeyCalls.revoke;
import static org.orderevidence.api.KeyCalls.rotate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** The audit log over HTTP. */
public interface AuditContract extends ServesApi {
    @Test
    default void everyChangeHasAnEntryInTheAuditLog() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode old = createKey(shop, "{\"label\": \"till\", \"scopes\": [\"read\"]}")
                .is(201)
                .json();
        JsonNode made = rotate(shop, id(old), 60).is(201).json();
        revoke(shop, id(old)).is(200);
        revoke(shop, id(old)).is(200);
        rotate(shop, id(old), 60).isProblem(Problem.KEY_CONFLICT);
        String profile = "{\"merchantInfo\": {\"name\": \"Tea House\"}}";
        shop.send("PUT", "/api/v2/account", "application/json", profile).is(200);
        shop.send("PUT", "/api/v2/account", "application/json", profile).is(200);

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
        createKey(live, "{\"scopes\": [\"read\"]}").is(201);

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
