package org.orderevidence.http.limits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The heap that all requests together may hold: bytes read, objects parsed from them, writes that wait for their
 * commit, and answers that are not sent yet.
 *
 * <p>A request of up to {@link #SMALL} bytes uses a reserve without a lock. A larger one uses the pool. Large requests,
 * those of more than {@link RequestMemory#ORDINARY} bytes, leave a part of the pool free, so that ordinary ones always
 * pass. An account holds at most half of everything, and a quarter while other accounts wait.
 *
 * <p>If a share cannot grow, {@link #takeBack} ends requests that wait for their clients, of the accounts that hold
 * most. If that does not help within {@link #PATIENCE}, the request that holds least of the account that waits most is
 * refused. The others can then finish. When more than {@value #MOST_WAITING} requests wait, one is refused at once.
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

    /** How long a request may wait for its client before it can be ended for others. */
    static final Duration SLOW = Duration.ofSeconds(1);

    /** The same for those that are ordinary, which must not wait that long. */
    static final Duration SLOW_FOR_ORDINARY = Duration.ofMillis(250);

    private final AtomicLong reserve;
    private final long total;
    private final long ordinaryPart;
    private final long mostLarge;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Holdings> accounts = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<String, Integer> waitingByAccount = new HashMap<>();
    private long free;

    /** Bytes of the pool that large requests hold. */
    private long largeHeld;

    /** Bytes of requests that were ended by {@link #takeBack} and have not released them yet. */
    private long returning;

    private volatile boolean someoneWaits;

    /** Number of refused requests that have not released their memory yet. */
    private int refusedAndHolding;

    /** What the requests of one account hold of the pool. */
    private static final class Holdings {
        private final Set<Share> shares = new HashSet<>();
        private long held;

        /** Bytes of requests that are not large. */
        private long ordinary;

        /** Bytes of requests that were ended and have not released them yet. */
        private long returning;

        /** Returns the requests that wait for their clients, the longest wait first. */
        private List<Slow> slow(long now) {
            List<Slow> slow = new ArrayList<>();
            for (Share share : shares) {
                ClientWait wait = share.clientWait;
                if (wait != null && !share.isReturning) {
                    slow.add(new Slow(share, now - wait.since(), wait.end()));
                }
            }
            slow.sort(Comparator.comparingLong(Slow::nanos).reversed());
            return slow;
        }
    }

    private record ClientWait(long since, Runnable end) {}

    /** A request that has waited for its client for some time. */
    private record Slow(Share share, long nanos, Runnable end) {}

    /**
     * @param ordinary bytes of the pool that large requests leave free
     * @param reserve bytes for small requests
     */
    public MemoryBudget(long pool, long ordinary, long reserve) {
        this.total = pool + reserve;
        this.free = pool;
        this.ordinaryPart = ordinary;
        this.mostLarge = pool - ordinary;
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

    /** The most that a large request may hold while others wait, in bytes. */
    long largestShare() {
        return Math.min(contendedPart(), mostLarge);
    }

    /** What is left of the budget. */
    public record Usage(long total, long free, int waiting) {}

    public Usage usage() {
        lock.lock();
        try {
            return new Usage(total, free + reserve.get(), waiting.size());
        } finally {
            lock.unlock();
        }
    }

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
        private boolean isReturning;
        private volatile @Nullable ClientWait clientWait;

        private Share() {}

        /**
         * From now on, the request waits for its client: for bytes of a body, or until the answer is received.
         *
         * @param since when the request or its answer started, as {@link System#nanoTime} has it
         * @param end ends the request, on the thread that calls {@link #takeBack}
         */
        public void waitsForClient(long since, Runnable end) {
            clientWait = new ClientWait(since, end);
        }

        /** The request no longer waits for its client. */
        public void worksAgain() {
            clientWait = null;
        }

        /** Counts the memory for this account from now on. */
        public synchronized void account(String name) {
            lock.lock();
            try {
                long kept = small ? 0 : held;
                if (kept > 0) {
                    move(this, 0);
                }
                account = name;
                if (kept > 0) {
                    move(this, kept);
                }
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
            clientWait = null;
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
            if (small) {
                small = false;
                held = 0;
                reserve.addAndGet(SMALL);
            }
            move(this, bytes);
        }

        private boolean await(long bytes) {
            lock.lock();
            try {
                Waiting me = new Waiting(this, bytes, lock.newCondition());
                add(me);
                grant();
                if (waiting.size() > MOST_WAITING) {
                    leastHeld().refuse();
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
                if (bytes != 0) {
                    move(this, held - bytes);
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
            leastHeld().refuse();
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

    /** Of the accounts with the most waiting requests, the request that holds least; of equals the one that came last. */
    private Waiting leastHeld() {
        int most = Collections.max(waitingByAccount.values());
        Waiting least = null;
        for (Waiting other : waiting) {
            boolean waitsMost = waitingByAccount.getOrDefault(other.share.account, 0) == most;
            if (waitsMost && (least == null || other.share.held <= least.share.held)) {
                least = other;
            }
        }
        return Objects.requireNonNull(least);
    }

    /**
     * Selects requests to end, so that waiting requests of other accounts can go on: those that have waited for their
     * client for at least {@link #SLOW}, the longest wait first, of the account that holds most. An account keeps as
     * much as that of the waiting request holds. Call it regularly.
     *
     * @param now the time, as {@link System#nanoTime} has it
     * @return what ends them, to be run without a lock
     */
    public List<Runnable> takeBack(long now) {
        if (!someoneWaits) {
            return List.of();
        }
        List<Runnable> ends = new ArrayList<>();
        lock.lock();
        try {
            refuseForOrdinary();
            Map<String, List<Slow>> slow = new HashMap<>();
            long room = free + returning;
            long largeRoom = mostLarge - largeHeld + returning;
            for (Waiting next : inTurn()) {
                Share asking = next.share;
                long missing = asking.missing(next.bytes);
                long missingLarge = largeGrowth(asking, next.bytes);
                if (!isWithinPart(asking, next.bytes)) {
                    continue;
                }
                long kept = held(asking.account);
                Duration patience = isLarge(next.bytes) ? SLOW : SLOW_FOR_ORDINARY;
                while (room < missing || largeRoom < missingLarge) {
                    Slow victim = slowest(slow, kept, now, patience.toNanos());
                    if (victim == null) {
                        break;
                    }
                    ends.add(victim.end());
                    long held = victim.share().held;
                    isReturned(victim.share());
                    room += held;
                    largeRoom += isLarge(held) ? held : 0;
                }
                room -= missing;
                largeRoom -= missingLarge;
            }
        } finally {
            lock.unlock();
        }
        return ends;
    }

    /**
     * Refuses requests that wait to become large while ordinary ones wait: they hold what those need, and cannot go on
     * before others end.
     */
    private void refuseForOrdinary() {
        long missing = -free - returning;
        for (Waiting next : waiting) {
            boolean isOrdinary = !isLarge(next.bytes) && isWithinPart(next.share, next.bytes);
            missing += isOrdinary ? next.share.missing(next.bytes) : 0;
        }
        List<Waiting> large = new ArrayList<>(waiting);
        large.removeIf(next -> !isLarge(next.bytes) || next.share.small || next.share.held == 0);
        large.sort(Comparator.comparingLong((Waiting next) -> held(next.share.account)));
        while (missing > 0 && !large.isEmpty()) {
            Waiting victim = large.removeLast();
            missing -= victim.share.held;
            isReturned(victim.share);
            victim.refuse();
        }
    }

    private void isReturned(Share share) {
        share.isReturning = true;
        addReturning(share, share.held);
    }

    /**
     * Removes and returns the longest waiting request of the account that holds most, if that is more than it keeps, and
     * the request has waited for that long.
     */
    private @Nullable Slow slowest(Map<String, List<Slow>> slow, long kept, long now, long patience) {
        List<Slow> candidates = List.of();
        long mostHeld = kept;
        for (Map.Entry<String, Holdings> account : accounts.entrySet()) {
            List<Slow> its = slow.computeIfAbsent(
                    account.getKey(), _ -> account.getValue().slow(now));
            long held = account.getValue().held - account.getValue().returning;
            if (held > mostHeld && !its.isEmpty() && its.getFirst().nanos() >= patience) {
                candidates = its;
                mostHeld = held;
            }
        }
        return candidates.isEmpty() ? null : candidates.removeFirst();
    }

    /** The waiting requests, those of the account that holds least first, and of each in the order of arrival. */
    private List<Waiting> inTurn() {
        List<Waiting> sorted = new ArrayList<>(waiting);
        sorted.sort(Comparator.comparingLong(next -> held(next.share.account)));
        return sorted;
    }

    /** Gives free memory to the waiting requests. */
    private void grant() {
        boolean again = true;
        while (again && !waiting.isEmpty()) {
            again = false;
            for (Waiting next : inTurn()) {
                if (next.takeWhatFits()) {
                    withdraw(next);
                    again = true;
                }
            }
        }
    }

    private boolean fits(Share share, long bytes) {
        return share.missing(bytes) <= free
                && largeHeld + largeGrowth(share, bytes) <= mostLarge
                && isWithinPart(share, bytes);
    }

    /** True if its account may hold that much. Ordinary requests have a part of their own in addition. */
    private boolean isWithinPart(Share share, long bytes) {
        long missing = share.missing(bytes);
        int divisor = othersWait(share.account) ? CONTENDED_PART : UNCONTENDED_PART;
        Holdings its = accounts.get(share.account);
        boolean isOrdinary = !isLarge(bytes) && (its == null ? 0 : its.ordinary) + missing <= ordinaryPart / divisor;
        return isOrdinary || held(share.account) + missing <= total / divisor;
    }

    private static boolean isLarge(long bytes) {
        return bytes > RequestMemory.ORDINARY;
    }

    /** Returns by how much large requests hold more if this one grows. */
    private static long largeGrowth(Share share, long bytes) {
        if (!isLarge(bytes)) {
            return 0;
        }
        return isLarge(share.held) ? bytes - share.held : bytes;
    }

    private long held(String account) {
        Holdings its = accounts.get(account);
        return its == null ? 0 : its.held;
    }

    private boolean othersWait(String account) {
        return waiting.size() > waitingByAccount.getOrDefault(account, 0);
    }

    private void addReturning(Share share, long bytes) {
        returning += bytes;
        Holdings its = accounts.get(share.account);
        if (its != null) {
            its.returning += bytes;
        }
    }

    /** Changes what a share holds of the pool. */
    private void move(Share share, long after) {
        long before = share.held;
        Holdings its = accounts.computeIfAbsent(share.account, _ -> new Holdings());
        free += before - after;
        its.held += after - before;
        its.ordinary += (isLarge(after) ? 0 : after) - (isLarge(before) ? 0 : before);
        largeHeld += (isLarge(after) ? after : 0) - (isLarge(before) ? before : 0);
        if (share.isReturning) {
            addReturning(share, after - before);
            share.isReturning = after > 0;
        }
        share.held = after;
        if (after > 0) {
            its.shares.add(share);
            return;
        }
        its.shares.remove(share);
        if (its.shares.isEmpty()) {
            accounts.remove(share.account);
        }
    }

    /** The memory that was asked for is not free. Nothing was stored. */
    public static final class MemoryExhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Called when a share cannot grow. */
        public MemoryExhausted() {
            super("no memory is free for this request", null, false, false);
        }
    }
}
