package org.orderevidence.store.cassandra;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.RecordCount;

/**
 * Counts the orders of spaces. A count takes long. Only one caller at a time counts a space, and the result is cached
 * for a while. Other callers get the previous count in the meantime.
 */
final class OrderCounts {
    /** Maximum number of spaces whose count is remembered; beyond, all are counted again. */
    private static final int MAX_REMEMBERED = 10_000;

    private final ToLongFunction<AccountSpace> counter;
    private final InstantSource clock;
    private final Duration age;
    private final ConcurrentMap<AccountSpace, Counted> counts = new ConcurrentHashMap<>();

    /**
     * @param counter counts a space, which takes long
     * @param clock says how old a count is
     * @param age how old it may be
     */
    public OrderCounts(ToLongFunction<AccountSpace> counter, InstantSource clock, Duration age) {
        this.counter = counter;
        this.clock = clock;
        this.age = age;
    }

    private static final class Counted {
        private final ReentrantLock counting = new ReentrantLock();
        private volatile @Nullable RecordCount last;
        private volatile Instant goodUntil = Instant.MIN;
    }

    public RecordCount count(AccountSpace space) {
        if (counts.size() >= MAX_REMEMBERED) {
            counts.clear();
        }
        Counted counted = counts.computeIfAbsent(space, s -> new Counted());
        RecordCount last = counted.last;
        if (last != null && clock.instant().isBefore(counted.goodUntil)) {
            return last;
        }
        if (!counted.counting.tryLock()) {
            if (last != null) {
                return last;
            }
            counted.counting.lock();
        }
        try {
            Instant now = clock.instant();
            RecordCount held = counted.last;
            if (held != null && now.isBefore(counted.goodUntil)) {
                return held;
            }
            RecordCount made = new RecordCount(counter.applyAsLong(space), now);
            counted.last = made;
            counted.goodUntil = now.plus(age);
            return made;
        } finally {
            counted.counting.unlock();
        }
    }
}
