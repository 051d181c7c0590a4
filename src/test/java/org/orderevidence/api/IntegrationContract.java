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
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Samples;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.SignedWebhooks;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Integrations that are administered over HTTP. */
public interface IntegrationContract extends ServesApi {
    @Test
    default void anIntegrationIsAddedFetchedListedAndRemoved() {
        Shop shop = api().newShop();
        String secret = newSecret();

        Reply made = addStripe(shop, secret).is(201);

        String id = made.at("/id").asString();
        assertEquals(
                "{\"id\":\"" + id + "\",\"platform\":\"stripe\",\"account\":\"" + shop.account()
                        + "\",\"mode\":\"live\",\"path\":\"/api/v2/integrations/stripe/" + id
                        + "\",\"createdAt\":\"2026-11-20T12:00:00Z\",\"orderIdPrefix\":\"\",\"orderIdKey\":\"order_id\","
                        + "\"trustClientReference\":false,\"accountsRequired\":false,\"automaticCapture\":false,"
                        + "\"secrets\":1}",
                made.text());
        Reply fetched = shop.get(INTEGRATIONS + "/" + id).is(200);
        assertEquals(
                made.text().substring(0, made.text().length() - 1)
                        + ",\"openTasks\":0,\"overdueTasks\":0,\"eventsEstimated\":false,\"eventDays\":[],"
                        + "\"captureRates\":[],\"alarms\":[],\"switchesOff\":[]}",
                fetched.text());
        Reply list = shop.get(INTEGRATIONS).is(200);
        assertEquals("{\"integrations\":[" + made.text() + "]}", list.text());
        Reply removed = remove(shop, id).is(200);
        assertEquals(made.text(), removed.text());
        shop.get(INTEGRATIONS + "/" + id).isProblem(Problem.INTEGRATION_NOT_FOUND);
        for (Reply reply : List.of(made, fetched, list, removed)) {
            assertFalse(reply.text().contains(secret), reply::text);
        }
        // The secret is free again.
        added(shop, secret);
    }

