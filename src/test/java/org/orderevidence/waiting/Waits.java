package org.orderevidence.waiting;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Waits that end: at their limit they fail the test with a sentence. The limits are long, because they only end a test
 * that would otherwise hang, also on a busy machine.
 */
public final class Waits {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** A process may start several JVMs one after another. */
    private static final Duration PROCESS_LIMIT = Duration.ofMinutes(10);

    private static final long PAUSE_MILLIS = 1;

    private Waits() {}

    /**
     * Waits until a condition holds that no event reports.
     *
     * @param problem what is wrong if it never holds
     */
    public static void until(Condition condition, String problem) {
        until(condition, () -> problem);
    }

    /**
     * Waits until a condition holds that no event reports.
     *
     * @param problem the message if it never becomes true
     */
    public static void until(Condition condition, Supplier<String> problem) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > end) {
                fail(problem.get() + ", after " + LIMIT.toSeconds() + " s");
            }
            interruptible(() -> {
                Thread.sleep(PAUSE_MILLIS);
                return true;
            });
        }
    }

    /**
     * Waits until a latch is open.
     *
     * @param problem what is wrong if it stays closed
     */
    public static void open(CountDownLatch latch, String problem) {
        if (!interruptible(() -> latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS))) {
            fail(problem + ", after " + LIMIT.toSeconds() + " s");
        }
    }

    /** Waits until threads have ended. */
    public static void end(Collection<Thread> threads) {
        long end = System.nanoTime() + LIMIT.toNanos();
        for (Thread thread : threads) {
            long left = Math.max(1, NANOSECONDS.toMillis(end - System.nanoTime()));
            if (!interruptible(() -> thread.join(Duration.ofMillis(left)))) {
                fail(thread + " has not ended after " + LIMIT.toSeconds() + " s; it is at "
                        + List.of(thread.getStackTrace()));
            }
        }
    }

    /** Returns the result of a task that runs on another thread. */
    public static <T> T result(Future<T> task) throws ExecutionException {
        try {
            return task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException stuck) {
            return fail("a task has no result after " + LIMIT.toSeconds() + " s", stuck);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    /** Runs tasks on the threads of an executor, and returns their results in order. */
    public static <T> List<T> results(ExecutorService threads, List<Callable<T>> tasks) throws ExecutionException {
        List<Future<T>> ended = interruptible(() -> threads.invokeAll(tasks, LIMIT.toSeconds(), TimeUnit.SECONDS));
        List<T> results = new ArrayList<>();
        for (Future<T> task : ended) {
            if (task.isCancelled()) {
                fail("a task of " + tasks.size() + " has no result after " + LIMIT.toSeconds() + " s");
            }
            results.add(result(task));
        }
        return results;
    }

    /** Returns the results of tasks that run at the same time, each on a virtual thread of its own, in order. */
    public static <T> List<T> together(List<Callable<T>> tasks) throws ExecutionException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return results(threads, tasks);
        }
    }

    /** Waits until a process has ended, and returns its exit code. */
    public static int exitCode(Process process) {
        if (!interruptible(() -> process.waitFor(PROCESS_LIMIT.toSeconds(), TimeUnit.SECONDS))) {
            process.destroyForcibly();
            return fail(process.info() + " has not ended after " + PROCESS_LIMIT.toSeconds() + " s");
        }
        return process.exitValue();
    }

    /** Returns the standard output of a process, which is complete when the process and its children close it. */
    public static String output(Process process) {
        FutureTask<String> reading =
                new FutureTask<>(() -> new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        Thread.ofVirtual().start(reading);
        try {
            return reading.get(PROCESS_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException stuck) {
            process.destroyForcibly();
            return fail(process.info() + " has not closed its output after " + PROCESS_LIMIT.toSeconds() + " s", stuck);
        } catch (ExecutionException failed) {
            throw new UncheckedIOException(new IOException(failed.getCause()));
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    /** What a test waits for. */
    @FunctionalInterface
    public interface Condition {
        /** Returns true when the wait is over. */
        boolean holds() throws Exception;
    }

    private static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (RuntimeException failed) {
            throw failed;
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        } catch (Exception failed) {
            throw new IllegalStateException("what a test waits for cannot be read", failed);
        }
    }

    private interface Interruptible<T> {
        T run() throws InterruptedException;
    }

    private static <T> T interruptible(Interruptible<T> wait) {
        try {
            return wait.run();
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static IllegalStateException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a test waits", interrupted);
    }
}
