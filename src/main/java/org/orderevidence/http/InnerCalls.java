package org.orderevidence.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.order.Bytes;
import org.orderevidence.process.FatalErrors;

/** Answers {@link InnerCall}s with the scopes of the visitor. */
final class InnerCalls {
    private final Gate gate;
    private final Failures failures;

    InnerCalls(Gate gate, Failures failures) {
        this.gate = gate;
        this.failures = failures;
    }

    /**
     * Answers a call.
     *
     * @param outer the request of the page, which has a session
     * @param most maximum number of bytes of the body that are returned
     */
    InnerCall.Reply answer(Exchange outer, InnerCall call, int most) {
        try (MemoryBudget.Share share = outer.newShare()) {
            Exchange inner = outer.inner(call, share);
            Answer answer = answer(inner);
            List<String> headers = new ArrayList<>();
            headers.add("Request-Id");
            headers.add(inner.requestId());
            if (answer.hasBody()) {
                headers.add("Content-Type");
                headers.add(answer.contentType());
            }
            headers.addAll(answer.headers());
            ByteBuffer body = inner.body().body();
            byte[] start = new byte[answer.hasBody() ? Math.min(most, body.remaining()) : 0];
            int length = answer.hasBody() ? body.remaining() : 0;
            body.get(start);
            return new InnerCall.Reply(answer.status(), headers, Bytes.wrap(start), length);
        }
    }

    private Answer answer(Exchange inner) {
        try {
            return gate.answerInner(inner);
        } catch (Throwable thrown) {
            FatalErrors.haltOn(thrown);
            return failures.answer(inner, thrown);
        } finally {
            inner.stopWaiting();
        }
    }
}
