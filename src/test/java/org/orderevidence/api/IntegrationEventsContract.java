package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.api.IntegrationCalls.INTEGRATIONS;
import static org.orderevidence.api.IntegrationCalls.addStripe;
import static org.orderevidence.api.IntegrationCalls.added;
import static org.orderevidence.api.IntegrationCalls.audit;
import static org.orderevidence.api.IntegrationCalls.newSecret;
import static org.orderevidence.api.IntegrationCalls.remove;
import static org.orderevidence.api.IntegrationCalls.rotate;
import static org.orderevidence.api.IntegrationCalls.send;
import static org.orderevidence.api.IntegrationCalls.unknownEvent;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Samples;
import org.orderevidence.webhook.SignedWebhooks;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** The events, tasks and audit entries of integrations over HTTP. */
public interface IntegrationEventsContract extends ServesApi {
    @Test
    default void eventsThatChangedNothingAreListedWithoutTheirBodies() {
        Shop shop = api().newShop();
        String secret = newSecret();
        String id = added(shop, secret);
        for (int i = 0; i < 3; i++) {
            send(api(), id, secret, unknownEvent(i));
        }
        send(api(), id, secret, "no JSON of ann@example.com".getBytes(StandardCharsets.UTF_8));
        String path = INTEGRATIONS + "/" + id + "/events";

        Reply all = shop.get(path).is(200);
        assertEquals(
                List.of(
                        "plan.created unknown_type",
                        "plan.created unknown_type",
                        "plan.created unknown_type",
                        "unreadable"),
                all.rows("/events", "type", "reason").stream().sorted().toList());
        assertFalse(all.text().contains("ann@"), all::text);
        assertEquals(1, shop.get(path + "?reason=unreadable").at("/events").size());
        assertEquals(0, shop.get(path + "?reason=no_order").at("/events").size());
        assertEquals(4, Set.copyOf(shop.all(path + "?per=3", "events", "id")).size());
        for (String wrong : List.of("?per=101", "?cursor=x", "?reason=A", "?page=1")) {
            shop.get(path + wrong).isProblem(Problem.INVALID_PARAMETER);
        }
    }

    @Test
    default void eventsAreMappedAgain() {
        Shop shop = api().newShop();
        String secret = newSecret();
        String id = added(shop, secret);
        for (int i = 0; i < 3; i++) {
            send(api(), id, secret, unknownEvent(i));
        }
        send(api(), id, secret, "no JSON".getBytes(StandardCharsets.UTF_8));
        String replay = INTEGRATIONS + "/" + id + "/replay";
        String one =
                shop.get(INTEGRATIONS + "/" + id + "/events").at("/events/0/id").asString();

        assertEquals(
                "{\"replayed\":0}",
                shop.post(replay, "{\"reason\": \"no_order\"}").is(200).text());
        assertEquals(
                "{\"replayed\":1}",
                shop.post(replay, "{\"event\": \"" + one + "\"}").is(200).text());
        assertEquals(
                "{\"replayed\":0}",
                shop.post(replay, "{\"event\": \"" + one + "\"}").is(200).text());
        assertEquals("{\"replayed\":3}", shop.post(replay, "{}").is(200).text());
        assertEquals(
                0, shop.get(INTEGRATIONS + "/" + id + "/events").at("/events").size(), "they wait");
        for (String wrong : List.of(
                "{\"event\": \"x\"}",
                "{\"cursor\": \"x\"}",
                "{\"all\": true}",
                "{\"event\": \"" + one + "\", \"reason\": \"x\"}")) {
            shop.post(replay, wrong).isProblem(Problem.INVALID_REQUEST);
        }
    }

