package org.orderevidence.http;

import java.util.concurrent.Semaphore;

/**
 * Lets only few large bodies be parsed at the same time. Parsing needs a processor and waits for nothing, so that many
 * large bodies at once would keep all small requests waiting. Turns are given in the order in which they are asked for.
 */
final class ParsingTurns {
    private final Semaphore turns;

    /**
     * @param processors number of processors; at most half of them parse large bodies
     */
    ParsingTurns(int processors) {
        turns = new Semaphore(Math.max(1, processors / 2), true);
    }

    /** Waits for a turn; to be closed when the body is parsed. */
    Turn take() {
        turns.acquireUninterruptibly();
        return turns::release;
    }

    /** A turn that was given. */
    @FunctionalInterface
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}
