package org.orderevidence.store.sql;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;

/**
 * Limits how many callers do something at a time. The others wait in order of arrival. A semaphore that waits in
 * another way: see {@link Deadlines}.
 */
final class Turns {
    private final int most;
    private final Deadlines deadlines;
    private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
    private int free;

    /** A waiting caller. */
    private static final class Turn {
        private final Thread thread = Thread.currentThread();
        private volatile boolean given;
    }

    /**
     * @param most how many at a time
     */
    Turns(int most, Deadlines deadlines) {
        this.most = most;
        this.free = most;
        this.deadlines = deadlines;
    }

    /**
     * Waits for a turn, which is to be given back.
     *
     * @return false if none was free in time
     * @throws StoreUnavailable if the thread is interrupted
     */
    boolean take(Duration wait) {
        Turn turn = takeOrWait();
        if (turn == null) {
            return true;
        }
        long deadline = System.nanoTime() + wait.toNanos();
        boolean interrupted = false;
        while (!turn.given) {
            boolean late = System.nanoTime() - deadline >= 0;
            if ((late || interrupted) && leave(turn)) {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                    throw new StoreUnavailable("interrupted before the read began");
                }
                return false;
            }
            deadlines.park(this, deadline);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Gives a turn back, to the caller that has waited longest. */
    void giveBack() {
        Turn next;
        synchronized (waiting) {
            next = waiting.poll();
            if (next == null) {
                free++;
                return;
            }
            next.given = true;
        }
        LockSupport.unpark(next.thread);
    }

    /** Returns true if no caller has a turn. */
    boolean areAllFree() {
        synchronized (waiting) {
            return free == most;
        }
    }

    /** Absent when a turn was free, and is taken. */
    private @Nullable Turn takeOrWait() {
        synchronized (waiting) {
            if (free > 0) {
                free--;
                return null;
            }
            Turn turn = new Turn();
            waiting.add(turn);
            return turn;
        }
    }

    /** False when the turn came in the meantime. */
    private boolean leave(Turn turn) {
        synchronized (waiting) {
            return waiting.remove(turn);
        }
    }
}
