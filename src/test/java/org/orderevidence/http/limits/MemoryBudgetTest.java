package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.orderevidence.waiting.Waits;

final class MemoryBudgetTest {
    private static final int SMALL = MemoryBudget.SMALL;
    private static final long POOL = 100 * SMALL;

    private static MemoryBudget.Share share(MemoryBudget budget, String account) {
        MemoryBudget.Share share = budget.open();
        share.account(account);
        return share;
    }

    @Test
    void smallRequestsPassWhileThePoolIsTaken() {
        MemoryBudget budget = new MemoryBudget(POOL, 2 * SMALL);
        share(budget, "a").hold(POOL / 2);
        share(budget, "b").hold(POOL / 2);
        assertEquals(0, budget.free());

        assertTrue(share(budget, "c").tryHold(SMALL));
        assertTrue(share(budget, "c").tryHold(1));
        assertFalse(share(budget, "c").tryHold(1));
    }

    @Test
    void smallRequestsArePaidFromThePoolWhenTheReserveIsUsedUp() {
        MemoryBudget budget = new MemoryBudget(POOL, SMALL);
        share(budget, "a").hold(1);
        share(budget, "a").hold(1);

        assertEquals(POOL - 1, budget.free());
    }

    @Test
    void aShareThatGrowsBeyondSmallGivesBackItsReserve() {
        MemoryBudget budget = new MemoryBudget(POOL, SMALL);
        MemoryBudget.Share growing = share(budget, "a");
        growing.hold(SMALL);
        growing.hold(SMALL + 1);

        assertEquals(POOL - SMALL - 1, budget.free());
        assertTrue(share(budget, "b").tryHold(SMALL));
        assertEquals(POOL - SMALL - 1, budget.free());
    }

    @Test
    void holdingLessThanIsHeldChangesNothing() {
        MemoryBudget budget = new MemoryBudget(POOL, 0);
        MemoryBudget.Share share = share(budget, "a");
        share.hold(20);
        share.hold(10);

        assertEquals(POOL - 20, budget.free());
    }

    @Test
    void whatIsGivenBackIsFreeAgain() {
        MemoryBudget budget = new MemoryBudget(POOL, SMALL);
        MemoryBudget.Share share = share(budget, "a");
        share.hold(POOL / 2);
        share.shrinkTo(5 * SMALL);
        assertEquals(POOL - 5 * SMALL, budget.free());
        share.shrinkTo(SMALL);
        assertEquals(POOL, budget.free());
        share.close();
        share.close();
        assertEquals(POOL, budget.free());
        assertTrue(share(budget, "b").tryHold(SMALL));
        assertEquals(POOL, budget.free());
    }

    @Test
    void anAccountHoldsAtMostHalfOfThePool() {
        MemoryBudget budget = new MemoryBudget(POOL, 0);
        share(budget, "a").hold(POOL / 2);

        assertFalse(share(budget, "a").tryHold(1));
        assertTrue(share(budget, "b").tryHold(POOL / 2));
    }

    @Test
    void whatWasHeldBeforeTheKeyWasCheckedCountsForItsAccountAfterwards() {
        MemoryBudget budget = new MemoryBudget(POOL, 0);
        MemoryBudget.Share share = budget.open();
        share.hold(POOL / 2);
        share.account("a");

        assertFalse(share(budget, "a").tryHold(1));
        assertTrue(budget.open().tryHold(POOL / 2));
    }

