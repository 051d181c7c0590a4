package org.orderevidence.http.limits;

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
 * most can then finish. When more than {@value #MOST_WAITING} requests wait, one of the account that waits most is
 * refused at once.
 */
public final class MemoryBudget {
    /** Up to this size, in bytes, a request uses the reserve. */
    public static final int SMALL = 8 * 1024;

    /** How long a share waits to grow. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Longest wait of a share, even if other requests make progress. */
    private static final Duration LONGEST_WAIT = PATIENCE.multipliedBy(2);

    /** Every change of the budget examines all waiting shares, so their number must stay small. */
    static final int MOST_WAITING = 128;

    private static final Duration GIVING_BACK = Duration.ofMillis(50);

    private static final int CONTENDED_PART = 4;
    private static final int UNCONTENDED_PART = 2;

    private final AtomicLong reserve;
    private final long total;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Long> heldByAccount = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<String, Integer> waitingByAccount = new HashMap<>();
    private long free;
    private volatile boolean someoneWaits;

    /** Number of refused requests that have not released their memory yet. */
    private int refusedAndHolding;

    /**
     * @param pool bytes for requests that are not small
     * @param reserve bytes for small requests
     */
    public MemoryBudget(long pool, long reserve) {
        this.total = pool + reserve;
        this.free = pool;
        this.reserve = new AtomicLong(reserve);
    }

    /** A share that holds nothing yet. */
    public Share open() {
        return new Share();
    }

    /** The most that one account may hold while others wait, in bytes. */
    long contendedPart() {
        return total / CONTENDED_PART;
    }

    /** Returns the free bytes of the pool. */
    long free() {
        lock.lock();
        try {
            return free;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The memory that one request holds. Only one thread at a time may let it grow. Another thread may close it, but
     * not while it waits. It can be used again after it was closed.
     */
    public final class Share implements AutoCloseable {
        private String account = "";
        private long held;
        private boolean small;
        private boolean isRefused;

        private Share() {}

        /** Counts the memory for this account from now on. */
        public synchronized void account(String name) {
            lock.lock();
            try {
                if (held > 0 && !small) {
                    count(account, -held);
                    count(name, held);
                }
                account = name;
            } finally {
                lock.unlock();
            }
        }

        /**
         * Grows to a size, waiting for memory if none is free.
         *
         * @param bytes in all, from now on; less than it has changes nothing
         * @throws MemoryExhausted if none became free in time; what was held is still held
         */
        public void hold(long bytes) {
            if (!tryHold(bytes) && !await(bytes)) {
                throw new MemoryExhausted();
            }
        }

        /** As {@link #hold}, without waiting; false if no memory is free. */
        public synchronized boolean tryHold(long bytes) {
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
        public synchronized void shrinkTo(long bytes) {
            if (bytes >= held) {
                return;
            }
            if (small || bytes <= SMALL) {
                release();
                if (bytes > 0 && !takeReserve()) {
                    giveBack(-bytes);
                }
            } else {
                giveBack(held - bytes);
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
                add(me);
                grant();
                if (waiting.size() > MOST_WAITING) {
                    leastHeld(accountThatWaitsMost()).refuse();
                }
                try {
                    return me.await();
                } finally {
                    remove(me);
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
                if (someoneWaits) {
                    giveBack(0);
                }
                return;
            }
            giveBack(held);
        }

        /** Moves bytes from what it holds back to the pool, and lets those that wait have them. */
        private void giveBack(long bytes) {
            lock.lock();
            try {
                free += bytes;
                held -= bytes;
                if (bytes != 0) {
                    count(account, -bytes);
                }
                if (isRefused && held == 0) {
                    isRefused = false;
                    refusedAndHolding--;
                }
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
            long start = System.nanoTime();
            try {
                long left = PATIENCE.toNanos();
                while (!granted && !refused) {
                    left = changed.awaitNanos(left);
                    if (left <= 0 && !granted && !refused) {
                        left = refuseOne(System.nanoTime() - start).toNanos();
                    }
                }
                return granted;
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return granted;
            }
        }

        /** Refuses the request that holds least, and returns how long to wait for what it gives back. */
        private Duration refuseOne(long waited) {
            if (waited > LONGEST_WAIT.toNanos()) {
                refuse();
                return PATIENCE;
            }
            if (refusedAndHolding > 0) {
                // Another request was refused a moment ago and has not released its memory yet.
                return GIVING_BACK;
            }
            leastHeld(waiting).refuse();
            return PATIENCE;
        }

        /** Returns true if it has received everything that it asked for. */
        private boolean takeWhatFits() {
            if (bytes <= SMALL && share.takeReserve()) {
                granted = true;
            } else if (fits(share, bytes)) {
                share.grow(bytes);
                granted = true;
            }
            if (granted) {
                changed.signal();
            }
            return granted;
        }

        private void refuse() {
            refused = true;
            if (share.held > 0 && !share.small) {
                share.isRefused = true;
                refusedAndHolding++;
            }
            changed.signal();
            remove(this);
        }
    }

    private void add(Waiting next) {
        waiting.add(next);
        waitingByAccount.merge(next.share.account, 1, Integer::sum);
        someoneWaits = true;
    }

    /** It no longer waits. An account may hold more again when no other one waits. */
    private void remove(Waiting ended) {
        withdraw(ended);
        grant();
    }

    private void withdraw(Waiting ended) {
        if (waiting.remove(ended)) {
            waitingByAccount.computeIfPresent(ended.share.account, (_, count) -> count == 1 ? null : count - 1);
            someoneWaits = !waiting.isEmpty();
        }
    }

    /** Of these, the one that holds least; of equals the one that came last. */
    private static Waiting leastHeld(List<Waiting> some) {
        Waiting least = some.getFirst();
        for (Waiting other : some) {
            if (other.share.held <= least.share.held) {
                least = other;
            }
        }
        return least;
    }

    private List<Waiting> accountThatWaitsMost() {
        String most = waitingByAccount.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        return waiting.stream().filter(w -> w.share.account.equals(most)).toList();
    }

    /** Gives free memory to the waiting requests, in order of arrival. */
    private void grant() {
        boolean again = true;
        while (again && !waiting.isEmpty()) {
            again = false;
            for (Waiting next : List.copyOf(waiting)) {
                if (next.takeWhatFits()) {
                    withdraw(next);
                    again = true;
                }
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
        count(share.account, bytes);
        share.held += bytes;
    }

    private void count(String account, long bytes) {
        if (heldByAccount.merge(account, bytes, Long::sum) == 0) {
            heldByAccount.remove(account);
        }
    }
}
