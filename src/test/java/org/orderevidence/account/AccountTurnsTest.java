package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** One change of an account at a time, and accounts that do not wait for each other. */
class AccountTurnsTest {
    private final AccountTurns turns = new AccountTurns();

    @Test
    void oneChangeOfAnAccountIsMadeAtATime() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<Integer>> changes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                changes.add(threads.submit(() -> turns.inTurn("acme", () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(1_000);
                    return running.decrementAndGet();
                })));
            }
            for (Future<Integer> change : changes) {
                assertEquals(0, change.get());
            }
        }
        assertEquals(1, most.get());
    }

    @Test
    void anAccountDoesNotWaitForAnother() throws Exception {
        CountDownLatch otherIsDone = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> waiting = threads.submit(() -> turns.inTurn("acme", () -> {
                try {
                    otherIsDone.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
                return "acme";
            }));

            assertEquals("other", turns.inTurn("other", () -> "other"));

            otherIsDone.countDown();
            assertEquals("acme", waiting.get());
        }
    }
}
