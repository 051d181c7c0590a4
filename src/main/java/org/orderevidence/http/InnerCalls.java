package org.orderevidence.http;

import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.http.ApiHandler.AnswerHeaders;
import org.orderevidence.http.Conversations.Conversation;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.MemoryPlan;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.wire.Problem;

/**
 * Answers requests that are made within this process, without a connection: by a page for its visitor, and by a command
 * for the operator. They pass the same checks as those of a client, except that of the key.
 */
public record InnerCalls(Gate gate, Failures failures) {
    private static final String TOO_LONG =
            "The response is too long for this command. Use ./evidence orders export, or send fewer days.";

    /** Answers the requests of the operator. Their memory is not limited: there is one caller, and it is this process. */
    public static final class OfOperator {
        private static final long UNLIMITED = 1L << 40;

        private final InnerCalls calls;
        private final Conversations conversations;

        public OfOperator(Limits limits, Routes routes, Accounts accounts, Failures failures) {
            calls = new InnerCalls(new Gate(routes, accounts), failures);
            conversations = new Conversations(limits, MemoryPlan.of(UNLIMITED, limits));
        }

        /** Answers a request. */
        public Reply answer(AccountSpace space, Call call) {
            Conversation conversation = conversations.open(new ByteArrayEndPoint());
            try {
                Exchange exchange = new Exchange(
                        conversation, call, "localhost", conversation.share(), AnswerHeaders.newRequestId());
                exchange.key(KeyCheck.Accepted.operator(space), () -> true);
                return calls.answer(exchange, Integer.MAX_VALUE);
            } finally {
                conversation.idle();
                conversation.closed();
            }
        }
    }

    /**
     * A request.
     *
     * @param method in capital letters
     * @param target path, and query if there is one, as a client would send them
     * @param body empty if there is none
     */
    public record Call(String method, String target, Map<String, String> headers, Bytes body) {
        MetaData.Request head(String host) {
            HttpFields.Mutable fields = HttpFields.build().add(HttpHeader.HOST, host);
            headers.forEach(fields::add);
            return new MetaData.Request(
                    method, HttpURI.from(target), HttpVersion.HTTP_1_1, fields.asImmutable(), body.length());
        }
    }

    /**
     * An answer.
     *
     * @param body the body, or its start
     * @param length length of the whole body in bytes
     */
    public record Reply(int status, Bytes body, int length) {}

    /**
     * Answers a request.
     *
     * @param most maximum number of bytes of the body that are returned
     */
    Reply answer(Exchange inner, int most) {
        Answer whole = answer(inner);
        Answer answer = whole.rest() == null ? whole : inner.problem(Problem.INVALID_PARAMETER, TOO_LONG);
        ByteBuffer body = inner.body().body();
        boolean hasBody = answer.hasBody() && !inner.method().equals("HEAD");
        int length = hasBody ? body.remaining() : 0;
        byte[] start = new byte[Math.min(most, length)];
        body.get(start);
        return new Reply(answer.status(), Bytes.wrap(start), length);
    }

    /** Answers a request, whatever goes wrong. */
    Answer answer(Exchange inner) {
        try {
            return gate.answer(inner);
        } catch (Throwable thrown) {
            FatalErrors.haltOn(thrown);
            return failures.answer(inner, thrown);
        } finally {
            inner.stopWaiting();
        }
    }
}
