package org.orderevidence.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Long work in the background that may use a tenth of the time of one thread. It works in short slices and rests after
 * each, so requests do not wait for it.
 */
public final class PacedWork {
    /** How long a slice is, unless a step is longer. */
    private static final long SLICE = Duration.ofMillis(4).toNanos();

    /** How many times as long as a slice the rest after it is. */
    private static final int RESTS = 9;

    private final CountDownLatch closing = new CountDownLatch(1);
    private long sliceStarted = System.nanoTime();

    /**
     * Rests if it is time for it. The thread of the work calls it before each step.
     *
     * @return false if the work must stop
     */
    public boolean mayContinue() {
        long worked = System.nanoTime() - sliceStarted;
        if (worked >= SLICE) {
            rest(Duration.ofNanos(worked * RESTS));
        }
        return closing.getCount() > 0;
    }

    /**
     * Waits, and starts a new slice.
     *
     * @return false if the work must stop
     */
    public boolean rest(Duration time) {
        boolean isClosing = isClosingWithin(time);
        sliceStarted = System.nanoTime();
        return !isClosing;
    }

    private boolean isClosingWithin(Duration time) {
        try {
            return closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            closing.countDown();
            return true;
        }
    }

    /** Has the work stop at its next step, and ends a rest. */
    public void stop() {
        closing.countDown();
    }
}
