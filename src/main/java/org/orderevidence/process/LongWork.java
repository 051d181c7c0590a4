package org.orderevidence.process;

/** Work of many equal steps, such as the orders of an upload, on the thread of one request. */
public final class LongWork {
    private static final int STEPS = 8;

    private LongWork() {}

    /**
     * Lets other requests run after every {@value #STEPS} steps. Call it before each step. The JVM does not divide
     * processor time among virtual threads. Without this, a fetch waits until an upload of 1,000 orders is parsed.
     *
     * @param step number of the step, from 0
     */
    public static void letOthersRun(long step) {
        if (step % STEPS == STEPS - 1) {
            letOthersRun();
        }
    }

    /** Lets other requests run. Call it between two parts of an input. */
    @SuppressWarnings("ThreadPriorityCheck") // No result depends on it, only the waiting time of other requests.
    public static void letOthersRun() {
        Thread.yield();
    }
}
