package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.waiting.MovedClock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A checkout at Stripe, from its events to the answer of the service. */
class CheckoutEventsTest extends OnSqlite {
    private static final List<String> EVENTS = List.of(
            "charge-succeeded",
            "session-completed",
            "charge-refunded",
            "refund-created",
            "dispute-created",
            "fraud-warning");

    /** What the events state, as a merchant would upload it. */
    private static final String UPLOAD = """
            {"id": "A-1001", "amount": 4250, "currency": "EUR", "transactionDate": "2026-01-01T00:00:00Z",
             "ip": "203.0.113.7", "deviceId": "device-1", "customerAccountId": "ann-17",
             "bin": "424242", "last4": "4242", "brand": "visa", "cardFingerprint": "fpAnnCard0000001",
             "gateway": "stripe", "gatewayTransactionId": "ch_3MugsForAnn0001"}""";

    /** The fields of the upload, without their source and time. */
    private static final List<String> COMPARED = List.of(
            "id",
            "amount",
            "currency",
            "transactionDate",
            "ip",
            "deviceId",
            "customerAccountId",
            "bin",
            "last4",
            "brand");

    @Test
    void eachSequenceWithDuplicatesGivesTheOrderThatAnUploadGives() throws IOException {
        Shop uploads = service.newShop();
        uploads.post("/api/v2/orders/upload", "{\"orders\": [" + UPLOAD + "]}").is(200);
        JsonNode uploaded = order(uploads);
        JsonNode first = null;
        for (int seed = 0; seed < 12; seed++) {
            JsonNode order = order(afterEvents(seed));
            for (String field : COMPARED) {
                assertEquals(find(uploaded, field), find(order, field), "seed " + seed + ", " + field);
            }
            if (first == null) {
                first = order;
            }
            assertEquals(stable(first), stable(order), "seed " + seed);
        }
    }

    /** Stripe states the card, so the upload need not. */
    @Test
    void anUploadWithoutACardOfAnOrderThatHasOneDoesNotWarn() throws IOException {
        String order = """
                {"id": "%s", "amount": 4250, "currency": "EUR", "transactionDate": "2026-01-01T00:00:00Z"}""";
        Shop shop = afterEvents(0);
        for (String outcome : List.of("updated", "unchanged")) {
            JsonNode answer = shop.post(
                            "/api/v2/orders/upload",
                            "{\"orders\": [" + order.formatted("A-1001") + ", " + order.formatted("A-2") + "]}")
                    .is(200)
                    .json();
            assertEquals(outcome, answer.at("/results/0/outcome").asString());
            assertEquals(0, answer.at("/results/0/warnings").size(), outcome);
            assertEquals(
                    "credential_missing",
                    answer.at("/results/1/warnings/0/code").asString(),
                    "no source states the card of this one");
            JsonNode lines = shop.send(
                            "POST",
                            "/api/v2/orders/upload",
                            "application/x-ndjson",
                            order.formatted("A-1001") + "\n" + order.formatted("A-2") + "\n")
                    .is(200)
                    .json();
            assertEquals(1, lines.path("linesWithWarnings").asInt());
        }
    }

    private static Shop afterEvents(int seed) {
        Random random = new Random(seed);
        List<String> events = new ArrayList<>(EVENTS);
        events.addAll(EVENTS.subList(0, 3));
        Collections.shuffle(events, random);
        Shop shop = service.newShop();
        MovedClock clock = new MovedClock(ServedApi.NOW);
        Webhooks webhooks = ServedApi.webhooks(
                service.sqlite().evidence(),
                service.sqlite().sightings(),
                service.sqlite().integrations(),
                ServedApi.pending(service.sqlite().evidence(), service.sqlite().pending()),
                clock);
        SecretText secret = new SecretText("whsec_of_seed_" + seed);
        Integration stripe = ((Integrations.Change.Made) webhooks.integrations()
                        .add(
                                new AccountSpace(shop.account(), Mode.LIVE),
                                Platform.STRIPE,
                                IntegrationSettings.DEFAULTS,
                                new IntegrationSecrets(secret, null, null)))
                .integration();
        for (String event : events) {
            byte[] body = Samples.bytes("stripe/" + event);
            assertEquals(
                    true,
                    webhooks.receiver().receive(stripe, SignedWebhooks.stripe(secret.value(), body, clock.instant())));
            if (random.nextBoolean()) {
                webhooks.worker().pass();
            }
        }
        webhooks.worker().pass();
        clock.move(Duration.ofMinutes(2));
        webhooks.worker().pass();
        ServedApi.pending(service.sqlite().evidence(), service.sqlite().pending())
                .sweep();
        assertEquals(List.of(), webhooks.inbox().unmapped(stripe.id(), null, 10).events(), "seed " + seed);
        return shop;
    }

    private static JsonNode order(Shop shop) {
        Reply reply = shop.get("/api/v2/orders/A-1001").is(200);
        return reply.json();
    }

    /** The answer without what differs between any two stored orders. */
    private static String stable(JsonNode order) {
        ObjectNode copy = (ObjectNode) order.deepCopy();
        for (String differing : List.of("uploadedAt", "version")) {
            copy.findParents(differing).forEach(parent -> ((ObjectNode) parent).remove(differing));
        }
        return copy.toString().replaceAll("stripe:[a-z0-9]+", "stripe:x");
    }

    private static JsonNode find(JsonNode answer, String field) {
        return answer.findPath(field);
    }
}
