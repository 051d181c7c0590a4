package org.orderevidence.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Performs a task again and again, on its own thread. A task that fails is performed again after the next pause. */
public final class Periodic implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Periodic.class.getName());

    /** Longest wait for a task under way. */
    private static final long CLOSE_SECONDS = 5;

    private final String name;
    private final Duration pause;
    private final Runnable task;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private Periodic(String name, Duration pause, Runnable task) {
        this.name = name;
        this.pause = pause;
        this.task = task;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    /**
     * Starts.
     *
     * @param name of the task, for the log
     * @param pause before the first time, and between two times
     * @param task blocks; must be short enough for a stop to wait for it
     */
    public static Periodic start(String name, Duration pause, Runnable task) {
        Periodic periodic = new Periodic(name, pause, task);
        periodic.thread.start();
        return periodic;
    }

    private void run() {
        try {
            while (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                perform();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void perform() {
        try {
            task.run();
        } catch (RuntimeException failed) {
            if (closing.getCount() > 0) {
                LOG.log(System.Logger.Level.WARNING, name + " failed and will be tried again", failed);
            }
        }
    }

    /** Starts no other task, and waits some seconds for the one under way. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(Duration.ofSeconds(CLOSE_SECONDS));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
