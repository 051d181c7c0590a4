package org.orderevidence.store.cassandra;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * A write that the cluster decides on a condition. If several writers compete for one row, the cluster may report that
 * the outcome of one is unknown. Such a write is attempted again: the cluster then first completes the pending one.
 */
final class ConditionalWrite {
    private static final int MOST_ATTEMPTS = 8;

    /** So many are made even if they take long: a node that died may have cost the first all its time. */
    private static final int LEAST_ATTEMPTS = 3;

    /** The longest pause before the second attempt. It doubles with each, so that one of two competitors is through. */
    private static final long PAUSE_NANOS = 20_000_000;

    private ConditionalWrite() {}

    /**
     * Attempts the write until the cluster reports its outcome. Returns true if it was done.
     *
     * @param attempt writes, and returns true if that was done; throws the store's exceptions
     * @param wasDone tells after an attempt that was not done whether an unconfirmed one before it was; empty if that
     *     cannot be known any more
     * @param wait for how long it is attempted
     */
    static boolean isDone(BooleanSupplier attempt, Supplier<Optional<Boolean>> wasDone, Duration wait) {
        UnknownOutcome unknown = null;
        long start = System.nanoTime();
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            if (i >= LEAST_ATTEMPTS && System.nanoTime() - start > wait.toNanos()) {
                break;
            }
            try {
                if (attempt.getAsBoolean()) {
                    return true;
                }
                if (unknown == null) {
                    return false;
                }
                Optional<Boolean> was = wasDone.get();
                if (was.isPresent()) {
                    return was.get();
                }
                break;
            } catch (UnknownOutcome e) {
                unknown = e;
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS << i));
            } catch (StoreUnavailable e) {
                throw unknown == null ? e : unknown;
            }
        }
        throw unknown == null ? new IllegalStateException("nothing was attempted") : unknown;
    }
}
