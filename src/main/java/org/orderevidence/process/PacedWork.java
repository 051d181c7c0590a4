package org.orderevidence.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Long work in the background, again and again on a thread of its own, that may use a tenth of its time. It works in
 * short slices and rests after each, so requests do not wait for it.
 */
public final class PacedWork implements AutoCloseable {
    /** How long a slice is, unless a step is longer. */
    private static final long SLICE = Duration.ofMillis(4).toNanos();

    /** How many times as long as a slice the rest after it is. */
    private static final int RESTS = 9;

    private static final Duration CLOSE = Duration.ofSeconds(10);

    private final Duration look;
    private final Runnable pass;
    private final Consumer<RuntimeException> failed;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private long sliceStarted = System.nanoTime();
    private String lastFault = "";

    /**
     * @param name of the thread
     * @param look time between two passes
     * @param pass does what there is to do, after {@link #start}
     * @param failed receives the fault of a pass; a lasting fault only once
     */
    public PacedWork(String name, Duration look, Runnable pass, Consumer<RuntimeException> failed) {
        this.look = look;
        this.pass = pass;
        this.failed = failed;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        sliceStarted = System.nanoTime();
        do {
            try {
                pass.run();
                lastFault = "";
            } catch (RuntimeException fault) {
                tell(fault);
            }
        } while (rest(look));
    }

    private void tell(RuntimeException fault) {
        String message = String.valueOf(fault.getMessage());
        if (!message.equals(lastFault)) {
            failed.accept(fault);
        }
        lastFault = message;
    }

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

    /** Has the work stop at its next step, ends a rest, and waits for the step in progress. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(CLOSE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