    @Test
    void anAccountGetsAQuarterWhileAnotherWaits() throws Exception {
        MemoryBudget budget = new MemoryBudget(POOL, 0);
        MemoryBudget.Share first = share(budget, "a");
        first.hold(POOL / 2);
        MemoryBudget.Share second = share(budget, "b");
        second.hold(POOL / 2);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> waiting = threads.submit(() -> share(budget, "c").hold(POOL / 4));
            MemoryBudget.Share more = share(budget, "a");
            first.shrinkTo(POOL / 4);
            waiting.get(10, TimeUnit.SECONDS);

            assertEquals(0, budget.free());
            assertFalse(more.tryHold(1));
        }
    }

    @Test
    void whoWaitsIsServedInTurn() throws Exception {
        MemoryBudget budget = new MemoryBudget(POOL, 0);
        MemoryBudget.Share all = share(budget, "a");
        all.hold(POOL / 2);
        share(budget, "b").hold(POOL / 2);
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3; i++) {
                waiting.add(CompletableFuture.runAsync(() -> share(budget, "c").hold(POOL / 12), threads));
            }
            all.close();
            for (CompletableFuture<Void> each : waiting) {
                each.get(10, TimeUnit.SECONDS);
            }
        }
        assertEquals(POOL / 2 - 3 * (POOL / 12), budget.free());
    }

    /** The queue is bounded. The account with the most waiting requests is refused. */
    @Test
    void whenTooManyWaitOneOfTheAccountThatWaitsMostIsRefusedAtOnce() throws Exception {
        MemoryBudget budget = new MemoryBudget(POOL, 0);
        MemoryBudget.Share first = share(budget, "x");
        first.hold(POOL / 2);
        share(budget, "y").hold(POOL / 2);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> other = threads.submit(() -> share(budget, "b").hold(1));
            List<Future<?>> many = new ArrayList<>();
            for (int i = 0; i < 2 * MemoryBudget.MOST_WAITING; i++) {
                many.add(threads.submit(() -> share(budget, "a").hold(1)));
            }
            // The refused ones end on threads of their own, in any order.
            Waits.until(
                    () -> many.stream().filter(Future::isDone).count() >= MemoryBudget.MOST_WAITING,
                    "fewer shares are refused than are too many");
            assertFalse(other.isDone());
            first.close();
            other.get(10, TimeUnit.SECONDS);
        }
    }

    /** Two large requests cannot both finish: the one that holds less is refused, and the other one goes on. */
    @Test
    void theWaitingRequestThatHoldsLeastIsRefused() throws Exception {
        MemoryBudget budget = new MemoryBudget(POOL, 0);
        MemoryBudget.Share large = share(budget, "a");
        large.hold(POOL / 2 - 10);
        MemoryBudget.Share less = share(budget, "b");
        less.hold(POOL / 2 - 20);
        share(budget, "c").hold(30);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Void> largeOne = CompletableFuture.runAsync(() -> large.hold(POOL / 2), threads);
            CompletableFuture<Void> lessOne = CompletableFuture.runAsync(
                    () -> {
                        try {
                            less.hold(POOL / 2);
                        } finally {
                            less.close();
                        }
                    },
                    threads);

            CompletionException refused = assertThrows(CompletionException.class, lessOne::join);
            assertTrue(refused.getCause() instanceof MemoryExhausted);
            largeOne.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void whatIsRefusedKeepsWhatItHeld() {
        MemoryBudget budget = new MemoryBudget(POOL, 0);
        share(budget, "a").hold(POOL / 2);
        MemoryBudget.Share share = share(budget, "b");
        share.hold(10);

        assertThrows(MemoryExhausted.class, () -> share.hold(POOL));
        assertEquals(POOL / 2 - 10, budget.free());
        share.close();
        assertEquals(POOL / 2, budget.free());
    }

    /** Many threads take and give back at random; at the end everything is free again. */
    @Test
    void nothingIsLost() throws ExecutionException, InterruptedException {
        MemoryBudget budget = new MemoryBudget(POOL, 8 * SMALL);
        List<Future<?>> done = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 0; thread < 32; thread++) {
                int seed = thread;
                done.add(threads.submit(() -> {
                    var random = new java.util.Random(seed);
                    for (int i = 0; i < 2_000; i++) {
                        try (MemoryBudget.Share share = share(budget, "account-" + random.nextInt(4))) {
                            share.tryHold(random.nextInt(SMALL));
                            share.tryHold(random.nextLong(POOL / 4));
                            share.shrinkTo(random.nextLong(POOL / 8));
                        }
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        }
        assertEquals(POOL, budget.free());
        for (int i = 0; i < 8; i++) {
            assertTrue(share(budget, "a").tryHold(SMALL));
        }
        assertEquals(POOL, budget.free());
    }
}