    @Test
    default void allSettingsAreStored() {
        Shop shop = api().newShop();

        JsonNode made = shop.post(INTEGRATIONS, """
                        {"platform": "Adyen", "secret": "44782DEF%d", "basicUser": "adyen", "basicPassword": "a secret pass",
                         "orderIdPrefix": "B-", "orderIdKey": "order", "trustClientReference": true,
                         "accountsRequired": true, "automaticCapture": true}""".formatted(System.nanoTime() % 10_000_000L + 90_000_000L))
                .is(201)
                .json();

        for (String flag : List.of("trustClientReference", "accountsRequired", "automaticCapture")) {
            assertTrue(made.path(flag).asBoolean(), flag);
        }
        assertEquals("adyen", made.path("platform").asString());
        assertEquals("B-", made.path("orderIdPrefix").asString());
        assertEquals("order", made.path("orderIdKey").asString());
        assertFalse(made.toString().contains("pass"), made::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []                                                       | ` wrong_type`
            {}                                                       | `/platform required, /secret required`
            {"platform": "paypal", "secret": "s"}            | `/platform unknown_value`
            {"platform": "stripe", "secret": "sk_live_1"}    | `/secret invalid_format`
            {"platform": "adyen", "secret": "AB"}            | `/basicUser required, /basicPassword required`
            {"platform": "adyen", "secret": "xy", "basicUser": "a:b", "basicPassword": "p"} | `/secret invalid_format, /basicUser invalid_format`
            {"platform": "shopify", "secret": "s", "basicUser": "u"} | `/basicUser inconsistent`
            {"platform": "stripe", "secret": "whsec_1", "orderIdPrefix": "0123456789012345678901234567890123456789x"} | `/orderIdPrefix too_long`
            {"platform": "stripe", "secret": "whsec_1", "orderIdKey": "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀"} | `/orderIdKey too_long`
            {"platform": "stripe", "secret": "whsec_1", "automaticCapture": "yes"} | `/automaticCapture wrong_type`
            """)
    default void aWrongIntegrationIsRefused(String body, String errors) {
        Reply refused = api().newShop().post(INTEGRATIONS, body).isProblem(Problem.INVALID_REQUEST);

        assertEquals(Set.of(errors.split(", ")), Set.copyOf(refused.errors()), refused::text);
    }

    @Test
    default void aSecretOfDigitsIsNoCardNumber() {
        Shop shop = api().newShop();

        shop.post(INTEGRATIONS, "{\"platform\": \"shopify\", \"secret\": \"4242424242424242\"}")
                .is(201);
        shop.post(
                        INTEGRATIONS,
                        "{\"platform\": \"shopify\", \"secret\": \"4242424242424242\", \"orderIdPrefix\": \"B\"}")
                .isProblem(Problem.INTEGRATION_CONFLICT);
        remove(shop, shop.get(INTEGRATIONS).text("/integrations/0/id")).is(200);
    }

    @Test
    default void aSecretBelongsToOneIntegrationOfAllAccounts() {
        String secret = newSecret();
        added(api().newShop(), secret);

        Reply refused = addStripe(api().newShop(), secret).isProblem(Problem.INTEGRATION_CONFLICT);

        assertFalse(refused.text().contains(secret), refused::text);
    }

    @Test
    default void aSecondShopNeedsAnotherPrefix() {
        Shop shop = api().newShop();
        String body = "{\"platform\": \"shopify\", \"secret\": \"%s\"}";
        shop.post(INTEGRATIONS, body.formatted(newSecret())).is(201);

        Reply refused = shop.post(INTEGRATIONS, body.formatted(newSecret()));

        assertTrue(refused.isProblem(Problem.INTEGRATION_CONFLICT).text().contains("orderIdPrefix"), refused::text);
    }

    @Test
    default void aListHasPages() {
        Shop shop = api().newShop();
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < 5; i++) {
            expected.add(added(shop, newSecret()));
        }
        List<List<String>> pages = shop.pages(INTEGRATIONS + "?per=2", "integrations", "id");

        assertEquals(List.copyOf(expected), pages.stream().flatMap(List::stream).toList());
        assertEquals(3, pages.size());
        shop.get(INTEGRATIONS + "?per=0").isProblem(Problem.INVALID_PARAMETER);
        shop.get(INTEGRATIONS + "?cursor=%2F").isProblem(Problem.INVALID_PARAMETER);
        shop.get(INTEGRATIONS + "?mode=test").isProblem(Problem.INVALID_PARAMETER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                | /secret required
            {"end": false}                                  | /secret required
            {"end": true, "secret": "whsec_1"}          | /end inconsistent
            {"secret": "AB"}                              | /secret invalid_format
            {"secret": "whsec_1", "graceSeconds": 1}    | /graceSeconds unknown_field
            """)
    default void aWrongRotationIsRefused(String body, String error) {
        Shop shop = api().newShop();

        rotate(shop, added(shop, newSecret()), body).isProblem(Problem.INVALID_REQUEST, error);
    }

    @Test
    default void anAccountHasAtMostAHundredIntegrations() {
        Shop shop = api().newShop();
        for (int i = 0; i < Integrations.MAX_OF_SPACE; i++) {
            added(shop, newSecret());
        }

        addStripe(shop, newSecret()).isProblem(Problem.INVALID_REQUEST, " too_many");
        added(api().newShop(), newSecret());
        shop.get(INTEGRATIONS + "?per=100")
                .is(200)
                .rows("/integrations", "id")
                .forEach(id -> remove(shop, id).is(200));
    }

    /** No integration has the ID of an action, so these paths are not those of webhooks. */
    @ParameterizedTest
    @ValueSource(strings = {"rotate", "replay"})
    default void anActionIsNoWebhook(String action) {
        api().send("POST", INTEGRATIONS + "/stripe/" + action).isProblem(Problem.KEY_MISSING);
        api().send("POST", INTEGRATIONS + "/stripe/" + action + "s").isProblem(Problem.WEBHOOK_REFUSED);
    }

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
