package org.orderevidence.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Work of many steps, such as the orders of an upload, on the thread of one request. The JVM does not divide processor
 * time among virtual threads. Without pauses, a fetch waits until an upload of 1,000 orders is parsed.
 *
 * <p>A pause is a park, not a yield. Two threads that yield to each other stay in the queue of their carrier, and the
 * carrier looks for new work only when that queue is empty: new requests would wait for as long as both work.
 */
public final class LongWork {
    private static final int STEPS = 8;

    /** How long a thread works before it pauses. */
    private static final long SLICE_NANOS = Duration.ofNanos(500_000).toNanos();

    /** When each thread paused last, as {@link System#nanoTime} has it. */
    private static final ThreadLocal<long[]> PAUSED = ThreadLocal.withInitial(() -> new long[] {System.nanoTime()});

    private LongWork() {}

    /**
     * Lets other requests run, if it is time for it. Looks at the time after every {@value #STEPS} steps. Call it before
     * each step.
     *
     * @param step number of the step, from 0
     */
    public static void letOthersRun(long step) {
        if (step % STEPS == STEPS - 1) {
            letOthersRun();
        }
    }

    /** Lets other requests run, if it is time for it. Call it between two parts of an input. */
    public static void letOthersRun() {
        if (!Thread.currentThread().isVirtual()) {
            // The operating system divides the time.
            return;
        }
        if (isDue()) {
            LockSupport.parkNanos(1);
            PAUSED.get()[0] = System.nanoTime();
        }
    }

    /** Returns true if this thread has worked for long enough to pause. */
    public static boolean isDue() {
        return System.nanoTime() - PAUSED.get()[0] >= SLICE_NANOS;
    }
}