    @Test
    default void everyChangeOfAnIntegrationHasAnEntryInTheAuditLog() {
        Shop shop = api().newShop();
        String secret = newSecret();
        String next = newSecret();
        String id = added(shop, secret);
        addStripe(shop, secret).isProblem(Problem.INTEGRATION_CONFLICT);
        rotate(shop, id, "{\"secret\": \"" + secret + "\"}").is(200);
        rotate(shop, id, "{\"secret\": \"" + next + "\"}").is(200);
        rotate(shop, id, "{\"secret\": \"" + next + "\"}").is(200);
        rotate(shop, id, "{\"end\": true}").is(200);
        rotate(shop, id, "{\"end\": true}").is(200);
        send(api(), id, next, unknownEvent(1));
        shop.post(INTEGRATIONS + "/" + id + "/replay", "{\"reason\": \"no_order\"}")
                .is(200);
        shop.post(INTEGRATIONS + "/" + id + "/replay", "{}").is(200);
        remove(shop, id).is(200);
        remove(shop, id).isProblem(Problem.INTEGRATION_NOT_FOUND);

        assertEquals(
                List.of("added", "removed", "replayed", "rotated", "rotation_ended").stream()
                        .map(action -> "integration_" + action + " " + id)
                        .collect(Collectors.toList()),
                audit(shop));
        String log = shop.get("/api/v2/account/audit").text();
        assertFalse(log.contains("whsec_"), log);
        String own = KeyCalls.ownId(shop);
        shop.get("/api/v2/account/audit")
                .at("/entries")
                .forEach(entry -> assertEquals(
                        entry.has("integrationId") ? own : "cli",
                        entry.path("actor").asString()));
    }

    @Test
    default void aTaskIsListedAndMarkedAsDone() {
        Shop shop = api().newShop();
        String secret = newSecret();
        String id = shop.post(INTEGRATIONS, "{\"platform\": \"shopify\", \"secret\": \"" + secret + "\"}")
                .is(201)
                .text("/id");
        Integration integration = api().webhooks().integrations().find(id).orElseThrow();
        byte[] body = Samples.bytes("shopify/customers-redact");
        assertTrue(SignedWebhooks.receive(
                api().webhooks().receiver(), integration, SignedWebhooks.shopify(secret, "customers/redact", body)));
        api().webhooks().worker().pass();
        String path = INTEGRATIONS + "/" + id + "/tasks";

        JsonNode task = shop.get(path).is(200).at("/tasks/0");
        String taskId = task.path("id").asString();
        assertEquals(
                "{\"id\":\"" + taskId + "\",\"integrationId\":\"" + id
                        + "\",\"kind\":\"erase_customer\",\"state\":\"open\",\"shop\":\"mugs.example.com\","
                        + "\"receivedAt\":\"2026-11-20T12:00:00Z\",\"dueAt\":\"2026-12-20T12:00:00Z\","
                        + "\"customerId\":\"7701000000001\",\"customerEmail\":\"ann@example.com\","
                        + "\"customerPhone\":\"+353 1 555 0100\",\"orders\":["
                        + "{\"reference\":\"gid://shopify/Order/5501000000001\"},"
                        + "{\"reference\":\"gid://shopify/Order/5501000000002\"}]}",
                task.toString());
        assertEquals(1, shop.get(INTEGRATIONS + "/" + id).at("/openTasks").asInt());
        assertEquals(
                0, shop.get(INTEGRATIONS + "/" + id + "/events").at("/events").size());
        remove(shop, id).isProblem(Problem.INTEGRATION_CONFLICT);
        for (String unknown : List.of("0".repeat(34), "x", "%41")) {
            shop.send("POST", path + "/" + unknown + "/done").isProblem(Problem.TASK_NOT_FOUND);
        }

        Reply done = shop.send("POST", path + "/" + taskId + "/done").is(200);
        assertEquals("done", done.text("/state"));
        assertEquals(KeyCalls.ownId(shop), done.text("/doneBy"));
        assertFalse(done.text().contains("ann@"), done::text);
        assertEquals(
                done.text(),
                shop.send("POST", path + "/" + taskId + "/done").is(200).text());
        assertEquals("{\"tasks\":[]}", shop.get(path).is(200).text());
        assertEquals(
                "{\"tasks\":[" + done.text() + "]}",
                shop.get(path + "?state=done").is(200).text());
        assertEquals(List.of("integration_added " + id, "privacy_task_done " + id), audit(shop));
        shop.get(path + "?state=overdue").isProblem(Problem.INVALID_PARAMETER);
        remove(shop, id).is(200);
    }
}
