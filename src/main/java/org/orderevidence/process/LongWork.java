package org.orderevidence.process;

/** Work of many equal steps, such as the orders of an upload, on the thread of one request. */
public final class LongWork {
    private LongWork() {}

    /**
     * Lets other requests run; to be called between two steps. The JVM does not divide processor time among virtual
     * threads: without this, a fetch waits until an upload of 1,000 orders has been parsed.
     */
    @SuppressWarnings("ThreadPriorityCheck") // No result depends on it, only how long others wait.
    public static void letOthersRun() {
        Thread.yield();
    }
}
