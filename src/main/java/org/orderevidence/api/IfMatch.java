package org.orderevidence.api;

import java.util.List;
import java.util.function.Function;
import org.orderevidence.http.Answer;
import org.orderevidence.http.EntityTags;
import org.orderevidence.http.EntityTags.VersionTag;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;

/**
 * The precondition of a change: which versions of the order it is for.
 *
 * @param tags the header {@code If-Match}
 */
record IfMatch(EntityTags tags) {
    /** The types of the body of a change. */
    static final List<String> MERGE_PATCH = List.of(MediaTypes.MERGE_PATCH, MediaTypes.JSON);

    static IfMatch of(Exchange exchange) {
        return new IfMatch(EntityTags.parse(exchange.headers("If-Match")));
    }

    boolean isMalformed() {
        return tags.isMalformed();
    }

    /** Answers that the header cannot be read. */
    static Answer malformed(Exchange exchange) {
        return exchange.problem(
                Problem.INVALID_PARAMETER,
                "If-Match must be the ETag of an earlier response or a version in double quotes, such as \"7\", or *.");
    }

    /**
     * Checks the stored version.
     *
     * @throws Refused if the header does not name it
     */
    void require(long version) {
        if (!tags.allows(tag -> VersionTag.names(tag, version))) {
            throw new Refused(exchange -> exchange.problem(
                    Problem.PRECONDITION_FAILED,
                    "The order has another version than If-Match names; fetch it again and repeat the change."));
        }
    }

    /**
     * Returns what a change makes of a stored order.
     *
     * @throws Refused if it breaks a rule
     */
    static <T> Read.Good<T> good(Read<T> change) {
        return switch (change) {
            case Read.Bad<T> bad -> throw new Refused(exchange -> exchange.invalid(bad));
            case Read.Good<T> good -> good;
        };
    }

    /** Thrown by an edit that must not be made, with the answer. The service passes it on. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Function<Exchange, Answer> answer;

        Refused(Function<Exchange, Answer> answer) {
            super("the order must not be changed like this", null, false, false);
            this.answer = answer;
        }

        Answer answer(Exchange exchange) {
            return answer.apply(exchange);
        }
    }
}
