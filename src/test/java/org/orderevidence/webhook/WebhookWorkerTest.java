package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ObjectNode;

/** How stored events become orders, whatever fails. */
class WebhookWorkerTest {
    private static final String OBJECT = "/data/object";

    @TempDir
    private Path folder;

    @AutoClose
    private WebhookWorld world;

    private Webhooks instance;
    private Integration stripe;

    @BeforeEach
    void start() {
        world = new WebhookWorld(folder);
        instance = world.instance();
        stripe = world.stripe(instance);
    }

    /** A charge of its own for an order. */
    private static byte[] charge(String order) {
        byte[] renamed = Samples.changed("stripe/charge-succeeded", OBJECT, object -> {
            object.put("id", "ch_of_the_order_" + order).put("payment_intent", "pi_of_the_order_" + order);
            ((ObjectNode) object.path("metadata")).put("order_id", order);
        });
        return withId(renamed, "evt_" + order);
    }

    private static byte[] withId(byte[] event, String id) {
        String text = new String(event, java.nio.charset.StandardCharsets.UTF_8);
        return text.replace("evt_1OrderEvidence0001", id).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private void passAfter(Duration time) {
        world.move(time);
        instance.worker().pass();
        world.store().sweep(world.instant());
    }

    @Test
    void aPoisonEventIsTriedAgainAndNeverStopsTheNext() {
        world.broken.add("POISON");
        world.send(instance, stripe, charge("POISON"));
        world.send(instance, stripe, charge("GOOD-1"));
        instance.worker().pass();
        world.send(instance, stripe, charge("GOOD-2"));
        instance.worker().pass();

        assertTrue(world.order(stripe, "GOOD-1").isPresent());
        assertTrue(world.order(stripe, "GOOD-2").isPresent());
        assertFalse(world.order(stripe, "POISON").isPresent());
        assertEquals(List.of(), world.unmapped(instance, stripe), "it will be tried again");

        passAfter(Duration.ofMinutes(1));
        passAfter(Duration.ofMinutes(10));
        assertEquals(List.of(), world.unmapped(instance, stripe));
        passAfter(Duration.ofMinutes(60));
        assertEquals(List.of("failed"), world.unmapped(instance, stripe));
        passAfter(Duration.ofDays(1));
        assertEquals(List.of("failed"), world.unmapped(instance, stripe), "it is not tried any more");

        world.broken.clear();
        Inbox.UnmappedPage page = instance.inbox().unmapped(stripe.id(), null, 10);
        assertTrue(instance.inbox().replay(stripe.id(), page.events().getFirst().id(), world.instant()));
        passAfter(Duration.ofSeconds(10));
        assertTrue(world.order(stripe, "POISON").isPresent());
        assertEquals(List.of(), world.unmapped(instance, stripe));
    }

    @Test
    void aFailureThatEndsIsForgotten() {
        world.broken.add("A-1");
        world.send(instance, stripe, charge("A-1"));
        instance.worker().pass();
        world.broken.clear();

        passAfter(Duration.ofSeconds(59));
        assertFalse(world.order(stripe, "A-1").isPresent());
        passAfter(Duration.ofSeconds(10));
        assertTrue(world.order(stripe, "A-1").isPresent());
    }

    @Test
    void whatAnInstanceLeavesAnotherMaps() {
        Webhooks dead = world.instance();
        world.send(dead, stripe, charge("A-1"));

        passAfter(Duration.ofSeconds(45));
        assertFalse(world.order(stripe, "A-1").isPresent(), "it is the other's for 60 seconds");
        passAfter(Duration.ofSeconds(16));
        assertTrue(world.order(stripe, "A-1").isPresent());
    }

    private void fillMemory() {
        for (int i = 0; i < WebhookWorker.MAX_REMEMBERED; i++) {
            instance.worker().arrived(RecordKeys.event(stripe.id(), "%034x".formatted(i)));
        }
    }

    @Test
    void aFailedEventIsNotTriedEarlierBecauseMemoryWasFull() {
        world.broken.add("A-1");
        world.send(instance, stripe, charge("A-1"));
        instance.worker().pass();
        world.broken.clear();
        fillMemory();
        world.send(instance, stripe, charge("A-2"));

        instance.worker().pass();

        assertTrue(world.order(stripe, "A-2").isPresent());
        assertFalse(world.order(stripe, "A-1").isPresent());
        passAfter(Duration.ofMinutes(1));
        assertTrue(world.order(stripe, "A-1").isPresent());
    }

    @Test
    void anEventThatHadNoRoomInMemoryIsMappedWhenTheOthersAre() {
        fillMemory();
        world.send(instance, stripe, charge("A-1"));

        instance.worker().pass();

        assertTrue(world.order(stripe, "A-1").isPresent());
    }

    @Test
    void twoInstancesThatMapTheSameEventMakeOneOrder() {
        Webhooks other = world.instance();
        world.send(instance, stripe, charge("A-1"));
        world.move(Duration.ofMinutes(2));
        other.worker().pass();
        long version = world.order(stripe, "A-1").orElseThrow().version();

        instance.worker().pass();

        assertEquals(version, world.order(stripe, "A-1").orElseThrow().version());
    }

    @Test
    void aChargeThatNothingNamesBecomesAnOrderAfterAQuarterOfAnHour() {
        byte[] unnamed = Samples.changed(
                "stripe/charge-succeeded", OBJECT, object -> ((ObjectNode) object.path("metadata")).remove("order_id"));
        world.send(instance, stripe, unnamed);
        instance.worker().pass();

        passAfter(Duration.ofMinutes(14));
        assertFalse(world.order(stripe, "pi_3MugsForAnn0001").isPresent());
        passAfter(Duration.ofMinutes(2));
        assertTrue(world.order(stripe, "pi_3MugsForAnn0001").isPresent());
    }

    @Test
    void aLaterObjectOfThePurchaseNamesTheOrder() {
        byte[] unnamed = Samples.changed(
                "stripe/charge-succeeded", OBJECT, object -> ((ObjectNode) object.path("metadata")).remove("order_id"));
        byte[] session = Samples.changed("stripe/session-completed", OBJECT, object -> {
            object.put("payment_intent", "pi_3MugsForAnn0001");
            object.putObject("metadata").put("order_id", "S-1");
        });
        world.send(instance, stripe, unnamed);
        instance.worker().pass();
        world.send(instance, stripe, session);
        instance.worker().pass();

        passAfter(Duration.ofMinutes(2));
        assertTrue(world.order(stripe, "S-1").isPresent());
        passAfter(Duration.ofMinutes(20));
        assertFalse(world.order(stripe, "pi_3MugsForAnn0001").isPresent());
        assertEquals(List.of(), world.unmapped(instance, stripe));
    }

    @Test
    void factsThatComeBeforeTheirOrderWaitForIt() {
        for (String sample : List.of("dispute-created", "fraud-warning", "refund-created")) {
            world.send(instance, stripe, Samples.bytes("stripe/" + sample));
        }
        instance.worker().pass();
        assertEquals(List.of(), world.unmapped(instance, stripe));

        world.send(instance, stripe, Samples.bytes("stripe/charge-succeeded"));
        passAfter(Duration.ofSeconds(6));

        var order = world.order(stripe, "A-1001").orElseThrow();
        assertEquals(1, order.disputes().size());
        assertEquals(1, order.fraudReports().size());
    }

    /** The order states the charge that won. The other one leads to it too. */
    @Test
    void aDisputeOfAChargeThatTheOrderDoesNotStateFindsItsOrder() {
        world.send(instance, stripe, Samples.bytes("stripe/dispute-created"));
        instance.worker().pass();
        byte[] newer = Samples.changed(
                "stripe/charge-succeeded",
                OBJECT,
                object -> object.put("id", "ch_newer")
                        .put("payment_intent", "pi_newer")
                        .put("created", object.path("created").asLong() + 60));
        world.send(instance, stripe, withId(newer, "evt_newer"));
        instance.worker().pass();
        assertEquals(List.of(), world.order(stripe, "A-1001").orElseThrow().disputes());

        world.send(instance, stripe, Samples.bytes("stripe/charge-succeeded"));
        passAfter(Duration.ofSeconds(6));

        var order = world.order(stripe, "A-1001").orElseThrow();
        assertEquals("ch_newer", order.order().charge().references().gatewayTransactionId());
        assertEquals(1, order.disputes().size());
    }

    /** Only the opening states the condition. */
    @Test
    void aLaterStageOfADisputeWaitsForTheOpening() {
        Integration adyen = world.connect(instance, Platform.ADYEN, IntegrationSettings.DEFAULTS);
        for (String sample : List.of("authorisation", "chargeback-reversed", "chargeback")) {
            byte[] body = SignedWebhooks.adyenBody(adyen.secrets().signing().value(), Samples.bytes("adyen/" + sample));
            assertTrue(instance.receiver()
                    .receive(adyen, new Webhook(Map.of("Authorization", SignedWebhooks.basic("u", "p")), body)));
            passAfter(Duration.ofSeconds(20));
        }

        passAfter(Duration.ofMinutes(2));

        var disputes = world.order(adyen, "A-1001").orElseThrow().disputes();
        assertEquals(1, disputes.size());
        assertEquals("10.4", disputes.getFirst().condition());
        assertEquals(
                LocalDate.parse("2026-01-25"), disputes.getFirst().openedAt().day());
        assertEquals(List.of(), world.unmapped(instance, adyen));
    }

    @Test
    void anObjectWithoutOrderIsListedAfterThreeDays() {
        Integration shopify = world.connect(instance, Platform.SHOPIFY, IntegrationSettings.DEFAULTS);
        byte[] body = Samples.bytes("shopify/fulfillments-create");
        assertTrue(instance.receiver()
                .receive(
                        shopify,
                        SignedWebhooks.shopify(shopify.secrets().signing().value(), "fulfillments/create", body)));
        for (int hour = 0; hour < 71; hour++) {
            passAfter(Duration.ofHours(1));
            assertEquals(List.of(), world.unmapped(instance, shopify), "hour " + hour);
        }
        passAfter(Duration.ofHours(2));
        assertEquals(List.of("no_order"), world.unmapped(instance, shopify));
    }

    @Test
    void anEventOfAnIntegrationThatWasRemovedChangesNothing() {
        world.send(instance, stripe, charge("A-1"));
        instance.integrations().remove(stripe.id());
        instance.worker().pass();

        assertFalse(world.order(stripe, "A-1").isPresent());
        assertEquals(List.of("removed"), world.unmapped(instance, stripe));
    }

    @Test
    void anEventIsDeletedAfter28Days() {
        world.send(
                instance, stripe, withId(Samples.changed("stripe/charge-succeeded", "", e -> e.put("type", "x")), "e"));
        instance.worker().pass();
        assertEquals(List.of("unknown_type"), world.unmapped(instance, stripe));

        passAfter(Duration.ofDays(28));
        assertEquals(List.of(), world.unmapped(instance, stripe));
        assertEquals(
                1,
                world.store()
                        .integrations()
                        .group("integrations", null, 100)
                        .records()
                        .size());
    }
}
