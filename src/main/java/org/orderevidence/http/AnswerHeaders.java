package org.orderevidence.http;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/** The headers of every answer. */
final class AnswerHeaders {
    private static final String REQUEST_ID = "Request-Id";
    private static final HttpField NO_SNIFFING = new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
    private static final HttpField NO_STORE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "private, no-store");

    private AnswerHeaders() {}

    /**
     * Adds the headers: clients must not guess the type, caches must not store the answer, and the log has the request
     * ID.
     */
    static void addAlways(HttpFields.Mutable headers, String requestId) {
        headers.add(NO_SNIFFING).add(NO_STORE).add(REQUEST_ID, requestId);
    }
}
