package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Accounts.AccountTurns;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.waiting.Waits;

/** One change of an account at a time, and accounts that do not wait for each other. */
class AccountTurnsTest {
    private final AccountTurns turns = new AccountTurns();

    @Test
    void oneChangeOfAnAccountIsMadeAtATime() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<Integer>> changes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < AccountTurns.MOST_CHANGES; i++) {
                changes.add(threads.submit(() -> turns.inTurn("acme", () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(1_000);
                    return running.decrementAndGet();
                })));
            }
            for (Future<Integer> change : changes) {
                assertEquals(0, Waits.result(change));
            }
        }
        assertEquals(1, most.get());
    }

    /** While one change runs, twice as many come as may wait with it. */
    @Test
    void changesBeyondTheBoundAreRefusedAtOnce() throws Exception {
        int offered = 2 * AccountTurns.MOST_CHANGES;
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(offered - AccountTurns.MOST_CHANGES);
        AtomicInteger made = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> turns.inTurn("acme", () -> {
                running.countDown();
                Waits.open(released, "the first change is not let go");
                return made.incrementAndGet();
            }));
            Waits.open(running, "the first change does not begin");
            for (int i = 1; i < offered; i++) {
                threads.execute(() -> {
                    try {
                        turns.inTurn("acme", made::incrementAndGet);
                    } catch (StoreUnavailable full) {
                        assertTrue(full.isOverloaded());
                        refused.countDown();
                    }
                });
            }

            Waits.open(refused, "more changes wait than may");
            assertEquals(0, made.get());
            assertEquals("other", turns.inTurn("other", () -> "other"), "another account has room");
            released.countDown();
        }
        assertEquals(AccountTurns.MOST_CHANGES, made.get());
        assertEquals("next", turns.inTurn("acme", () -> "next"), "there is room again");
    }

    @Test
    void anAccountDoesNotWaitForAnother() throws Exception {
        CountDownLatch otherIsDone = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> waiting = threads.submit(() -> turns.inTurn("acme", () -> {
                Waits.open(otherIsDone, "the other account waits, too");
                return "acme";
            }));

            assertEquals("other", turns.inTurn("other", () -> "other"));

            otherIsDone.countDown();
            assertEquals("acme", Waits.result(waiting));
        }
    }
}
