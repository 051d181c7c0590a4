package org.orderevidence.http;

import java.util.List;
import org.orderevidence.json.JsonWriter.JsonBuffer;

/**
 * The head of an answer whose body is in the {@link JsonBuffer} of the connection.
 *
 * @param status HTTP status
 * @param contentType of the body; empty if the answer has none
 * @param headers more headers, names and values in turn
 */
public record Answer(int status, String contentType, List<String> headers) {
    static final String JSON = "application/json";
    static final String TEXT = "text/plain";
    static final String PROBLEM = "application/problem+json";

    public Answer {
        headers = List.copyOf(headers);
    }

    /** JSON. */
    public static Answer json(int status, String... headers) {
        return new Answer(status, JSON, List.of(headers));
    }

    /** JSON that says that strict handling was applied, if it was. */
    public static Answer json(int status, boolean isStrict) {
        return isStrict ? json(status, "Preference-Applied", "handling=strict") : json(status);
    }

    /** Plain text. */
    public static Answer text(int status, String... headers) {
        return new Answer(status, TEXT, List.of(headers));
    }

    /** An answer without body. */
    public static Answer empty(int status, String... headers) {
        return new Answer(status, "", List.of(headers));
    }

    boolean hasBody() {
        return !contentType.isEmpty();
    }
}
