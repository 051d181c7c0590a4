package org.orderevidence.store.cassandra.table;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.orderevidence.order.AccountSpace;

/**
 * Lets the writes of one order go one by one within this process: each reads what is stored before it writes,
 * and no lock holds across processes. A lock is shared by orders of the same hash; a thread never holds two.
 */
public final class OrderLocks {
    private static final int LOCKS = 1_024;

    private final ReentrantLock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(ReentrantLock[]::new);

    /** Does a write of an order when no other of the same order is being done. */
    public <T> T alone(AccountSpace space, String order, Supplier<T> write) {
        ReentrantLock lock = locks[Math.floorMod(31 * space.hashCode() + order.hashCode(), LOCKS)];
        lock.lock();
        try {
            return write.get();
        } finally {
            lock.unlock();
        }
    }
}
