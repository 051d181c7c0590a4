package org.orderevidence.api;

import org.orderevidence.account.ApiKey;
import org.orderevidence.http.Reply;
import tools.jackson.databind.JsonNode;

/** The requests that change keys, and the parts of their answers. */
final class KeyCalls {
    static final String KEYS = "/api/v2/keys";

    private KeyCalls() {}

    static Reply createKey(Shop shop, String json) {
        return shop.post(KEYS, json);
    }

    static Reply rotate(Shop shop, String id, long graceSeconds) {
        return shop.post(KEYS + "/" + id + "/rotate", "{\"graceSeconds\": " + graceSeconds + "}");
    }

    static Reply revoke(Shop shop, String id) {
        return shop.send("DELETE", KEYS + "/" + id);
    }

    /** The text of a key that was just made. */
    static ApiKey text(JsonNode made) {
        return new ApiKey(made.path("key").asString());
    }

    static String id(JsonNode key) {
        return key.path("id").asString();
    }

    static JsonNode listed(JsonNode list, String id) {
        return list.path("keys")
                .valueStream()
                .filter(key -> id(key).equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The ID of the key that the shop itself uses, as long as it is the only one of its account. */
    static String ownId(Shop shop) {
        return id(shop.get(KEYS).is(200).at("/keys/0"));
    }
}
