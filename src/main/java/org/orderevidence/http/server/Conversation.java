package org.orderevidence.http.server;

import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.http.limits.MemoryBudget;

/**
 * The current phase of one connection, and its deadline. The threads of its requests change the phase. The thread of
 * {@link Conversations} ends a phase that lasts too long. Times are those of {@link System#nanoTime}.
 */
final class Conversation {
    /** Heap that the head of a request may occupy in the part set aside for each connection, in bytes. */
    private static final int FREE_HEAD = 4 * 1024;

    /** The parsed head of a request occupies about twice its bytes. */
    private static final int HEAD_FACTOR = 2;

    /** Memory of a header in addition to its bytes: a field and two strings. */
    private static final int BYTES_PER_HEADER = 112;

    private enum Phase {
        /** Waits for the first byte of a request. */
        IDLE,
        /** Receives the head of a request. */
        HEAD,
        /** Waits for the next bytes of a body. */
        BODY,
        /** Waits for the next bytes of a body of any length. */
        STREAM,
        /** Executes the request; has no time limit here. */
        WORKING,
        /** Sends the answer. */
        ANSWERING
    }

    private final Conversations all;
    private final EndPoint endPoint;
    private final MemoryBudget.Share share;

    private volatile Phase phase = Phase.IDLE;
    private volatile long deadline;
    private volatile boolean expired;
    private volatile long requestDeadline;
    private volatile boolean gone;
    private volatile boolean takenBack;
    private volatile long requestStarted;
    private volatile @Nullable Runnable waker;
    private int headBytes;
    private int headLines;

    Conversation(Conversations all, EndPoint endPoint) {
        this.all = all;
        this.endPoint = endPoint;
        this.share = all.budget().open();
        this.deadline = System.nanoTime() + all.limits().idleTime().toNanos();
    }

    /** The memory that its request holds. */
    MemoryBudget.Share share() {
        return share;
    }

    /** Returns memory that a part of its request holds on its own; to be closed. */
    MemoryBudget.Share newShare() {
        return all.budget().open();
    }

    /**
     * Pays for a head of which a part has arrived, before more of it is read.
     *
     * @return false if no memory is left for the request head; the connection must then be closed
     */
    boolean payHead() {
        boolean paid = phase != Phase.HEAD || headMemory() <= FREE_HEAD || share.tryHold(headMemory());
        if (paid && gone) {
            share.close();
            return false;
        }
        return paid;
    }

    /**
     * Counts bytes that arrived.
     *
     * @param bytes number of bytes
     * @param lines number of line ends among them: each header is its own object
     */
    void received(int bytes, int lines) {
        if (phase == Phase.IDLE) {
            headBytes = 0;
            headLines = 0;
            beginRequest(Phase.HEAD);
        }
        if (phase == Phase.HEAD) {
            headBytes += bytes;
            headLines += lines;
        }
    }

    /** Heap that the head of the current request occupies, in bytes; at most, since a body may have started in it. */
    long headMemory() {
        return (long) headBytes * HEAD_FACTOR + (long) headLines * BYTES_PER_HEADER;
    }

    /** The head of a request is complete: its clock stops. */
    void working() {
        if (phase == Phase.IDLE) {
            // The request arrived together with the one before it, so no byte was waited for.
            beginRequest(Phase.WORKING);
        }
        phase = Phase.WORKING;
    }

    /** Starts to wait for the next bytes of a body that must arrive within the time of the request. */
    void waitForBody(Runnable wake) {
        waker = wake;
        wait(Phase.BODY, requestDeadline);
        waitForClient(requestStarted);
    }

    /** Starts to wait for the next bytes of a body of any length. Only the time without data is limited. */
    void waitForStream(Runnable wake) {
        waker = wake;
        wait(Phase.STREAM, System.nanoTime() + all.limits().requestTime().toNanos());
        waitForClient(requestStarted);
    }

    private void waitForClient(long since) {
        long request = requestStarted;
        share.waitsForClient(since, () -> takeBack(request));
    }

    /** Ends a request that waits for its client, because other accounts wait for its memory. */
    private void takeBack(long request) {
        if (request != requestStarted) {
            return;
        }
        switch (phase) {
            case ANSWERING -> cut("other requests need the memory of its answer");
            case BODY, STREAM, WORKING -> {
                takenBack = true;
                expire();
            }
            case IDLE, HEAD -> {}
        }
    }

