package org.orderevidence.http;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Conversations.Conversation;
import org.orderevidence.http.limits.Places;
import org.orderevidence.process.LongWork;

/**
 * The bytes of the body of one request, read by blocking. {@link Conversation} ends a wait that lasts too long. Not
 * thread-safe.
 */
public final class RequestInput extends BlockInput {
    /** Longer than any wait: the clock of the conversation ends it before. */
    private static final Duration UNLIMITED = Duration.ofDays(1);

    private final Content.Source source;
    private final boolean isChunked;
    private final Conversation conversation;
    private final boolean streamed;
    private final Supplier<Places.Place> places;
    private final Semaphore arrivals = new Semaphore(0);
    private boolean demanded;
    private volatile boolean arrived;
    private Content.@Nullable Chunk chunk;
    private boolean ended;
    private @Nullable Broken failure;

    /**
     * @param isChunked true if the client sends it in chunks
     * @param streamed true for a body of any length; only the time without data is limited
     * @param places where the bytes that have arrived are taken out of their chunks
     */
    RequestInput(
            Content.Source source,
            boolean isChunked,
            Conversation conversation,
            boolean streamed,
            Supplier<Places.Place> places) {
        this.source = source;
        this.isChunked = isChunked;
        this.conversation = conversation;
        this.streamed = streamed;
        this.places = places;
    }

    /** The body cannot be read to its end. */
    public static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;

        enum Cause {
            MALFORMED,
            TIMEOUT,
            /** Other requests need its memory. */
            TAKEN_BACK,
            ENDED
        }

        private final Cause cause;
        private final String reason;

        private Broken(Cause cause, String reason) {
            super(reason);
            this.cause = cause;
            this.reason = reason;
        }

        Cause cause() {
            return cause;
        }

        public String reason() {
            return reason;
        }
    }

    boolean isAtEnd() {
        return ended;
    }

    /**
     * Reads what is there, waiting for at least one byte. Chunks are joined: one that ends at each byte would make each
     * byte expensive.
     *
     * @return number of bytes, or -1 at the end of the body
     * @throws Broken if it cannot be read to its end
     */
    @Override
    public int read(byte[] into, int offset, int length) throws Broken {
        return take(into, offset, length);
    }

    /**
     * Drops what is there, waiting for at least one byte.
     *
     * @return false at the end of the body
     */
    boolean skip() throws Broken {
        return take(null, 0, Integer.MAX_VALUE) >= 0;
    }

    private int take(byte @Nullable [] into, int offset, int length) throws Broken {
        // A client that sends fast never makes its reader wait.
        LongWork.letOthersRun();
        if (!await(UNLIMITED)) {
            throw new IllegalStateException("a wait without limit ended");
        }
        if (chunk == null) {
            return -1;
        }
        int count = 0;
        try (Places.Place _ = places.get()) {
            for (Content.Chunk next = chunk; next != null && count < length; next = chunk) {
                int some = Math.min(length - count, next.remaining());
                if (into == null) {
                    next.skip(some);
                } else {
                    next.getByteBuffer().get(into, offset + count, some);
                }
                count += some;
                if (!next.hasRemaining()) {
                    drop(next);
                    while (chunk == null && !LongWork.isDue() && take()) {
                        // Empty ones are dropped.
                    }
                }
            }
        }
        return count;
    }

    /**
     * Waits until {@link #read} returns without waiting.
     *
     * @return false if nothing arrived in that time
     * @throws Broken if it cannot be read to its end
     */
    public boolean await(Duration patience) throws Broken {
        while (chunk == null && !ended) {
            endIfStopping();
            if (failure != null) {
                throw failure;
            }
            if (!streamed && conversation.isOverdue()) {
                throw broken(new TimeoutException());
            }
            if (!demanded) {
                try (Places.Place _ = places.get()) {
                    if (take()) {
                        continue;
                    }
                }
                demanded = true;
                arrived = false;
                source.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, this::arrived));
            }
            if (!awaitArrival(patience)) {
                return false;
            }
        }
        return true;
    }

    /** A streamed body may never end, so a stop does not wait for it. */
    void endIfStopping() throws Broken {
        if (streamed && conversation.isStopping()) {
            throw broken(new TimeoutException());
        }
    }

    /** Ends the use of the body: gives up what was not read, so that the answer can be completed. */
    @Override
    public void close() {
        if (demanded && !arrived) {
            conversation.withdrawDemand();
            // The chunk that Jetty delivers after a withdrawn demand.
            Content.Chunk timeout = source.read();
            if (timeout != null) {
                timeout.release();
            }
        }
        demanded = false;
        Content.Chunk unread = chunk;
        if (unread != null) {
            drop(unread);
        }
    }

    /** Takes the next chunk, if there is one. A failure is kept until the bytes before it were read. */
    private boolean take() {
        Content.Chunk next = ended || failure != null ? null : source.read();
        if (next == null) {
            return false;
        }
        if (Content.Chunk.isFailure(next)) {
            failure = broken(next.getFailure());
        } else if (next.hasRemaining()) {
            chunk = next;
        } else {
            drop(next);
        }
        return true;
    }

    private Broken broken(Throwable failure) {
        Broken.Cause cause = switch (failure) {
            case TimeoutException taken when conversation.isTakenBack() -> Broken.Cause.TAKEN_BACK;
            case TimeoutException tooLate -> Broken.Cause.TIMEOUT;
            // Jetty reports malformed chunks as an early end, and does not say which it was.
            case EofException ended when isChunked -> Broken.Cause.MALFORMED;
            case EofException ended -> Broken.Cause.ENDED;
            case ClosedChannelException ended -> Broken.Cause.ENDED;
            default -> Broken.Cause.MALFORMED;
        };
        return new Broken(
                cause,
                switch (cause) {
                    case TIMEOUT, TAKEN_BACK -> conversation.timeoutReason(streamed);
                    case ENDED -> "the connection ended before the body did";
                    case MALFORMED -> "the chunks of the body are malformed or incomplete";
                });
    }

    private void drop(Content.Chunk read) {
        ended = read.isLast();
        chunk = null;
        read.release();
    }

    private void arrived() {
        arrived = true;
        arrivals.release();
    }

    /**
     * Waits for what was demanded.
     *
     * @return false if nothing arrived in time; the demand then remains
     * @throws Broken if the wait was ended
     */
    private boolean awaitArrival(Duration patience) throws Broken {
        if (streamed) {
            conversation.waitForStream(arrivals::release);
        } else {
            conversation.waitForBody(arrivals::release);
        }
        try {
            long end = System.nanoTime() + patience.toNanos();
            while (!arrived) {
                if (conversation.isExpired()) {
                    throw broken(new TimeoutException());
                }
                if (conversation.isGone()) {
                    throw broken(new ClosedChannelException());
                }
                if (!arrivals.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS) && !arrived) {
                    return false;
                }
            }
            demanded = false;
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw broken(new ClosedChannelException());
        } finally {
            conversation.worksAgain();
        }
    }
}
