package org.orderevidence.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Conversations.Conversation;
import org.orderevidence.http.limits.RateLimits.Rate;
import org.orderevidence.process.FatalErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers every request, including failed ones. Keeps a connection open only if the start of its next request is known.
 */
final class ApiHandler extends Handler.Abstract {
    /** A refused body up to this size is read to its end, so that its connection can stay open. */
    private static final int MAX_READ_TO_END = 64 * 1024;

    /**
     * How long the rest of a refused request is read and dropped. If a socket is closed with unread input, the client's
     * system may discard the answer (RFC 9112, 9.6).
     */
    private static final Duration READ_AWAY = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

    /** A head of more characters than this ends its connection after the answer. */
    private static final int LARGE_HEAD = 4 * 1024;

    private final InnerCalls calls;
    private final AccessLog log;

    ApiHandler(Gate gate, Failures failures, AccessLog log) {
        this.log = log;
        this.calls = new InnerCalls(gate, failures);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long start = System.nanoTime();
        Conversation conversation = WatchedEndPoint.conversation(request);
        conversation.working();
        Callback finished = once(conversation, callback);
        try {
            handle(new Exchange(conversation, request), conversation, response, start, finished);
        } catch (Throwable thrown) {
            FatalErrors.haltOn(thrown);
            LOG.error("a request could not be answered", thrown);
            finished.failed(thrown);
        }
        return true;
    }

    private void handle(
            Exchange exchange, Conversation conversation, Response response, long start, Callback finished) {
        exchange.innerCalls(calls);
        Answer answer = answer(exchange);
        boolean unread = exchange.hasUnreadInput();
        boolean readToEnd = unread && canReadToEnd(exchange);
        boolean close = exchange.isInputBroken()
                || conversation.isLast()
                || (unread && !readToEnd)
                || hasLargeHead(exchange.head());
        ByteBuffer body = prepare(exchange, answer, close, response);
        conversation.share().shrinkTo(exchange.body().capacity() + conversation.headMemory());
        conversation.answering();
        Callback whenSent = Callback.from(
                () -> log.write(exchange, answer, Response.getContentBytesWritten(response), System.nanoTime() - start),
                new Callback.Nested(finished) {
                    @Override
                    public void succeeded() {
                        // After a failure, another thread may still read the body.
                        exchange.body().sent();
                        super.succeeded();
                    }
                });
        BooleanSupplier rest = exchange.method().equals("HEAD") ? null : answer.rest();
        boolean readAway = unread && !exchange.isInputBroken() && !exchange.expectsToBeAsked();
        if (rest != null || readAway) {
            sendParts(exchange, conversation, response, body, rest, readAway, whenSent);
        } else if (answer.status() == HttpStatus.NOT_MODIFIED_304) {
            // Jetty adds the length 0 to a head that it writes together with the end.
            response.write(
                    false,
                    body,
                    Callback.from(() -> response.write(true, BufferUtil.EMPTY_BUFFER, whenSent), whenSent::failed));
        } else {
            response.write(true, body, whenSent);
        }
    }

    /** Jetty keeps buffers as long as the longest value for as long as a connection lives. */
    private static boolean hasLargeHead(MetaData.Request head) {
        int length = head.getHttpURI().asString().length();
        for (HttpField field : head.getHttpFields()) {
            length += field.getName().length();
            length += field.getValue() == null ? 0 : field.getValue().length();
        }
        return length > LARGE_HEAD;
    }

    private Answer answer(Exchange exchange) {
        try {
            return calls.answer(exchange);
        } finally {
            exchange.closeUnproven();
        }
    }

    /** Writes the head of the answer; returns the body to send. */
    private static ByteBuffer prepare(Exchange exchange, Answer answer, boolean close, Response response) {
        response.setStatus(answer.status());
        HttpFields.Mutable headers = response.getHeaders();
        AnswerHeaders.addAlways(headers, exchange.requestId());
        Rate rate = exchange.rate();
        if (rate != null) {
            headers.add("RateLimit-Policy", rate.policy()).add("RateLimit", rate.state());
        }
        List<String> more = answer.headers();
        for (int i = 0; i < more.size(); i += 2) {
            headers.put(more.get(i), more.get(i + 1));
        }
        if (close) {
            headers.put(HttpFields.CONNECTION_CLOSE);
        }
        if (!answer.hasBody()) {
            return BufferUtil.EMPTY_BUFFER;
        }
        headers.put(HttpHeader.CONTENT_TYPE, answer.contentType());
        if (answer.rest() == null) {
            headers.put(HttpHeader.CONTENT_LENGTH, exchange.body().length());
        }
        return exchange.method().equals("HEAD")
                ? BufferUtil.EMPTY_BUFFER
                : exchange.body().body();
    }

    /** Sends the body, each part when the client has received the one before it, and then ends the request. */
    private static void sendParts(
            Exchange exchange,
            Conversation conversation,
            Response response,
            ByteBuffer first,
            @Nullable BooleanSupplier rest,
            boolean readAway,
            Callback whenDone) {
        try {
            send(response, rest == null, first);
            for (boolean isMore = true; rest != null && isMore; ) {
                conversation.worksAgain();
                exchange.body().clear();
                isMore = rest.getAsBoolean();
                conversation.share().shrinkTo(exchange.body().capacity() + conversation.headMemory());
                conversation.answering();
                send(response, !isMore, exchange.body().body());
            }
            if (readAway) {
                exchange.readAway(READ_AWAY);
            }
            whenDone.succeeded();
        } catch (IOException gone) {
            whenDone.failed(gone);
        }
    }

    private static void send(Response response, boolean isLast, ByteBuffer part) throws IOException {
        try (Blocker.Callback written = Blocker.callback()) {
            response.write(isLast, part, written);
            written.block();
        }
    }

    private static boolean canReadToEnd(Exchange exchange) {
        long announced = exchange.announcedLength();
        return announced >= 0 && announced <= MAX_READ_TO_END && !exchange.expectsToBeAsked();
    }

    /** Returns what ends a request, once, when its answer was sent or can no longer be sent. */
    private static Callback once(Conversation conversation, Callback callback) {
        AtomicBoolean done = new AtomicBoolean();
        Consumer<Runnable> end = completion -> {
            if (done.compareAndSet(false, true)) {
                conversation.idle();
                completion.run();
            }
        };
        return Callback.from(() -> end.accept(callback::succeeded), gone -> end.accept(() -> callback.failed(gone)));
    }

    /** The headers of every answer, and the ID of a request. */
    static final class AnswerHeaders {
        private static final String REQUEST_ID = "Request-Id";
        private static final HttpField NO_SNIFFING = new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
        private static final HttpField NO_STORE =
                new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "private, no-store");

        private static final char[] BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
        private static final int LENGTH = 16;

        private AnswerHeaders() {}

        /** Returns a new name of a request, which its answer and the log have: 80 random bits. */
        static String newRequestId() {
            char[] id = new char[LENGTH];
            ThreadLocalRandom random = ThreadLocalRandom.current();
            for (int i = 0; i < LENGTH; i++) {
                id[i] = BASE_32[random.nextInt(BASE_32.length)];
            }
            return new String(id);
        }

        /**
         * Adds the headers: clients must not guess the type, caches must not store the answer, and the log has the request
         * ID.
         */
        static void addAlways(HttpFields.Mutable headers, String requestId) {
            headers.add(NO_SNIFFING).add(NO_STORE).add(REQUEST_ID, requestId);
        }
    }
}
