package org.orderevidence.store.cassandra;

import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.sighting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.Sightings.SightingSearch;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.cassandra.ClusterErrors.Failure;
import org.orderevidence.waiting.Waits;

/**
 * A few writers that upload orders and track sightings until they are stopped, and remember which were acknowledged.
 * Each repeats what fails until it is kept.
 */
final class Acknowledged implements AutoCloseable {
    static final int WRITERS = 4;
    private static final int MOST = 50_000;
    private static final long PAUSE_MILLIS = 40;
    private static final Duration WAIT = Duration.ofMinutes(2);
    private static final KeyedHash CARD = key("card");

    private final OpenStore store;
    private final AccountSpace space;
    private final Set<Integer> numbers = new ConcurrentSkipListSet<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Thread> writers = new ArrayList<>();

    Acknowledged(OpenStore store, AccountSpace space) {
        this.store = store;
        this.space = space;
        for (int i = 0; i < WRITERS; i++) {
            writers.add(Thread.ofVirtual().start(this::writeOn));
        }
    }

    /** Waits until so many more are acknowledged. */
    void awaitMore(int count) {
        int wanted = numbers.size() + count;
        long deadline = System.nanoTime() + WAIT.toNanos();
        while (numbers.size() < wanted) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "only " + numbers.size() + " of " + wanted + " writes were acknowledged");
            }
            pause();
        }
    }

    /** How many writes were acknowledged so far. */
    int acknowledged() {
        return numbers.size();
    }

    /** How many requests failed so far. */
    int failures() {
        return failures.get();
    }

    /** The most attempts of one write that failed one after the other. */
    int failuresInARow() {
        return failuresInARow.get();
    }

    /** Those that were acknowledged and that another look does not find. */
    List<Integer> lost(OpenStore at) {
        Set<Integer> lost = new ConcurrentSkipListSet<>();
        Fanout.forEach(List.copyOf(numbers), new Failure(), number -> {
            if (!isFound(at, number)) {
                lost.add(number);
            }
        });
        return List.copyOf(lost);
    }

    @Override
    public void close() {
        stop();
    }

    /** Returns when no writer writes any more. */
    void stop() {
        stopped.set(true);
        Waits.end(writers);
    }

    private void writeOn() {
        while (!stopped.get()) {
            int number = next.getAndIncrement();
            if (number >= MOST) {
                return;
            }
            int failed = 0;
            // A load, not a flood: whole cores of attempts would only keep a node from starting.
            pause();
            while (!stopped.get() && !isAcknowledged(number)) {
                failed++;
                pause();
            }
            failuresInARow.accumulateAndGet(failed, Math::max);
        }
    }

    private boolean isAcknowledged(int number) {
        try {
            write(number);
            numbers.add(number);
            return true;
        } catch (StoreUnavailable | UnknownOutcome e) {
            failures.incrementAndGet();
            return false;
        }
    }

    void write(int number) {
        if (number % 2 == 0) {
            store.evidence().put(space, OrderFixtures.parts(List.of(upload(number))), NOON);
        } else {
            store.sightings()
                    .track(space, List.of(sighting("c" + number, "203.0.113.7", "2026-03-01T10:00:00Z")), _ -> null);
        }
    }

    /** Asks until there is an answer: when the nodes are back, the store still has to connect to them again. */
    private boolean isFound(OpenStore at, int number) {
        long deadline = System.nanoTime() + WAIT.toNanos();
        while (true) {
            try {
                return isKept(at, number);
            } catch (StoreUnavailable notYet) {
                if (System.nanoTime() > deadline) {
                    throw notYet;
                }
                pause();
            }
        }
    }

    private boolean isKept(OpenStore store, int number) {
        if (number % 2 == 0) {
            return store.evidence()
                    .order(space, upload(number).order().id())
                    .map(stored -> stored.order().equals(upload(number).order()))
                    .orElse(false);
        }
        IpSighting expected = sighting("203.0.113.7", "2026-03-01T10:00:00Z");
        long minute = expected.minute();
        return store.sightings()
                .nearest(space, List.of(new SightingSearch(key("c" + number), minute, minute, minute, minute)))
                .equals(List.of(List.of(expected)));
    }

    private static OrderWrite upload(int number) {
        return OrderFixtures.write(order("A-" + number, DAY.plusDays(number % 30), number), key("ann"), CARD);
    }

    /** Waits a moment: the writers run at their own pace and signal nothing. */
    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
