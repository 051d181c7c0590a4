package org.orderevidence.console;

import java.util.List;
import org.orderevidence.http.Answer;
import tools.jackson.databind.JsonNode;

/** Result of a call. */
public sealed interface CallResult {
    /**
     * It was done.
     *
     * @param body the JSON of the answer; missing if it has none
     */
    record Done(JsonNode body) implements CallResult {}

    /**
     * It was refused, or failed.
     *
     * @param status HTTP status
     * @param code kind of failure
     * @param detail what is wrong and what to do
     * @param errors what is wrong with single fields
     */
    record Refused(int status, String code, String detail, List<FieldError> errors) implements CallResult {
        public Refused {
            errors = List.copyOf(errors);
        }

        /** Answers with a page that says it. */
        public Answer page(Visit visit) {
            return visit.error(new ErrorPage(status, status == 404 ? "Not found" : "Request refused", detail));
        }
    }

    /**
     * What is wrong with a field.
     *
     * @param pointer JSON pointer
     * @param detail what is expected
     */
    record FieldError(String pointer, String detail) {}
}
