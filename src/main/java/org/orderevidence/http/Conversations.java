package org.orderevidence.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.EndPoint;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.MemoryPlan;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.StrangersMemory;
import org.orderevidence.process.FatalErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All connections of a server, and the thread that ends slow and idle ones. */
final class Conversations {
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
    private final StrangersMemory heads;
    private final StrangersMemory bodies;
    private final LargeWorkTurns turns = new LargeWorkTurns(PROCESSORS);

    /** A body that arrives in tiny chunks needs a processor for as long as its sender likes. */
    private final Places bodiesOfAccounts = new Places(PROCESSORS);

    private final Places closings = new Places(1);
    private final Places bodiesOfStrangers = new Places(PROCESSORS);
    private final Places bodiesOfReceivers = new Places(Math.max(1, PROCESSORS / 2));
    private final Set<Conversation> live = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean stopping;
    private volatile long stopStarted;

    Conversations(Limits limits, MemoryPlan plan) {
        this.limits = limits;
        this.budget = plan.budget();
        this.heads = plan.memoryOfHeads();
        this.bodies = plan.memoryOfStrangers();
    }

    /** Starts to watch. */
    void start() {
        Thread.ofPlatform().daemon().name("http-clock").start(FatalErrors.vital("http-clock", this::watch));
    }

    /** A connection was accepted. */
    Conversation open(EndPoint endPoint) {
        Conversation conversation = new Conversation(this, endPoint);
        live.add(conversation);
        return conversation;
    }

    void remove(Conversation conversation) {
        live.remove(conversation);
    }

    Limits limits() {
        return limits;
    }

    MemoryBudget budget() {
        return budget;
    }

    /** What limits the memory of heads until it is known whose they are. */
    StrangersMemory heads() {
        return heads;
    }

    /** What limits the memory of bodies until it is known whose they are. */
    StrangersMemory bodies() {
        return bodies;
    }

    /** Connections that are being cut. */
    Places closings() {
        return closings;
    }

    Places bodiesOfAccounts() {
        return bodiesOfAccounts;
    }

    /** Those without account. */
    Places bodiesOfStrangers() {
        return bodiesOfStrangers;
    }

    /** Those without account, by whom they are addressed to. */
    Places bodiesOfReceivers() {
        return bodiesOfReceivers;
    }

    LargeWorkTurns turns() {
        return turns;
    }

    boolean isStopping() {
        return stopping;
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
}
