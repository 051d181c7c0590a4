package org.orderevidence.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers what Helidon could not read as a request; everything else is answered by {@link ApiRouting}. Helidon calls
 * some of these its own errors, such as a method that is no token: here they are the client's.
 */
final class UnreadableRequest implements DirectHandler {
    /** What Helidon says of headers that are too long, and of nothing else; it has no type or status for it. */
    private static final String HEADERS_TOO_LONG = "Header size exceeded";

    private static final HeaderName REQUEST_ID = HeaderNames.create("Request-Id");
    private static final HeaderName NO_SNIFFING = HeaderNames.create("X-Content-Type-Options");

    @Override
    public TransportResponse handle(
            TransportRequest request,
            EventType event,
            Status status,
            ServerResponseHeaders headers,
            @Nullable String message) {
        boolean tooLarge = event == EventType.PAYLOAD_TOO_LARGE
                || status.code() == Status.REQUEST_URI_TOO_LONG_414.code()
                || (message != null && message.contains(HEADERS_TOO_LONG));
        Problem problem = tooLarge ? Problem.TOO_LARGE : Problem.INVALID_PARAMETER;
        String detail = tooLarge
                ? "The request line or the headers are too long."
                : "This cannot be read as a request of HTTP/1.1.";
        String requestId = RequestIds.next();
        JsonBuffer body = new JsonBuffer();
        try (JsonWriter json = body.writer()) {
            ProblemWriter.write(json, problem, detail, requestId, List.of());
        }
        AccessLog.unreadable(requestId, problem.status());
        return TransportResponse.builder()
                .status(Status.create(problem.status()))
                .header(HeaderValues.create(HeaderNames.CONTENT_TYPE, Answer.PROBLEM))
                .header(HeaderValues.create(HeaderNames.CACHE_CONTROL, "private, no-store"))
                .header(HeaderValues.create(NO_SNIFFING, "nosniff"))
                .header(HeaderValues.create(REQUEST_ID, requestId))
                .entity(body.body())
                .keepAlive(false)
                .build();
    }
}
