package org.orderevidence.http.limits;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets only a few requests do large work at the same time: parse a large body, or write a long list. Such work needs a
 * processor and never waits. Without turns, many such requests would delay all small requests.
 * Accounts that wait
 * get turns in rotation, and the requests of one account in the order in which they ask.
 */
public final class LargeWorkTurns {
    private final SequencedMap<String, ArrayDeque<Semaphore>> waiting = new LinkedHashMap<>();
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
     */
    public Places.Place take(String account) {
        Semaphore given = ask(account);
        given.acquireUninterruptibly();
        return this::pass;
    }

    /**
     * Waits for a turn, but not longer than the patience.
     *
     * @return the turn, to be closed by the caller; {@code null} if none came in time
     */
    public Places.@Nullable Place take(String account, Duration patience) {
        Semaphore given = ask(account);
        boolean inTime;
        try {
            inTime = given.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            inTime = false;
        }
        return inTime || !withdraw(account, given) ? this::pass : null;
    }

    /** Returns what opens when the turn has come. */
    private synchronized Semaphore ask(String account) {
        Semaphore given = new Semaphore(0);
        if (free > 0) {
            free--;
            given.release();
        } else {
            waiting.computeIfAbsent(account, _ -> new ArrayDeque<>()).add(given);
        }
        return given;
    }

    /** Removes a request that no longer waits. Returns false if its turn came in the meantime. */
    private synchronized boolean withdraw(String account, Semaphore given) {
        ArrayDeque<Semaphore> itsRequests = waiting.get(account);
        if (itsRequests == null || !itsRequests.remove(given)) {
            return false;
        }
        if (itsRequests.isEmpty()) {
            waiting.remove(account);
        }
        return true;
    }

    /** How many requests wait for a turn. */
    synchronized int waiting() {
        return waiting.values().stream().mapToInt(ArrayDeque::size).sum();
    }

    /** Gives a turn that has ended to the next account, or frees it if no request waits. */
    private synchronized void pass() {
        Map.Entry<String, ArrayDeque<Semaphore>> first = waiting.pollFirstEntry();
        if (first == null) {
            free++;
            return;
        }
        ArrayDeque<Semaphore> itsRequests = first.getValue();
        Semaphore next = itsRequests.remove();
        if (!itsRequests.isEmpty()) {
            waiting.put(first.getKey(), itsRequests);
        }
        next.release();
    }
}
