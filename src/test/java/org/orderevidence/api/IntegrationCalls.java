package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.ServedApi.NOW;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.integration.Integration;
import org.orderevidence.webhook.SignedWebhooks;
import tools.jackson.databind.JsonNode;

/** The requests that change integrations, and the events that they receive. */
final class IntegrationCalls {
    static final String INTEGRATIONS = "/api/v2/integrations";
    private static final AtomicInteger SECRETS = new AtomicInteger();

    private IntegrationCalls() {}

    /** A secret that no other test has, on any store. */
    static String newSecret() {
        return "whsec_of_http_" + SECRETS.incrementAndGet() + "_" + System.nanoTime();
    }

    static Reply addStripe(Shop shop, String secret) {
        return shop.post(INTEGRATIONS, "{\"platform\": \"stripe\", \"secret\": \"" + secret + "\"}");
    }

    static String added(Shop shop, String secret) {
        return addStripe(shop, secret).is(201).text("/id");
    }

    static Reply rotate(Shop shop, String id, String body) {
        return shop.post(INTEGRATIONS + "/" + id + "/rotate", body);
    }

    static Reply remove(Shop shop, String id) {
        return shop.send("DELETE", INTEGRATIONS + "/" + id);
    }

    static List<String> audit(Shop shop) {
        List<String> entries = new ArrayList<>();
        for (JsonNode entry : shop.get("/api/v2/account/audit").is(200).at("/entries")) {
            if (entry.has("integrationId")) {
                entries.add(entry.path("action").asString() + " "
                        + entry.path("integrationId").asString());
            }
        }
        return entries.stream().sorted().toList();
    }

    /** Sends an event, and maps it. */
    static void send(ServedApi server, String id, String secret, byte[] body) {
        Integration integration = server.webhooks().integrations().find(id).orElseThrow();
        assertTrue(SignedWebhooks.receive(
                server.webhooks().receiver(), integration, SignedWebhooks.stripe(secret, body, NOW)));
        server.webhooks().worker().pass();
    }

    static byte[] unknownEvent(int number) {
        return ("{\"id\": \"evt_unknown_" + number
                        + "\", \"object\": \"event\", \"type\": \"plan.created\", \"livemode\": true, \"created\": 1767225600,"
                        + " \"data\": {\"object\": {\"id\": \"plan_1\", \"email\": \"ann@example.com\"}}}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
