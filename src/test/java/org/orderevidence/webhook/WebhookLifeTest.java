package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.stripe.Stripe;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Page;
import org.orderevidence.store.Stored;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.node.ObjectNode;

/** How long records of webhooks live, who may name an order, and that no event holds up others. */
class WebhookLifeTest {
    private static final String OBJECT = "/data/object";
    private static final IntegrationSettings TRUSTING =
            IntegrationSettings.DEFAULTS.with(Stripe.TRUST_CLIENT_REFERENCE);

    @TempDir
    private Path folder;

    @AutoClose
    private WebhookWorld world;

    private Webhooks instance;

    @BeforeEach
    void start() {
        world = new WebhookWorld(folder);
        instance = world.instance();
    }

    private void passAfter(Duration time) {
        world.move(time);
        instance.worker().pass();
        world.store().sweep(world.instant());
    }

    private static byte[] withId(byte[] event, String id) {
        return new String(event, StandardCharsets.UTF_8)
                .replace("evt_1OrderEvidence0001", id)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** A charge of its own for an order. */
    private static byte[] charge(String order, long amount) {
        byte[] renamed = Samples.changed("stripe/charge-succeeded", OBJECT, object -> {
            object.put("id", "ch_of_the_order_" + order).put("payment_intent", "pi_of_the_order_" + order);
            object.put("amount", amount).put("amount_captured", amount);
            ((ObjectNode) object.path("metadata")).put("order_id", order);
        });
        return withId(renamed, "evt_" + order);
    }

    /** A session whose shopper chose the reference. It names no order otherwise, and has the amount 4250. */
    private static byte[] session(String reference) {
        return Samples.changed("stripe/session-completed", OBJECT, object -> {
            object.put("client_reference_id", reference).put("payment_intent", "pi_of_the_shopper");
            object.putObject("metadata");
        });
    }

    /** The charge of the shopper's session. Nothing in it names an order. */
    private static byte[] chargeOfShopper() {
        byte[] charge = Samples.changed("stripe/charge-succeeded", OBJECT, object -> {
            object.put("id", "ch_of_the_shopper").put("payment_intent", "pi_of_the_shopper");
            ((ObjectNode) object.path("metadata")).remove("order_id");
        });
        return withId(charge, "evt_of_the_shopper");
    }

    @Test
    void aReferenceOfAShopperMakesNoOrderThatIsStoredLaterWithAnotherAmount() {
        Integration stripe = world.connect(instance, Platform.STRIPE, TRUSTING);
        world.send(instance, stripe, session("A-77"));
        world.send(instance, stripe, chargeOfShopper());
        instance.worker().pass();
        passAfter(Duration.ofMinutes(2));
        assertFalse(world.order(stripe, "A-77").isPresent(), "only a stored order can be joined");

        world.send(instance, stripe, charge("A-77", 9_900));
        instance.worker().pass();
        passAfter(Duration.ofMinutes(20));

        var real = world.order(stripe, "A-77").orElseThrow();
        assertEquals(9_900, real.order().charge().money().amountMinor());
        assertEquals("ch_of_the_order_A-77", real.order().charge().references().gatewayTransactionId());
        assertTrue(world.order(stripe, "pi_of_the_shopper").isPresent());
    }

    private long links() {
        Kind kind = IntegrationStore.MEANINGS.getFirst().kind();
        return world.store().records().scan(kind, null, Page.MAX_RECORDS).found().stream()
                .filter(found -> found instanceof Page.Whole(Stored record)
                        && IntegrationStore.keyOf(record)
                                .filter(key -> key.group().startsWith("link/"))
                                .isPresent())
                .count();
    }

    @Test
    void aLinkEndsAfter800DaysWithoutUse() {
        Integration stripe = world.stripe(instance);
        world.send(instance, stripe, Samples.bytes("stripe/charge-succeeded"));
        instance.worker().pass();
        long made = links();
        assertTrue(made > 0);

        passAfter(Duration.ofDays(400));
        world.send(instance, stripe, withId(Samples.bytes("stripe/charge-succeeded"), "evt_later"));
        instance.worker().pass();
        passAfter(Duration.ofDays(799));
        assertEquals(made, links(), "the second event renewed them");

        passAfter(Duration.ofDays(2));
        assertEquals(0, links());
    }

    @Test
    @Timeout(60)
    void aSlowEventHoldsUpNoOther() throws InterruptedException {
        Integration stripe = world.stripe(instance);
        CountDownLatch slow = new CountDownLatch(1);
        world.held.put("SLOW", slow);
        world.send(instance, stripe, charge("SLOW", 100));
        for (int i = 0; i < 40; i++) {
            world.send(instance, stripe, charge("FAST-" + i, 100));
        }
        Thread pass = Thread.ofVirtual().start(instance.worker()::pass);
        awaitOrder(stripe, "FAST-39");
        world.send(instance, stripe, charge("LATER", 100));
        awaitOrder(stripe, "LATER");
        assertFalse(world.order(stripe, "SLOW").isPresent());

        slow.countDown();
        pass.join();
        assertTrue(world.order(stripe, "SLOW").isPresent());
    }

    private void awaitOrder(Integration stripe, String id) {
        Waits.until(() -> world.order(stripe, id).isPresent(), "there is no order of payment " + id);
    }

    /** One that is still mapped when it is due is not mapped twice at the same time. */
    @Test
    @Timeout(60)
    void anEventIsMappedOnceAtATime() throws InterruptedException {
        Integration stripe = world.stripe(instance);
        AtomicInteger writers = new AtomicInteger();
        CountDownLatch slow = new CountDownLatch(1) {
            @Override
            public void await() throws InterruptedException {
                writers.incrementAndGet();
                super.await();
            }
        };
        world.held.put("SLOW", slow);
        world.send(instance, stripe, charge("SLOW", 100));
        Thread first = Thread.ofVirtual().start(instance.worker()::pass);
        world.send(instance, stripe, charge("FAST", 100));
        awaitOrder(stripe, "FAST");
        world.move(Duration.ofMinutes(2));
        first.join();
        Thread second = Thread.ofVirtual().start(instance.worker()::pass);
        world.send(instance, stripe, charge("FAST-2", 100));
        awaitOrder(stripe, "FAST-2");

        slow.countDown();
        second.join();
        assertTrue(world.order(stripe, "SLOW").isPresent());
        assertEquals(1, writers.get());
    }

    @Test
    void anEventThatWasMappedAfterAllLeavesTheList() {
        Integration stripe = world.stripe(instance);
        world.broken.add("A-1");
        world.send(instance, stripe, charge("A-1", 100));
        instance.worker().pass();
        for (int minutes : new int[] {1, 10, 60}) {
            passAfter(Duration.ofMinutes(minutes));
        }
        String name = instance.inbox()
                .unmapped(stripe.id(), null, 10)
                .events()
                .getFirst()
                .id();
        world.broken.clear();
        assertTrue(instance.inbox().replay(stripe.id(), name, world.instant()));
        assertFalse(instance.inbox().replay(stripe.id(), name, world.instant()), "it waits");
        assertEquals(List.of(), world.unmapped(instance, stripe));
        assertEquals(1, listed(stripe), "it may be listed again");

        passAfter(Duration.ofSeconds(10));
        assertTrue(world.order(stripe, "A-1").isPresent());
        assertEquals(List.of(), world.unmapped(instance, stripe));

        assertEquals(0, listed(stripe));
        assertFalse(instance.inbox().replay(stripe.id(), name, world.instant()));
    }

    private int listed(Integration integration) {
        return world.store()
                .integrations()
                .group(RecordKeys.unmapped(integration.id()), null, 10)
                .records()
                .size();
    }
}
