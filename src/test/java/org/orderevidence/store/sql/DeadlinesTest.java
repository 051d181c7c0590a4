package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waits end when their time is up. */
final class DeadlinesTest {
    private static final long LONG = Duration.ofMinutes(1).toNanos();

    private final Deadlines deadlines = new Deadlines();

    @AfterEach
    void close() {
        deadlines.close();
    }

    @Test
    void whoParksIsWokenWhenTheTimeIsUp() {
        long deadline = System.nanoTime() + Duration.ofMillis(20).toNanos();

        while (System.nanoTime() - deadline < 0) {
            deadlines.park(this, deadline);
        }

        assertTrue(System.nanoTime() - deadline >= 0);
    }

    @Test
    void aTimeThatIsUpAlreadyIsNotWaitedFor() {
        deadlines.park(this, System.nanoTime() - 1);
    }

    @Test
    void whatTakesTooLongIsEndedOnce() throws Exception {
        AtomicInteger ends = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(1);
        try (Deadlines.Wait late = deadlines.limit(System.nanoTime(), () -> {
            ends.incrementAndGet();
            ended.countDown();
        })) {
            assertTrue(ended.await(30, TimeUnit.SECONDS));
            assertTrue(late.isEnded());
            CountDownLatch another = new CountDownLatch(1);
            try (Deadlines.Wait next = deadlines.limit(System.nanoTime(), another::countDown)) {
                assertTrue(another.await(30, TimeUnit.SECONDS), "the watch has looked once more");
                assertTrue(next.isEnded());
            }
        }
        assertEquals(1, ends.get());
    }

    @Test
    void whatIsInTimeIsNotEnded() {
        AtomicInteger ends = new AtomicInteger();
        Deadlines.Wait wait = deadlines.limit(System.nanoTime() + LONG, ends::incrementAndGet);
        wait.close();

        assertFalse(wait.isEnded());
    }
}
