package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.waiting.Waits;

/** Who gets memory, who waits, and who is ended. */
final class MemoryBudgetTest {
    private static final int SMALL = MemoryBudget.SMALL;
    private static final long POOL = 100 * SMALL;
    private static final long NOW = MemoryBudget.SLOW.toNanos() * 10;
    private static final long STRANGER = 10;
    private final MemoryBudget budget = new MemoryBudget(POOL, 0, 0);

    @AutoClose
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private final StrangersMemory memory = new StrangersMemory(100, 60, STRANGER);
    private final List<String> ended = new ArrayList<>();
    private final LargeWorkTurns turns = new LargeWorkTurns(2);
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> requests = new ArrayList<>();

    private static MemoryBudget.Share share(MemoryBudget budget, String account) {
        MemoryBudget.Share share = budget.open();
        share.account(account);
        return share;
    }

    private MemoryBudget.Share held(String account, long bytes) {
        MemoryBudget.Share share = share(budget, account);
        share.hold(bytes);
        return share;
    }

    private CompletableFuture<Void> waiting(String account, long bytes) {
        return CompletableFuture.runAsync(() -> held(account, bytes), threads);
    }

    @Test
    void smallRequestsPassWhileThePoolIsTaken() {
        MemoryBudget budget = new MemoryBudget(POOL, 0, 2 * SMALL);
        share(budget, "a").hold(POOL / 2);
        share(budget, "b").hold(POOL / 2);
        assertEquals(0, budget.free());

        assertTrue(share(budget, "c").tryHold(SMALL));
        assertTrue(share(budget, "c").tryHold(1));
        assertFalse(share(budget, "c").tryHold(1));
    }

    @Test
    void smallRequestsArePaidFromThePoolWhenTheReserveIsUsedUp() {
        MemoryBudget budget = new MemoryBudget(POOL, 0, SMALL);
        share(budget, "a").hold(1);
        share(budget, "a").hold(1);

        assertEquals(POOL - 1, budget.free());
    }

    @Test
    void aShareThatGrowsBeyondSmallGivesBackItsReserve() {
        MemoryBudget budget = new MemoryBudget(POOL, 0, SMALL);
        MemoryBudget.Share growing = share(budget, "a");
        growing.hold(SMALL);
        growing.hold(SMALL + 1);

        assertEquals(POOL - SMALL - 1, budget.free());
        assertTrue(share(budget, "b").tryHold(SMALL));
        assertEquals(POOL - SMALL - 1, budget.free());
    }

    @Test
    void holdingLessThanIsHeldChangesNothing() {
        MemoryBudget.Share share = held("a", 20);
        share.hold(10);

        assertEquals(POOL - 20, budget.free());
    }

    @Test
    void whatIsGivenBackIsFreeAgain() {
        MemoryBudget budget = new MemoryBudget(POOL, 0, SMALL);
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
        held("a", POOL / 2);

        assertFalse(share(budget, "a").tryHold(1));
        assertTrue(share(budget, "b").tryHold(POOL / 2));
    }

    @Test
    void whatWasHeldBeforeTheKeyWasCheckedCountsForItsAccountAfterwards() {
        MemoryBudget.Share share = budget.open();
        share.hold(POOL / 2);
        share.account("a");

        assertFalse(share(budget, "a").tryHold(1));
        assertTrue(budget.open().tryHold(POOL / 2));
    }

    @Test
    void anAccountGetsAQuarterWhileAnotherWaits() throws Exception {
        MemoryBudget.Share first = held("a", POOL / 2);
        held("b", POOL / 2);
        Future<?> waiting = threads.submit(() -> held("c", POOL / 4));
        MemoryBudget.Share more = share(budget, "a");
        first.shrinkTo(POOL / 4);
        Waits.result(waiting);

        assertEquals(0, budget.free());
        assertFalse(more.tryHold(1));
    }

