package org.orderevidence.http.limits;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets only a few requests do large work at the same time: parse a large body, or write a long list. Such work needs a
 * processor and never waits. Without turns, many such requests would delay all small requests.
 * Accounts that wait
 * get turns in rotation, and the requests of one account in the order in which they ask.
 */
public final class LargeWorkTurns {
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<String, ArrayDeque<CountDownLatch>> waiting = new LinkedHashMap<>();
    private int free;

    /**
     * @param processors number of processors; at most half of them do large work
     */
    public LargeWorkTurns(int processors) {
        free = Math.max(1, processors / 2);
    }

    /**
     * Waits for a turn, which the caller closes when the work is done. A caller with a turn must not wait for anything
     * else: no further input, no memory, no other turn.
     *
     * @param account the account that the request belongs to
     */
    public Turn take(String account) {
        CountDownLatch given = ask(account);
        awaitUninterruptibly(given);
        return this::pass;
    }

    /**
     * Waits for a turn, but not longer than the patience.
     *
     * @param account the account that the request belongs to
     * @return the turn, to be closed by the caller; {@code null} if none came in time
     */
    public @Nullable Turn take(String account, Duration patience) {
        CountDownLatch given = ask(account);
        boolean inTime;
        try {
            inTime = given.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            inTime = false;
        }
        return inTime || !withdraw(account, given) ? this::pass : null;
    }

    /** Returns what opens when the turn has come. */
    private CountDownLatch ask(String account) {
        CountDownLatch given = new CountDownLatch(1);
        lock.lock();
        try {
            if (free > 0) {
                free--;
                given.countDown();
            } else {
                waiting.computeIfAbsent(account, _ -> new ArrayDeque<>()).add(given);
            }
        } finally {
            lock.unlock();
        }
        return given;
    }

    /** Removes a request that no longer waits. Returns false if its turn came in the meantime. */
    private boolean withdraw(String account, CountDownLatch given) {
        lock.lock();
        try {
            ArrayDeque<CountDownLatch> itsRequests = waiting.get(account);
            if (itsRequests == null || !itsRequests.remove(given)) {
                return false;
            }
            if (itsRequests.isEmpty()) {
                waiting.remove(account);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** How many requests wait for a turn. */
    int waiting() {
        lock.lock();
        try {
            return waiting.values().stream().mapToInt(ArrayDeque::size).sum();
        } finally {
            lock.unlock();
        }
    }

    /** Gives a turn that has ended to the next account, or frees it if no request waits. */
    private void pass() {
        lock.lock();
        try {
            Map.Entry<String, ArrayDeque<CountDownLatch>> first = waiting.pollFirstEntry();
            if (first == null) {
                free++;
                return;
            }
            ArrayDeque<CountDownLatch> itsRequests = first.getValue();
            CountDownLatch next = itsRequests.remove();
            if (!itsRequests.isEmpty()) {
                waiting.put(first.getKey(), itsRequests);
            }
            next.countDown();
        } finally {
            lock.unlock();
        }
    }

    /** A turn must be given back, so that a request that is interrupted waits for its turn all the same. */
    private static void awaitUninterruptibly(CountDownLatch given) {
        boolean interrupted = false;
        while (true) {
            try {
                given.await();
                break;
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A turn that was given. */
    @FunctionalInterface
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}
