package org.orderevidence.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The heap that all requests together may hold: bytes read, objects parsed from them, writes that wait for their
 * commit, and answers that are not sent yet.
 *
 * <p>A request of up to {@link #SMALL} bytes uses a reserve, so that small requests pass while large ones wait. A
 * larger one uses the pool. An account holds at most half of both together, and a quarter while other accounts wait. If
 * a share cannot grow within {@link #PATIENCE}, the waiting request that holds least is refused. The one that holds
 * most can then finish.
 */
final class MemoryBudget {
    /** Up to this size, in bytes, a request uses the reserve. */
    static final int SMALL = 8 * 1024;

    /** How long a share waits to grow. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int CONTENDED_PART = 4;
    private static final int UNCONTENDED_PART = 2;

    private final AtomicLong reserve;
    private final long total;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Long> heldByAccount = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<String, Integer> waitingByAccount = new HashMap<>();
    private long free;

    /**
     * @param pool bytes for requests that are not small
     * @param reserve bytes for small requests
     */
    MemoryBudget(long pool, long reserve) {
        this.total = pool + reserve;
        this.free = pool;
        this.reserve = new AtomicLong(reserve);
    }

    /** A share that holds nothing yet. */
    Share open() {
        return new Share();
    }

    /** The most that one account may hold while others wait, in bytes. */
    long contendedPart() {
        return total / CONTENDED_PART;
    }

    /** What is free in the pool now, in bytes. */
    long free() {
        lock.lock();
        try {
            return free;
        } finally {
            lock.unlock();
        }
    }

    /** The memory that was asked for is not free. Nothing was stored. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("no memory is free for this request", null, false, false);
        }
    }

    /**
     * The memory that one request holds. Only one thread at a time may let it grow. Another thread may close it, but
     * not while it waits. It can be used again after it was closed.
     */
    final class Share implements AutoCloseable {
        private String account = "";
        private long held;
        private boolean small;

        private Share() {}

        /** From now on it counts as held by this account. */
        synchronized void account(String name) {
            if (held > 0 && !small) {
                long moved = held;
                release();
                account = name;
                // It already held this much, so it is counted again without a check. The sum stays correct.
                lock.lock();
                try {
                    take(this, moved);
                } finally {
                    lock.unlock();
                }
            } else {
                account = name;
            }
        }

        /**
         * Grows to a size, waiting for memory if none is free.
         *
         * @param bytes in all, from now on; less than what is held changes nothing
         * @throws Exhausted when none became free in time; what was held is still held
         */
        void hold(long bytes) {
            if (!tryHold(bytes) && !await(bytes)) {
                throw new Exhausted();
            }
        }

        /** As {@link #hold}, without waiting; false when no memory is free. */
        synchronized boolean tryHold(long bytes) {
            if (bytes <= held) {
                return true;
            }
            if (bytes <= SMALL && takeReserve()) {
                return true;
            }
            lock.lock();
            try {
                if (!fits(this, bytes)) {
                    return false;
                }
                grow(bytes);
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** Shrinks to a size, in bytes. */
        synchronized void shrinkTo(long bytes) {
            if (bytes >= held) {
                return;
            }
            release();
            if (bytes > 0 && !(bytes <= SMALL && takeReserve())) {
                lock.lock();
                try {
                    take(this, bytes);
                } finally {
                    lock.unlock();
                }
            }
        }

        /** Gives everything back. */
        @Override
        public synchronized void close() {
            release();
            account = "";
        }

        private boolean takeReserve() {
            if (small) {
                return true;
            }
            if (held > 0) {
                return false;
            }
            long left = reserve.get();
            while (left >= SMALL) {
                if (reserve.compareAndSet(left, left - SMALL)) {
                    small = true;
                    held = SMALL;
                    return true;
                }
                left = reserve.get();
            }
            return false;
        }

        /** Returns how much it must take from the pool to hold this many bytes. */
        private long missing(long bytes) {
            return small ? bytes : bytes - held;
        }

        private void grow(long bytes) {
            long missing = missing(bytes);
            if (small) {
                small = false;
                held = 0;
                reserve.addAndGet(SMALL);
            }
            take(this, missing);
        }

        private boolean await(long bytes) {
            lock.lock();
            try {
                Waiting me = new Waiting(this, bytes, lock.newCondition());
                waiting.add(me);
                waitingByAccount.merge(account, 1, Integer::sum);
                try {
                    return me.await();
                } finally {
                    waiting.remove(me);
                    waitingByAccount.computeIfPresent(account, (a, count) -> count == 1 ? null : count - 1);
                }
            } finally {
                lock.unlock();
            }
        }

        private void release() {
            if (held == 0) {
                return;
            }
            if (small) {
                small = false;
                held = 0;
                reserve.addAndGet(SMALL);
                return;
            }
            lock.lock();
            try {
                free += held;
                long left = heldByAccount.merge(account, -held, Long::sum);
                if (left == 0) {
                    heldByAccount.remove(account);
                }
                held = 0;
                grant();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A share that waits to grow. All of it is used with the lock held. */
    private final class Waiting {
        private final Share share;
        private final long bytes;
        private final Condition changed;
        private boolean granted;
        private boolean refused;

        Waiting(Share share, long bytes, Condition changed) {
            this.share = share;
            this.bytes = bytes;
            this.changed = changed;
        }

        boolean await() {
            try {
                long left = PATIENCE.toNanos();
                while (!granted && !refused) {
                    left = changed.awaitNanos(left);
                    if (left <= 0 && !granted && !refused) {
                        Waiting least = leastHeld();
                        least.refused = true;
                        least.changed.signal();
                        left = PATIENCE.toNanos();
                    }
                }
                return granted;
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return granted;
            }
        }
    }

    /** Of those that wait, the one that holds least; of equals the one that came last. */
    private Waiting leastHeld() {
        Waiting least = waiting.getFirst();
        for (Waiting other : waiting) {
            if (!other.refused && (least.refused || other.share.held <= least.share.held)) {
                least = other;
            }
        }
        return least;
    }

    private void grant() {
        for (Waiting next : waiting) {
            if (!next.granted && !next.refused && fits(next.share, next.bytes)) {
                next.share.grow(next.bytes);
                next.granted = true;
                next.changed.signal();
            }
        }
    }

    private boolean fits(Share share, long bytes) {
        long missing = share.missing(bytes);
        long part = total / (othersWait(share.account) ? CONTENDED_PART : UNCONTENDED_PART);
        return missing <= free && heldByAccount.getOrDefault(share.account, 0L) + missing <= part;
    }

    private boolean othersWait(String account) {
        return waiting.size() > waitingByAccount.getOrDefault(account, 0);
    }

    private void take(Share share, long bytes) {
        free -= bytes;
        heldByAccount.merge(share.account, bytes, Long::sum);
        share.held += bytes;
    }
}
