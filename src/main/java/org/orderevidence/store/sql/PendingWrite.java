package org.orderevidence.store.sql;

import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * One caller's write on its way through the committer, and the caller's wait for it.
 * @param <W> what is to be written
 * @param <T> what comes of it
 */
final class PendingWrite<W, T> {
    private enum State {
        QUEUED,
        WITHDRAWN,
        TAKEN,
        DONE
    }

    private final GroupedWork<W, T> kind;
    private final W what;
    private final int rows;
    private final long bytes;
    private final Thread caller;
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

    /** Written by the committer before the state becomes {@code DONE}, read by the caller after. */
    private @Nullable T result;

    private @Nullable RuntimeException error;

    PendingWrite(GroupedWork<W, T> kind, W what, int rows, long bytes, Thread caller) {
        this.kind = kind;
        this.what = what;
        this.rows = rows;
        this.bytes = bytes;
        this.caller = caller;
    }

    GroupedWork<W, T> kind() {
        return kind;
    }

    W what() {
        return what;
    }

    int rows() {
        return rows;
    }

    long bytes() {
        return bytes;
    }

    /** False when the caller has left: then it is not to be performed. */
    boolean take() {
        return state.compareAndSet(State.QUEUED, State.TAKEN);
    }

    /** Returns true if its caller has left before it was started. */
    boolean isWithdrawn() {
        return state.get() == State.WITHDRAWN;
    }

    /** Keeps its outcome until it is on stable storage. */
    void keep(T outcome) {
        result = outcome;
    }

    /** It is on stable storage; the caller finds it so when it is woken. */
    void succeed() {
        state.set(State.DONE);
    }

    /** It failed; the caller finds it so when it is woken. */
    void fail(RuntimeException cause) {
        error = cause;
        state.set(State.DONE);
    }

    /** Wakes the callers of writes that have succeeded or failed. */
    static void wake(List<PendingWrite<?, ?>> writes) {
        if (writes.size() == 1) {
            LockSupport.unpark(writes.getFirst().caller);
        } else {
            // Callers are virtual threads, and one of them wakes others at half of what it costs a platform thread.
            Thread.startVirtualThread(() -> writes.forEach(write -> LockSupport.unpark(write.caller)));
        }
    }

    /** Waits for the committer; called by the caller itself. */
    T await(long nanos, Deadlines deadlines) {
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        try {
            while (state.get() != State.DONE) {
                long rest = deadline - System.nanoTime();
                if (rest <= 0) {
                    throw timedOut(nanos);
                }
                deadlines.park(this, deadline);
                if (Thread.interrupted()) {
                    interrupted = true;
                    if (state.compareAndSet(State.QUEUED, State.WITHDRAWN)) {
                        throw new StoreUnavailable("interrupted before the write started");
                    }
                    // It is being performed: the answer comes soon, and is worth more than a quick end.
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return outcome();
    }

    private RuntimeException timedOut(long nanos) {
        String waited = nanos / 1_000_000 + " ms";
        if (state.compareAndSet(State.QUEUED, State.WITHDRAWN)) {
            return StoreUnavailable.overloaded("a write was not begun within " + waited);
        }
        return new UnknownOutcome("a write was begun, but not committed within " + waited, new TimeoutException());
    }

    /** The result of a work may be null only if its type allows it. */
    @SuppressWarnings("NullAway")
    private T outcome() {
        if (error != null) {
            throw error;
        }
        return result;
    }
}
