package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.waiting.Waits;

/** Memory of writes, and what the orders of the tests vary. */
class WriteMemoryTest {
    private static final long NO_WAIT = 0;
    private static final long PATIENCE = Duration.ofSeconds(60).toNanos();
    private static final int KIB = 1_024;

    private static List<PartWrite> orders(int count) {
        List<PartWrite> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            orders.add(OrderFixtures.write(OrderFixtures.order("A-" + i), null).part());
        }
        return orders;
    }

    @Test
    void whatIsEncodedTakesMemoryUntilItIsClosed() {
        WriteMemory memory = new WriteMemory(100 * KIB, TestCodec.CODEC);

        WriteMemory.Held held = memory.encode(OrderFixtures.SHOP, orders(20), NO_WAIT);

        assertEquals(20, held.orders().size());
        assertEquals(100 - (held.bytes() + KIB - 1) / KIB, memory.free());
        held.close();
        assertEquals(100, memory.free());
    }

    @Test
    void whatDoesNotFitIsRefusedAsOverloadAndTakesNothing() {
        WriteMemory memory = new WriteMemory(100 * KIB, TestCodec.CODEC);
        try (WriteMemory.Held most = memory.encode(OrderFixtures.SHOP, orders(120), NO_WAIT)) {
            int free = memory.free();

            StoreUnavailable refused =
                    assertThrows(StoreUnavailable.class, () -> memory.encode(OrderFixtures.SHOP, orders(120), NO_WAIT));

            assertTrue(refused.isOverloaded());
            assertEquals(free, memory.free());
            assertFalse(most.orders().isEmpty());
        }
    }

    @Test
    void anUploadThatIsLargerThanAllMemoryIsWrittenAlone() {
        WriteMemory memory = new WriteMemory(4 * KIB, TestCodec.CODEC);

        try (WriteMemory.Held held = memory.encode(OrderFixtures.SHOP, orders(100), NO_WAIT)) {
            assertEquals(100, held.orders().size());
            assertEquals(0, memory.free());
        }
        assertEquals(4, memory.free());
    }

    @Tag("slow")
    @Test
    void manyAtOnceAllGetTheirTurnAndNeverHoldMoreThanTheBound() throws Exception {
        WriteMemory memory = new WriteMemory(100 * KIB, TestCodec.CODEC);
        AtomicLong held = new AtomicLong();
        AtomicLong most = new AtomicLong();
        AtomicInteger done = new AtomicInteger();
        CountDownLatch together = new CountDownLatch(1);
        List<Thread> uploads = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            uploads.add(Thread.ofVirtual().start(() -> {
                Waits.open(together, "the uploads do not start");
                for (int round = 0; round < 20; round++) {
                    try (WriteMemory.Held mine = memory.encode(OrderFixtures.SHOP, orders(80), PATIENCE)) {
                        most.accumulateAndGet(held.addAndGet(mine.bytes()), Math::max);
                        held.addAndGet(-mine.bytes());
                    }
                }
                done.incrementAndGet();
            }));
        }
        together.countDown();
        Waits.end(uploads);

        assertEquals(64, done.get());
        assertTrue(most.get() <= 100L * KIB, () -> most + " bytes were held at once");
        assertEquals(100, memory.free());
    }
}
