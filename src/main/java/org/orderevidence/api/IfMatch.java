package org.orderevidence.api;

import java.util.List;
import org.orderevidence.http.Answer;
import org.orderevidence.http.EntityTags;
import org.orderevidence.http.EntityTags.VersionTag;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.wire.Problem;

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
        return tags instanceof EntityTags.Malformed;
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
     * @throws NotCurrent if the header does not name it
     */
    void require(long version) {
        if (!tags.allows(tag -> VersionTag.names(tag, version))) {
            throw new NotCurrent();
        }
    }

    /** Answers that the stored version is another one. */
    static Answer notCurrent(Exchange exchange) {
        return exchange.problem(
                Problem.PRECONDITION_FAILED,
                "The order has another version than If-Match names; fetch it again and repeat the change.");
    }

    /** Thrown by an edit if the stored version is not the one in {@code If-Match}. The service passes it on. */
    static final class NotCurrent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotCurrent() {
            super("the stored version is not the one in If-Match", null, false, false);
        }
    }
}
