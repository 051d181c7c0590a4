package org.orderevidence.store.sql;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.orderevidence.process.FatalErrors;

/**
 * Ends waits at their time limit. A virtual thread that parks for a time gives a task to the JVM's single timer thread,
 * which wakes up for each of them. On two cores that cost more than 10 µs a request (decision 0024). Requests therefore
 * park without a time. One thread checks at intervals which of them have waited too long.
 */
public final class Deadlines implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Deadlines.class.getName());

    /** How much longer than requested a wait can be. */
    private static final long LOOK_EVERY_MILLIS = 50;

    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private final Thread watch;
    private volatile boolean closed;

    public Deadlines() {
        watch = FatalErrors.vitalThread("evidence-deadlines", this::watch);
        watch.start();
    }

    /**
     * Parks the calling thread until it is unparked, interrupted, or the time is up. It can also return without a
     * reason, as {@link LockSupport#park} does. Call it in a loop that checks the condition.
     */
    void park(Object blocker, long deadline) {
        Thread self = Thread.currentThread();
        try (Wait wait = add(deadline, () -> LockSupport.unpark(self), false)) {
            if (wait.deadline - System.nanoTime() > 0) {
                LockSupport.park(blocker);
            }
        }
    }

    /** Limits what the calling thread does until it closes the wait. */
    Wait limit(long deadline, Runnable end) {
        return add(deadline, () -> Thread.startVirtualThread(end), true);
    }

    private Wait add(long deadline, Runnable end, boolean once) {
        Wait wait = new Wait(this, deadline, end, once);
        waits.add(wait);
        return wait;
    }

    /** Stops: no wait ends at its time limit after this. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(watch);
    }

    private void watch() {
        while (!closed) {
            long now = System.nanoTime();
            for (Wait wait : waits) {
                if (now - wait.deadline >= 0) {
                    end(wait);
                }
            }
            LockSupport.parkNanos(this, LOOK_EVERY_MILLIS * 1_000_000);
        }
    }

    private static void end(Wait wait) {
        try {
            wait.end();
        } catch (RuntimeException | Error fault) {
            FatalErrors.haltOn(fault);
            LOG.log(System.Logger.Level.ERROR, "a wait could not be ended", fault);
        }
    }

    /** A wait that is going on until it is closed. Two of them are equal only when they are one. */
    static final class Wait implements AutoCloseable {
        private final Deadlines deadlines;
        private final long deadline;
        private final Runnable end;
        private final boolean once;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Wait(Deadlines deadlines, long deadline, Runnable end, boolean once) {
            this.deadlines = deadlines;
            this.deadline = deadline;
            this.end = end;
            this.once = once;
        }

        boolean isEnded() {
            return ended.get();
        }

        private void end() {
            if (ended.compareAndSet(false, true) || !once) {
                end.run();
            }
        }

        @Override
        public void close() {
            deadlines.waits.remove(this);
        }
    }
}