    /** The bytes have arrived. */
    void bodyArrived() {
        share.worksAgain();
        phase = Phase.WORKING;
    }

    /** Returns the turns in which large work is done. */
    LargeWorkTurns turns() {
        return all.turns();
    }

    /** Starts to send the answer. */
    void answering() {
        deadline = System.nanoTime() + all.limits().requestTime().toNanos();
        phase = Phase.ANSWERING;
        waitForClient(System.nanoTime());
    }

    /** The answer was sent. Further input is dropped until {@code end}. */
    void readAwayUntil(long end) {
        requestDeadline = end;
        phase = Phase.WORKING;
    }

    /** The answer was sent: waits for the next request. */
    void idle() {
        waker = null;
        share.close();
        expired = false;
        takenBack = false;
        deadline = System.nanoTime() + all.limits().idleTime().toNanos();
        phase = Phase.IDLE;
    }

    /** Returns why the wait for a body was ended, as text for a message. */
    String timeoutReason(boolean streamed) {
        if (takenBack) {
            return "other requests need its memory";
        }
        if (all.isStopping()) {
            return "the service is stopping";
        }
        long seconds = all.limits().requestTime().toSeconds();
        return streamed ? "no data arrived for " + seconds + " s" : "it did not arrive within " + seconds + " s";
    }

    /** Returns true if no further request may come on this connection. */
    boolean isLast() {
        return all.isStopping() || expired;
    }

    /** Returns true if the service stops. */
    boolean isStopping() {
        return all.isStopping();
    }

    /** Returns true if a request is being received, executed or answered. */
    boolean isBusy() {
        return phase != Phase.IDLE;
    }

    /** Ends the phase if it lasts too long; called by the watching thread. */
    void watch(long now, boolean crowded) {
        Phase seen = phase;
        if (seen == Phase.IDLE && all.isStopping()) {
            // It was still being answered when the stop started.
            cut("the service is stopping");
            return;
        }
        long end = switch (seen) {
            case IDLE -> crowded ? deadline - all.idleTimeSavedWhenCrowded() : deadline;
            case HEAD -> all.capped(crowded ? deadline - all.headTimeSavedWhenCrowded() : deadline);
            case BODY, STREAM -> all.capped(deadline);
            case WORKING, ANSWERING -> deadline;
        };
        if (seen == Phase.WORKING || end - now > 0) {
            return;
        }
        switch (seen) {
            case BODY, STREAM -> expire();
            case IDLE, HEAD, ANSWERING, WORKING -> cut("it was idle, or its client was too slow");
        }
    }

    /**
     * Called when the service stops. Ends an idle connection, and shortens the deadline of a partly received request.
     */
    void stop() {
        switch (phase) {
            case IDLE -> cut("the service is stopping");
            case STREAM -> expire();
            case HEAD, BODY -> deadline = all.capped(deadline);
            case WORKING, ANSWERING -> {}
        }
    }

    /** Closes the connection immediately. */
    void cut(String why) {
        endPoint.close(new TimeoutException(why));
    }

    /** The connection is closed. */
    void closed() {
        gone = true;
        all.remove(this);
        wake();
        if (phase == Phase.IDLE || phase == Phase.HEAD) {
            share.close();
        }
    }

    /** Wakes the thread that waits for the body; the output stays open, so that it can still answer. */
    void expire() {
        expired = true;
        deadline = System.nanoTime() + all.limits().requestTime().toNanos();
        wake();
    }

    /** Withdraws a demand for more of the body; called by the thread of the request. */
    void withdrawDemand() {
        expired = true;
        Connection connection = endPoint.getConnection();
        if (connection == null || connection.onIdleExpired(new TimeoutException("the request took too long"))) {
            cut("the request took too long");
        }
    }

    /** Returns true if the wait for the body was ended. */
    boolean isExpired() {
        return expired;
    }

    /** Returns true if the wait for the body was ended because other requests need its memory. */
    boolean isTakenBack() {
        return takenBack;
    }

    /** Returns true if the connection is closed. */
    boolean isGone() {
        return gone;
    }

    private void wake() {
        Runnable wake = waker;
        if (wake != null) {
            wake.run();
        }
    }

    private void beginRequest(Phase first) {
        requestStarted = System.nanoTime();
        requestDeadline = System.nanoTime() + all.limits().requestTime().toNanos();
        deadline = all.capped(requestDeadline);
        phase = first;
    }

    private void wait(Phase next, long until) {
        deadline = all.capped(until);
        phase = next;
    }
}
