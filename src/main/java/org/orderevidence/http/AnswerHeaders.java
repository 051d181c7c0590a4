package org.orderevidence.http;

import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/** The headers of every answer, and the ID of a request. */
final class AnswerHeaders {
    private static final String REQUEST_ID = "Request-Id";
    private static final HttpField NO_SNIFFING = new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
    private static final HttpField NO_STORE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "private, no-store");

    private static final char[] BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final int LENGTH = 16;
    private static final int BITS = 5;
    private static final int PER_LONG = 8;

    private AnswerHeaders() {}

    /** Returns a new name of a request, which its answer and the log have: 80 random bits. */
    static String newRequestId() {
        char[] id = new char[LENGTH];
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long bits = 0;
        for (int i = 0; i < LENGTH; i++) {
            if (i % PER_LONG == 0) {
                bits = random.nextLong();
            }
            id[i] = BASE_32[(int) (bits & (BASE_32.length - 1))];
            bits >>>= BITS;
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
