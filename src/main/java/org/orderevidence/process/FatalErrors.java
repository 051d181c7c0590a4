package org.orderevidence.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process after errors that it cannot survive. {@code -XX:+ExitOnOutOfMemoryError} does this for errors that
 * the JVM throws, but not for errors that Java code throws, such as the one for direct buffers.
 */
public final class FatalErrors {
    /** Exit status of the process: the same as after {@code abort}. */
    public static final int EXIT_STATUS = 134;

    /** Maximum depth when following causes, because a chain may be circular. */
    private static final int DEEPEST_CAUSE = 16;

    /** Written without a {@code PrintStream}, which has a lock and buffers. */
    private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

    /** Created when the class is loaded, because there may be no memory for it later. */
    private static final byte[] OUT_OF_MEMORY =
            line("out of memory: the process ends; set a larger heap (-Xmx) or lower limits");

    private FatalErrors() {}

    /**
     * Ends the process if it is out of memory; otherwise returns. Call it first wherever a {@code Throwable} or an
     * {@code Error} is caught.
     *
     * @param seen the error; its causes and suppressed errors are checked too
     */
    public static void haltOn(Throwable seen) {
        if (isOutOfMemory(seen)) {
            halt(OUT_OF_MEMORY);
        }
    }

    /** True for an {@link OutOfMemoryError}, and for an error that has one as a cause or as a suppressed error. */
    public static boolean isOutOfMemory(Throwable seen) {
        @Nullable Throwable error = seen;
        for (int depth = 0; error != null && depth < DEEPEST_CAUSE; depth++) {
            if (error instanceof OutOfMemoryError) {
                return true;
            }
            for (Throwable suppressed : error.getSuppressed()) {
                if (suppressed instanceof OutOfMemoryError) {
                    return true;
                }
            }
            error = error.getCause();
        }
        return false;
    }

    /** Returns a thread, not yet started, that the whole process depends on. */
    public static Thread vitalThread(String name, Runnable body) {
        return Thread.ofPlatform().name(name).daemon().unstarted(vital(name, body));
    }

    /**
     * Wraps the body of a thread that the whole process depends on. If the body throws, the process ends. If it
     * returns, only the thread ends.
     *
     * @param name name of the thread, for the line on standard error
     * @param body code of the thread
     */
    public static Runnable vital(String name, Runnable body) {
        return () -> {
            try {
                body.run();
            } catch (Throwable fault) {
                haltOn(fault);
                fault.printStackTrace();
                halt(line("the thread " + name + " died: the process ends"));
            }
        };
    }

    /**
     * Ends the process when any thread dies because it is out of memory. Other uncaught exceptions are handled as
     * before.
     */
    public static void haltOnUncaught() {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, uncaught) -> {
            haltOn(uncaught);
            if (before != null) {
                before.uncaughtException(thread, uncaught);
            } else {
                System.err.print("Exception in thread \"" + thread.getName() + "\" ");
                uncaught.printStackTrace();
            }
        });
    }

    private static byte[] line(String text) {
        return ("order-evidence: " + text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Runs no shutdown hooks: they may need memory, or wait for the thread that just died. */
    private static void halt(byte[] line) {
        try {
            STDERR.write(line);
        } catch (IOException | RuntimeException | Error noStandardError) {
            // The process ends anyway.
        } finally {
            Runtime.getRuntime().halt(EXIT_STATUS);
        }
    }
}