    @Test
    void whoWaitsIsServedInTurn() throws Exception {
        MemoryBudget.Share all = held("a", POOL / 2);
        held("b", POOL / 2);
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(CompletableFuture.runAsync(() -> held("c", POOL / 12), threads));
        }
        all.close();
        for (CompletableFuture<Void> each : waiting) {
            Waits.result(each);
        }
        assertEquals(POOL / 2 - 3 * (POOL / 12), budget.free());
    }

    /** The queue is bounded. The account with the most waiting requests is refused. */
    @Test
    void whenTooManyWaitOneOfTheAccountThatWaitsMostIsRefusedAtOnce() throws Exception {
        MemoryBudget.Share first = held("x", POOL / 2);
        held("y", POOL / 2);
        Future<?> other = threads.submit(() -> held("b", 1));
        List<Future<?>> many = new ArrayList<>();
        for (int i = 0; i < 2 * MemoryBudget.MOST_WAITING; i++) {
            many.add(threads.submit(() -> held("a", 1)));
        }
        // The refused ones end on threads of their own, in any order.
        Waits.until(
                () -> many.stream().filter(Future::isDone).count() >= MemoryBudget.MOST_WAITING,
                "fewer shares are refused than are too many");
        assertFalse(other.isDone());
        first.close();
        Waits.result(other);
    }

    /** Two large requests cannot both finish: the one that holds less is refused, and the other one goes on. */
    @Test
    @Execution(CONCURRENT)
    void theWaitingRequestThatHoldsLeastIsRefused() throws Exception {
        MemoryBudget.Share large = held("a", POOL / 2 - 10);
        MemoryBudget.Share less = held("b", POOL / 2 - 20);
        held("c", 30);
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
        Waits.result(largeOne);
    }

    @Test
    @Execution(CONCURRENT)
    void whatIsRefusedKeepsWhatItHeld() {
        held("a", POOL / 2);
        MemoryBudget.Share share = held("b", 10);

        assertThrows(MemoryExhausted.class, () -> share.hold(POOL));
        assertEquals(POOL / 2 - 10, budget.free());
        share.close();
        assertEquals(POOL / 2, budget.free());
    }

    /** A client that reads or sends slowly, with the memory that it holds. */
    private final class SlowClient {
        private final MemoryBudget.Share share;
        private boolean ended;

        private SlowClient(String account, long bytes, long since) {
            share = held(account, bytes);
            share.waitsForClient(since, () -> {
                ended = true;
                share.close();
            });
        }
    }

    private void takeBack() {
        budget.takeBack(NOW).forEach(Runnable::run);
    }

    @Test
    void ofTheAccountThatHoldsMostTheSlowestClientIsEndedWhenOthersWait() throws Exception {
        SlowClient fast = new SlowClient("a", POOL / 4, NOW);
        SlowClient slow = new SlowClient("a", POOL / 8, 2);
        SlowClient slowest = new SlowClient("a", POOL / 8, 1);
        SlowClient other = new SlowClient("b", POOL / 4, 0);
        SlowClient third = new SlowClient("c", POOL / 4, 0);
        takeBack();
        assertFalse(slowest.ended, "nobody waited");

        CompletableFuture<Void> waiting = waiting("d", POOL / 8);
        Waits.until(() -> budget.usage().waiting() == 1, "it does not wait");
        takeBack();
        Waits.result(waiting);
        assertTrue(slowest.ended);
        assertFalse(slow.ended || fast.ended || other.ended || third.ended, "more were ended than needed");
    }

    /** An account of many is above its share as soon as it holds more than the one that waits. */
    @Test
    void manyAccountsGiveWayToOneThatHoldsLess() throws Exception {
        List<SlowClient> many = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            many.add(new SlowClient("account-" + i, POOL / 10, i));
        }
        CompletableFuture<Void> waiting = waiting("new", POOL / 5);
        Waits.until(() -> budget.usage().waiting() == 1, "it does not wait");
        takeBack();
        Waits.result(waiting);
        assertEquals(2, many.stream().filter(client -> client.ended).count());
    }

    @Test
    @Execution(CONCURRENT)
    void anAccountLosesNothingToOneThatHoldsMore() throws Exception {
        SlowClient less = new SlowClient("a", POOL / 4, 0);
        SlowClient more = new SlowClient("b", POOL / 2, 0);
        held("c", POOL / 4);
        MemoryBudget.Share growing = share(budget, "b");
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> growing.hold(1), threads);
        Waits.until(() -> budget.usage().waiting() == 1, "it does not wait");
        takeBack();
        CompletionException refused = assertThrows(CompletionException.class, waiting::join);
        assertTrue(refused.getCause() instanceof MemoryExhausted);
        assertFalse(less.ended || more.ended);
    }

    /** What was ended is not counted twice while it is being released. */
    @Test
    void nobodyElseIsEndedWhileMemoryIsOnItsWayBack() throws Exception {
        MemoryBudget.Share first = held("a", POOL / 2);
        first.waitsForClient(0, () -> {});
        SlowClient second = new SlowClient("b", POOL / 2, 0);
        CompletableFuture<Void> waiting = waiting("c", POOL / 4);
        Waits.until(() -> budget.usage().waiting() == 1, "it does not wait");
        assertEquals(1, budget.takeBack(NOW).size());
        assertEquals(0, budget.takeBack(NOW).size());
        first.close();
        second.share.close();
        Waits.result(waiting);
    }

    @Test
    void ordinaryRequestsPassWhileLargeOnesHoldAllTheyMay() {
        long ordinary = 4 * RequestMemory.ORDINARY;
        long pool = 16 * RequestMemory.ORDINARY;
        MemoryBudget budget = new MemoryBudget(pool, ordinary, 0);
        MemoryBudget.Share own = share(budget, "a");
        own.hold(pool / 2);
        share(budget, "b").hold(pool / 4);
        assertFalse(share(budget, "c").tryHold(RequestMemory.ORDINARY + 1), "what is kept for ordinary ones");

        assertTrue(share(budget, "a").tryHold(RequestMemory.ORDINARY), "also for an account that holds its part");
        assertTrue(share(budget, "c").tryHold(RequestMemory.FETCH));
        assertTrue(share(budget, "d").tryHold(RequestMemory.ORDINARY));

        own.shrinkTo(RequestMemory.ORDINARY);
        assertTrue(share(budget, "c").tryHold(pool / 4), "a large one that became ordinary makes room");
    }

    /** They wait for each other, and hold what an ordinary one needs. */
    @Test
    @Execution(CONCURRENT)
    void requestsThatWaitToBecomeLargeGiveWayToOrdinaryOnes() throws Exception {
        long ordinary = RequestMemory.ORDINARY;
        MemoryBudget budget = new MemoryBudget(16 * ordinary, 4 * ordinary, 0);
        for (int n = 0; n < 3; n++) {
            share(budget, "large-" + n).hold(4 * ordinary);
        }
        List<CompletableFuture<Void>> growing = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            MemoryBudget.Share share = share(budget, "growing-" + n % 3);
            share.hold(ordinary);
            growing.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            share.hold(ordinary + 1);
                        } finally {
                            share.close();
                        }
                    },
                    threads));
        }
        CompletableFuture<Void> fetch =
                CompletableFuture.runAsync(() -> share(budget, "good").hold(RequestMemory.FETCH), threads);
        Waits.until(() -> budget.usage().waiting() == 5, "they do not wait");
        budget.takeBack(NOW).forEach(Runnable::run);
        Waits.result(fetch);

        assertThrows(
                CompletionException.class,
                () -> CompletableFuture.anyOf(growing.get(0), growing.get(3)).join());
        assertEquals(
                1,
                growing.stream()
                        .filter(CompletableFuture::isCompletedExceptionally)
                        .count());
    }

    @Test
    void theAccountThatHoldsLeastComesFirst() throws Exception {
        held("a", POOL / 4);
        MemoryBudget.Share other = held("b", POOL / 2);
        held("c", POOL / 4);
        CompletableFuture<Void> first = waiting("a", 10);
        Waits.until(() -> budget.usage().waiting() == 1, "it does not wait");
        CompletableFuture<Void> second = waiting("good", 10);
        Waits.until(() -> budget.usage().waiting() == 2, "it does not wait");
        other.shrinkTo(POOL / 2 - 10);
        Waits.result(second);
        assertFalse(first.isDone());
        other.close();
        Waits.result(first);
    }

    /** The account with many waiting requests gives way first, however little the one of another account holds. */
    @Test
    @Execution(CONCURRENT)
    void oneOfTheAccountThatWaitsMostIsRefused() throws Exception {
        MemoryBudget.Share first = held("x", POOL / 2);
        List<MemoryBudget.Share> many = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            MemoryBudget.Share share = held("a", POOL / 8);
            many.add(share);
        }
        held("b", POOL / 8);
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (MemoryBudget.Share share : many) {
            waiting.add(CompletableFuture.runAsync(() -> share.hold(POOL / 4), threads));
        }
        CompletableFuture<Void> alone = waiting("c", 1);
        Waits.until(() -> waiting.stream().anyMatch(CompletableFuture::isDone), "none was refused");
        assertFalse(alone.isDone());
        first.close();
        Waits.result(alone);
    }

    /** Many threads take and give back at random; at the end everything is free again. */
    @Test
    void nothingIsLost() throws ExecutionException, InterruptedException {
        MemoryBudget budget = new MemoryBudget(POOL, 0, 8 * SMALL);
        List<Future<?>> done = new ArrayList<>();
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
        assertEquals(POOL, budget.free());
        for (int i = 0; i < 8; i++) {
            assertTrue(share(budget, "a").tryHold(SMALL));
        }
        assertEquals(POOL, budget.free());
    }

    /** One that lets go of its memory as soon as it is ended. */
    private StrangersMemory.Claim claim(String receiver, String name) {
        AtomicReference<StrangersMemory.Claim> opened = new AtomicReference<>();
        opened.set(memory.open(receiver, () -> {
            ended.add(name);
            opened.get().close();
        }));
        return opened.get();
    }

    @Test
    void newOnesAreEndedWhileTheEndedOnesHaveNotLetGo() {
        List<StrangersMemory.Claim> slow = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            StrangersMemory.Claim claim = memory.open("slow " + n, () -> {});
            slow.add(claim);
            assertTrue(claim.hold(50));
        }

        assertFalse(claim("new", "new").hold(20));

        assertTrue(claim("small", "small").hold(STRANGER), "a flood of large ones ends no small one");

        slow.forEach(StrangersMemory.Claim::close);
        assertTrue(claim("next", "next").hold(20));
    }

    @Test
    void theOldestIsEndedFirst() {
        StrangersMemory.Claim first = claim("a", "first");
        StrangersMemory.Claim second = claim("b", "second");
        StrangersMemory.Claim third = claim("c", "third");
        assertTrue(first.hold(40));
        assertTrue(second.hold(40));
        assertEquals(List.of(), ended);

        assertTrue(third.hold(40));

        assertEquals(List.of("first"), ended);
        assertEquals(80, memory.held());
        assertFalse(first.hold(1));
        assertTrue(second.hold(1));
    }

    @Test
    void anOldSmallOneStaysWhileThereAreLargeOnes() {
        StrangersMemory.Claim small = claim("a", "small");
        assertTrue(small.hold(STRANGER));
        for (int n = 0; n < 10; n++) {
            assertTrue(claim("b" + n, "large " + n).hold(STRANGER + 40));
        }

        assertFalse(ended.contains("small"));
        assertTrue(small.hold(STRANGER));
    }

    @Test
    void thoseToOneReceiverDoNotEndThoseToOthers() {
        StrangersMemory.Claim other = claim("other", "other");
        assertTrue(other.hold(40));

        for (int n = 0; n < 10; n++) {
            assertTrue(claim("attacked", "attack " + n).hold(30));
        }

        assertFalse(ended.contains("other"));
        assertEquals(8, ended.size());
        assertEquals(100, memory.held());
    }

    @Test
    void oneThatIsTooLargeAloneIsEnded() {
        assertFalse(claim("a", "too large").hold(61));

        assertEquals(List.of("too large"), ended);
        assertEquals(0, memory.held());
    }

    @Test
    void aClosedOneGivesBackAndCanBeUsedAgain() {
        StrangersMemory.Claim claim = claim("a", "claim");
        assertTrue(claim.hold(50));
        claim.close();
        assertEquals(0, memory.held());

        assertTrue(claim.hold(50));
        assertEquals(50, memory.held());
        assertEquals(List.of(), ended);
    }

    @Test
    void accountsTakeTurnsInRotation() throws Exception {
        try (Places.Place _ = turns.take("a")) {
            ask("a", "a1");
            ask("a", "a2");
            ask("a", "a3");
            ask("b", "b1");
            ask("c", "c1");
            ask("b", "b2");
        }
        end();

        assertEquals(List.of("a1", "b1", "c1", "a2", "b2", "a3"), order);
    }

    @Test
    void anInterruptedRequestWaitsForItsTurnAllTheSame() throws Exception {
        try (Places.Place _ = turns.take("a")) {
            ask("a", "interrupted");
            requests.getFirst().interrupt();
            ask("a", "next");
        }
        end();

        assertEquals(List.of("interrupted", "next"), order);
    }

    @Test
    void aRequestThatWaitsTooLongGetsNoTurnAndDelaysNoOther() throws Exception {
        try (Places.Place _ = turns.take("a")) {
            assertNull(turns.take("a", Duration.ofMillis(1)));
            assertNull(turns.take("b", Duration.ZERO));
            ask("b", "next");
            assertEquals(1, turns.waiting());
        }
        end();

        assertEquals(List.of("next"), order);
        Places.Place free = turns.take("c", Duration.ZERO);
        assertNotNull(free);
        free.close();
    }

    @Test
    void aTurnThatComesInTimeIsTaken() throws Exception {
        Places.Place first = turns.take("a");
        Thread waits = Thread.ofPlatform().start(() -> {
            Places.Place turn = turns.take("b", Duration.ofMinutes(1));
            if (turn != null) {
                order.add("b");
                turn.close();
            }
        });
        requests.add(waits);
        Waits.until(() -> turns.waiting() == 1, "the request does not wait for a turn");
        first.close();
        end();

        assertEquals(List.of("b"), order);
        turns.take("a").close();
    }

    @Test
    void aTurnThatNobodyWaitsForIsFreeAgain() {
        turns.take("a").close();
        turns.take("a").close();
        turns.take("b").close();
    }

    /** Asks for a turn on a thread of its own, and returns when it waits. */
    private void ask(String account, String name) throws InterruptedException {
        int waiting = turns.waiting();
        requests.add(Thread.ofPlatform().start(() -> {
            try (Places.Place _ = turns.take(account)) {
                order.add(name);
            }
        }));
        Waits.until(() -> turns.waiting() > waiting, "the request does not wait for a turn");
    }

    private void end() {
        Waits.end(requests);
    }
}
