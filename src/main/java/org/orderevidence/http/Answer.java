package org.orderevidence.http;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.JsonWriter.JsonBuffer;

/**
 * The head of an answer whose body is in the {@link JsonBuffer} of the connection.
 *
 * @param contentType of the body; empty if the answer has none
 * @param headers more headers, names and values in turn
 * @param rest replaces the body by its next part, and returns false after the last one; {@code null} if the body is
 * complete
 */
public record Answer(
        int status,
        String contentType,
        List<String> headers,
        @Nullable BooleanSupplier rest) {
    static final String JSON = "application/json";
    static final String TEXT = "text/plain";
    static final String PROBLEM = "application/problem+json";

    public Answer(int status, String contentType, List<String> headers) {
        this(status, contentType, headers, null);
    }

    /** NDJSON that is written while it is sent. */
    public static Answer lines(@Nullable BooleanSupplier rest) {
        return new Answer(200, MediaTypes.NDJSON, List.of(), rest);
    }

    public static Answer json(int status, String... headers) {
        return new Answer(status, JSON, List.of(headers));
    }

    /** JSON that says that strict handling was applied, if it was. */
    public static Answer json(int status, boolean isStrict) {
        return isStrict ? json(status, "Preference-Applied", "handling=strict") : json(status);
    }

    public static Answer text(int status, String... headers) {
        return new Answer(status, TEXT, List.of(headers));
    }

    public static Answer empty(int status, String... headers) {
        return new Answer(status, "", List.of(headers));
    }

    boolean hasBody() {
        return !contentType.isEmpty();
    }
}
