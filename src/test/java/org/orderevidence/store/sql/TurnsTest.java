package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.sql.ReaderPool.Turns;
import org.orderevidence.waiting.Waits;

/** Turns and deadlines of those who wait for the database. */
final class TurnsTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(20);

    @AutoClose
    private final Deadlines deadlines = new Deadlines();

    private final Turns turns = new Turns(2, deadlines);
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    @Test
    void whoWaitsForTooLongLeaves() {
        assertTrue(turns.take(LONG));
        assertTrue(turns.take(LONG));

        assertFalse(turns.take(SHORT));

        turns.giveBack();
        assertTrue(turns.take(SHORT), "who has left takes no turn");
    }

    @Test
    void theyComeInTheOrderInWhichTheyWait() throws Exception {
        assertTrue(turns.take(LONG));
        assertTrue(turns.take(LONG));
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<FutureTask<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            tasks.add(waiting(() -> {
                boolean taken = turns.take(LONG);
                order.add(number);
                turns.giveBack();
                return taken;
            }));
        }

        turns.giveBack();

        for (FutureTask<Boolean> task : tasks) {
            assertTrue(Waits.result(task));
        }
        assertEquals(List.of(0, 1, 2, 3, 4), order);
    }

    @Test
    void whoIsInterruptedLeaves() throws Exception {
        assertTrue(turns.take(LONG));
        assertTrue(turns.take(LONG));
        List<Boolean> stillInterrupted = new ArrayList<>();
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            assertThrows(StoreUnavailable.class, () -> turns.take(LONG));
            stillInterrupted.add(Thread.currentThread().isInterrupted());
            return true;
        });
        Thread thread = Thread.ofVirtual().start(task);
        awaitParked(thread);

        thread.interrupt();

        assertTrue(Waits.result(task));
        assertEquals(List.of(true), stillInterrupted);
    }

    @Test
    void neverMoreThanSoManyHaveATurn() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        List<FutureTask<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            FutureTask<Integer> task = new FutureTask<>(() -> {
                int most = 0;
                for (int round = 0; round < 200; round++) {
                    assertTrue(turns.take(LONG));
                    most = Math.max(most, taken.incrementAndGet());
                    LockSupport.parkNanos(1); // lets others come
                    taken.decrementAndGet();
                    turns.giveBack();
                }
                return most;
            });
            tasks.add(task);
            Thread.ofVirtual().start(task);
        }
        for (FutureTask<Integer> task : tasks) {
            assertTrue(Waits.result(task) <= 2);
        }
        assertEquals(0, turns.taken());
    }

    /** A task that has started to wait. */
    private static FutureTask<Boolean> waiting(Callable<Boolean> call) {
        FutureTask<Boolean> task = new FutureTask<>(call);
        awaitParked(Thread.ofVirtual().start(task));
        return task;
    }

    private static void awaitParked(Thread thread) {
        Waits.until(() -> thread.getState() == Thread.State.WAITING, "the thread does not wait for a turn");
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
        Deadlines.Wait wait = deadlines.limit(System.nanoTime() + MINUTE, ends::incrementAndGet);
        wait.close();

        assertFalse(wait.isEnded());
    }
}
