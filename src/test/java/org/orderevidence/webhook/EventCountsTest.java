package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.FailingStore;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.StoreUnavailable;

/** The number of events when there are too many to be counted. */
class EventCountsTest {
    private static final LocalDate DAY = LocalDate.parse("2026-01-01");

    @TempDir
    private Path folder;

    /** Rows as those of events, in the groups that are read first. */
    private static void addToSample(WebhookWorld world, Integration integration, int events) {
        Random random = new Random(1);
        for (int i = 0; i < events; i++) {
            int group = random.nextInt(EventCounts.SAMPLE);
            String name = "01" + "%03x".formatted(group) + "%029x".formatted(i);
            RecordKey key = RecordKeys.event(integration.id(), name);
            world.store()
                    .integrations()
                    .add(new IntegrationRecord(
                            integration.space(),
                            key,
                            3,
                            null,
                            WebhookWorld.START.plus(InboxEvent.LIFE),
                            Bytes.wrap(new byte[] {1}),
                            i % 2 == 0 ? "unknown_type" : null));
        }
    }

    @Tag("slow")
    @Test
    void manyEventsAreEstimatedFromAPartOfThem() {
        try (WebhookWorld world = new WebhookWorld(folder)) {
            Webhooks instance = world.instance();
            Integration stripe = world.stripe(instance);
            addToSample(world, stripe, EventCounts.MOST_IN_SAMPLE);

            EventCounts.Counted exact = instance.eventCounts().count(stripe.id());
            assertEquals(false, exact.isEstimated());
            assertEquals(3_000, exact.on(DAY).received());
            assertEquals("{unknown_type=1500}", exact.on(DAY).unmapped().toString());

            addToSample(world, stripe, EventCounts.MOST_IN_SAMPLE + 1);
            EventCounts.Counted estimated = instance.eventCounts().count(stripe.id());
            assertTrue(estimated.isEstimated());
            assertEquals(64 * 3_001, estimated.on(DAY).received());
            assertEquals(0, estimated.on(DAY).waiting());
        }
    }

    @Test
    void aSlowStoreIsReadForABoundedTimeAndTheRestIsEstimated() {
        try (WebhookWorld world = new WebhookWorld(folder)) {
            Webhooks instance = world.instance();
            Integration stripe = world.stripe(instance);
            addToSample(world, stripe, 640);
            AtomicLong time = new AtomicLong();
            // The clock is read at the start and before each round: 64 groups, and then 256 more.
            long step = EventCounts.TIME.dividedBy(3).plusNanos(1).toNanos();
            EventCounts counts = new EventCounts(world.store().integrations(), () -> time.getAndAdd(step));

            EventCounts.Counted estimated = counts.count(stripe.id());

            assertTrue(estimated.isEstimated());
            // 640 events in 320 of 4,096 groups.
            assertEquals(8_192, estimated.on(DAY).received());
        }
    }

    @Test
    void fewEventsAreCountedEvenIfTheStoreIsSlow() {
        try (WebhookWorld world = new WebhookWorld(folder)) {
            Webhooks instance = world.instance();
            Integration stripe = world.stripe(instance);
            addToSample(world, stripe, EventCounts.FEWEST_IN_SAMPLE - 1);
            AtomicLong time = new AtomicLong();
            long step = EventCounts.TIME.toNanos();
            EventCounts counts = new EventCounts(world.store().integrations(), () -> time.getAndAdd(step));

            EventCounts.Counted exact = counts.count(stripe.id());

            assertEquals(false, exact.isEstimated());
            assertEquals(499, exact.on(DAY).received());
        }
    }

    @Test
    void aFailureOfTheStoreIsPassedOn() {
        try (WebhookWorld world = new WebhookWorld(folder)) {
            IntegrationStore failing = new IntegrationStore(
                    FailingStore.after(world.store().records(), 0, () -> new StoreUnavailable("the store is away")),
                    world.store().sealer(),
                    InstantSource.system());

            assertThrows(StoreUnavailable.class, () -> new EventCounts(failing).count("a1b2c3d4e5f6"));
        }
    }
}
