package org.orderevidence.http;

import java.util.Set;

/** The names of HTTP methods. Clients can send any name. */
final class HttpMethods {
    private static final Set<String> KNOWN =
            Set.of("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    private HttpMethods() {}

    /** The method, or {@code OTHER} for one that no standard names: what is written to a log is ours. */
    static String known(String method) {
        return KNOWN.contains(method) ? method : "OTHER";
    }
}
