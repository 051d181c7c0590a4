package org.orderevidence.http;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.WatchedEndPoint.WatchedConnection;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.MemoryPlan;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RateLimits;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.limits.StrangersMemory;
import org.orderevidence.process.FatalErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All connections of a server, and the thread that ends slow and idle ones. */
final class Conversations {
    /** Maximum number of header lines of a request, and of trailers. */
    static final int MAX_FIELDS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Conversations.class);
    private static final Duration WATCHED_EVERY = Duration.ofMillis(100);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    /** How long a partly received request may take to arrive after a stop starts. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(3);

    /** How long a connection may be idle when nearly all connections are taken. */
    private static final Duration CROWDED_IDLE_TIME = Duration.ofSeconds(1);

    private static final int CROWDED_PERCENT = 98;
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final Limits limits;
    private final MemoryBudget budget;

    /** What limits the memory of heads and bodies until it is known whose they are. */
    private final StrangersMemory heads;

    private final StrangersMemory bodies;
    private final LargeWorkTurns turns = new LargeWorkTurns(PROCESSORS);

    /** A body that arrives in tiny chunks needs a processor for as long as its sender likes. */
    private final Places bodiesOfAccounts = new Places(PROCESSORS);

    private final Places closings = new Places(1);

    /** Bodies without account, of all, and by whom they are addressed to. */
    private final Places bodiesOfStrangers = new Places(PROCESSORS);

    private final RateLimits rates;
    private final Places bodiesOfReceivers = new Places(Math.max(1, PROCESSORS / 2));
    private final Set<Conversation> live = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean stopping;
    private volatile long stopStarted;

    Conversations(Limits limits, MemoryPlan plan) {
        this.limits = limits;
        this.rates = new RateLimits(limits, System::nanoTime);
        this.budget = plan.budget();
        this.heads = plan.memoryOfHeads();
        this.bodies = plan.memoryOfStrangers();
    }

    void start() {
        Thread.ofPlatform().daemon().name("http-clock").start(FatalErrors.vital("http-clock", this::watch));
    }

    Conversation open(EndPoint endPoint) {
        Conversation conversation = new Conversation(endPoint);
        live.add(conversation);
        return conversation;
    }

    /** Returns a deadline for input from the client. It is earlier while the service stops. */
    long capped(long deadline) {
        if (!stopping) {
            return deadline;
        }
        long stopDeadline = stopStarted + STOP_GRACE.toNanos();
        return stopDeadline - deadline < 0 ? stopDeadline : deadline;
    }

    /** By how much the idle time is shortened when nearly all connections are taken. */
    long idleTimeSavedWhenCrowded() {
        return Math.max(0, limits.idleTime().minus(CROWDED_IDLE_TIME).toNanos());
    }

    /** By how much the time for a head is shortened when nearly all connections are taken. */
    long headTimeSavedWhenCrowded() {
        return Math.max(0, limits.requestTime().minus(STOP_GRACE).toNanos());
    }

    HttpServer.Load load() {
        return new HttpServer.Load(live.size(), limits.connections(), busy(), budget.usage());
    }

    /** Number of connections that are receiving, executing or answering a request. */
    int busy() {
        int busy = 0;
        for (Conversation conversation : live) {
            busy += conversation.isBusy() ? 1 : 0;
        }
        return busy;
    }

    /**
     * Makes every connection refuse further requests, and closes idle connections immediately.
     *
     * @return number of requests under way
     */
    int stop() {
        stopStarted = System.nanoTime();
        stopping = true;
        int busy = busy();
        live.forEach(Conversation::stop);
        return busy;
    }

    /**
     * Waits until no request is under way.
     *
     * @return number of requests still under way when the time ends
     */
    int awaitIdle(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        int busy = busy();
        while (busy > 0 && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            busy = busy();
        }
        return busy;
    }

    /** Stops the watch and ends every remaining connection. */
    void close() {
        closed.countDown();
        live.forEach(c -> c.cut("the service is stopping"));
    }

    private void watch() {
        try {
            while (!closed.await(WATCHED_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                long now = System.nanoTime();
                boolean crowded = live.size() * 100L >= (long) limits.connections() * CROWDED_PERCENT;
                live.forEach(c -> watch(c, now, crowded));
                budget.takeBack(now).forEach(Runnable::run);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** A failure of one connection must not stop the clock of all. */
    private static void watch(Conversation conversation, long now, boolean crowded) {
        try {
            conversation.watch(now, crowded);
        } catch (RuntimeException unexpected) {
            LOG.warn("a connection could not be ended in time", unexpected);
        }
    }

    /**
     * The current phase of one connection, and its deadline. The threads of its requests change the phase. The thread of
     * {@link Conversations} ends a phase that lasts too long. Times are those of {@link System#nanoTime}.
     */
    final class Conversation {
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
        private final StrangersMemory.Claim head;
        private int filled;
        private long requestBytes;
        private int headBytes;
        private int headLines;
        private int lineLength;
        private boolean headEnded;
        private int headFields;

        private Conversation(EndPoint endPoint) {
            this.endPoint = endPoint;
            this.share = budget.open();
            this.head = heads.open("", () -> cut("others need the memory of its head"));
            this.deadline = System.nanoTime() + limits.idleTime().toNanos();
        }

        MemoryBudget.Share share() {
            return share;
        }

        /** Returns the address of the other end; {@code null} if the connection is closed, or is none. */
        @Nullable
        SocketAddress peer() {
            return endPoint.getRemoteSocketAddress();
        }

        Limits limits() {
            return limits;
        }

        RateLimits rates() {
            return rates;
        }

        /** Returns memory that a part of its request holds on its own; to be closed. */
        MemoryBudget.Share newShare() {
            return budget.open();
        }

        enum Arrival {
            PAID,
            UNPAID,
            TOO_MANY_LINES
        }

        /**
         * Counts bytes that arrived. Those of a head are counted and paid for before they are parsed.
         *
         * @param buffer has them at its end
         */
        Arrival received(ByteBuffer buffer, int bytes) {
            filled = bytes;
            if (phase == Phase.IDLE) {
                beginHead(0);
            }
            requestBytes += bytes;
            if (phase != Phase.HEAD) {
                return Arrival.PAID;
            }
            headBytes += bytes;
            if (hasTooManyLines(buffer, bytes)) {
                return Arrival.TOO_MANY_LINES;
            }
            return payHead() ? Arrival.PAID : Arrival.UNPAID;
        }

        /** A head starts with its first line that is not empty, and ends with the next empty one. */
        private boolean hasTooManyLines(ByteBuffer buffer, int bytes) {
            for (int i = buffer.limit() - bytes; i < buffer.limit() && !headEnded; i++) {
                byte next = buffer.get(i);
                if (next == '\n') {
                    headEnded = lineLength == 0 && headLines > 0;
                    headLines += lineLength > 0 ? 1 : 0;
                    lineLength = 0;
                    if (headLines > MAX_FIELDS + 1) {
                        return true;
                    }
                } else if (next != '\r') {
                    lineLength++;
                }
            }
            return false;
        }

        /** @param bytes of it that arrived with the request before it, at most; their lines are counted when parsed */
        private void beginHead(int bytes) {
            headBytes = bytes;
            headLines = 0;
            lineLength = 0;
            headEnded = bytes > 0;
            headFields = 0;
            beginRequest(Phase.HEAD);
        }

        /**
         * Counts a header or trailer before it is kept.
         *
         * @return false if the connection is closed because there is no memory for it
         */
        boolean parsedField() {
            headFields++;
            return payHead();
        }

        /** Number of headers and trailers of the current request so far. */
        int fields() {
            return headFields;
        }

        private boolean payHead() {
            long memory = headMemory();
            if (memory <= RequestMemory.HEAD_OF_CONNECTION) {
                return true;
            }
            boolean paid = head.hold(memory);
            if (gone) {
                head.close();
                return false;
            }
            return paid;
        }

        /** Heap that the head of the current request occupies, in bytes; at most, since a body may have started in it. */
        long headMemory() {
            return RequestMemory.ofHead(headBytes, headFields);
        }

        /** The request belongs to an account, which pays from now on. */
        void proven(String account, long bytes) {
            share.account(account);
            share.hold(Math.max(Math.max(MemoryBudget.SMALL, headMemory()), bytes));
            head.close();
        }

        /** Returns memory for the body of a request that no account pays for; to be closed. */
        StrangersMemory.Claim claim(String receiver) {
            return bodies.open(receiver, () -> cut("others need the memory of its body"));
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
            wait(Phase.STREAM, System.nanoTime() + limits.requestTime().toNanos());
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

        void worksAgain() {
            share.worksAgain();
            phase = Phase.WORKING;
        }

        LargeWorkTurns turns() {
            return turns;
        }

        /**
         * Waits until bytes of its body may be taken out of their chunks; to be closed soon.
         *
         * @param account whose request it is; empty if that is not known
         * @param receiver whom a request without account is addressed to; may be empty
         */
        Places.Place bodyPlace(String account, String receiver) {
            if (!account.isEmpty()) {
                return bodiesOfAccounts.take(account);
            }
            Places.Place one = bodiesOfReceivers.take(receiver);
            Places.Place any = bodiesOfStrangers.take("");
            return () -> {
                any.close();
                one.close();
            };
        }

        long requestBytes() {
            return requestBytes;
        }

        /** Returns true if its body should be complete by now. */
        boolean isOverdue() {
            return System.nanoTime() - capped(requestDeadline) > 0;
        }

        void answering() {
            deadline = System.nanoTime() + limits.requestTime().toNanos();
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
            head.close();
            deadline = System.nanoTime() + limits.idleTime().toNanos();
            phase = Phase.IDLE;
            if (endPoint.getConnection() instanceof WatchedConnection connection
                    && !connection.isRequestBufferEmpty()) {
                // The next head has started in what arrived last.
                beginHead(filled);
                payHead();
            }
        }

        /** Returns why the wait for a body was ended, as text for a message. */
        String timeoutReason(boolean streamed) {
            if (takenBack) {
                return "other requests need its memory";
            }
            if (stopping) {
                return "the service is stopping";
            }
            long seconds = limits.requestTime().toSeconds();
            return streamed ? "no data arrived for " + seconds + " s" : "it did not arrive within " + seconds + " s";
        }

        /** Returns true if no further request may come on this connection. */
        boolean isLast() {
            return stopping || expired;
        }

        boolean isStopping() {
            return stopping;
        }

        /** Returns true if a request is being received, executed or answered. */
        boolean isBusy() {
            return phase != Phase.IDLE;
        }

        /** Ends the phase if it lasts too long; called by the watching thread. */
        void watch(long now, boolean crowded) {
            Phase seen = phase;
            if (seen == Phase.IDLE && stopping) {
                // It was still being answered when the stop started.
                cut("the service is stopping");
                return;
            }
            long end = switch (seen) {
                case IDLE -> crowded ? deadline - idleTimeSavedWhenCrowded() : deadline;
                case HEAD -> capped(crowded ? deadline - headTimeSavedWhenCrowded() : deadline);
                case BODY, STREAM -> capped(deadline);
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
                case HEAD, BODY -> deadline = capped(deadline);
                case WORKING, ANSWERING -> {}
            }
        }

        void cut(String why) {
            if (!Thread.currentThread().isVirtual()) {
                endPoint.close(new TimeoutException(why));
                return;
            }
            // Each close waits for the selector. Those of a flood wait here, so that they do not delay all others.
            try (Places.Place _ = closings.take("")) {
                endPoint.close(new TimeoutException(why));
            }
        }

        void closed() {
            gone = true;
            live.remove(this);
            wake();
            if (phase == Phase.IDLE || phase == Phase.HEAD) {
                share.close();
                head.close();
            }
        }

        /** Wakes the thread that waits for the body; the output stays open, so that it can still answer. */
        void expire() {
            expired = true;
            deadline = System.nanoTime() + limits.requestTime().toNanos();
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
            requestBytes = 0;
            requestDeadline = System.nanoTime() + limits.requestTime().toNanos();
            deadline = capped(requestDeadline);
            phase = first;
        }

        private void wait(Phase next, long until) {
            deadline = capped(until);
            phase = next;
        }
    }
}
