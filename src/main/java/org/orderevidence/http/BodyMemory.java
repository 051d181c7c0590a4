package org.orderevidence.http;

import java.util.concurrent.Semaphore;

/**
 * How much memory the bodies of all requests may take together. Without it, as many large bodies as there may be
 * connections would not fit. Small bodies are not counted.
 */
final class BodyMemory {
    /** Up to this size a body is not counted: all connections together hold no more of them than of their buffers. */
    static final int NOT_COUNTED = 16 * 1024;

    private static final int KIB = 1024;

    private final Semaphore kibs;

    /**
     * @param bytes for all bodies together
     */
    BodyMemory(long bytes) {
        kibs = new Semaphore((int) Math.min(Integer.MAX_VALUE, bytes / KIB));
    }

    /** A quarter of what the process may have, and always room for a few of the largest bodies. */
    static BodyMemory ofProcess(int largestBody) {
        return new BodyMemory(Math.max(4L * largestBody, Runtime.getRuntime().maxMemory() / 4));
    }

    /** False when there is no room for so many bytes now. */
    boolean tryTake(int bytes) {
        return bytes <= NOT_COUNTED || kibs.tryAcquire(toKib(bytes));
    }

    /** Gives back what {@link #tryTake} took for as many bytes. */
    void giveBack(int bytes) {
        if (bytes > NOT_COUNTED) {
            kibs.release(toKib(bytes));
        }
    }

    private static int toKib(int bytes) {
        return (bytes + KIB - 1) / KIB;
    }
}
