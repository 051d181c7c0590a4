package org.orderevidence.receipt.render;

import java.util.ArrayList;
import java.util.List;

/**
 * The headers of pages and PDFs about orders, outside the console. Other sites cannot embed them, open them in a window
 * that they control, or learn their address; search engines do not list them.
 */
public final class PageHeaders {
    /** The content security policy of a document that is no page: no site may embed it. */
    public static final String NOT_FRAMED = "frame-ancestors 'none'";

    private PageHeaders() {}

    /**
     * Returns the headers.
     *
     * @param policy the value of {@code Content-Security-Policy}
     * @param more names and values of further headers, in turn
     */
    public static List<String> of(String policy, String... more) {
        List<String> headers = new ArrayList<>(List.of(
                "Content-Security-Policy",
                policy,
                "Referrer-Policy",
                "no-referrer",
                "X-Robots-Tag",
                "noindex, nofollow",
                "Cross-Origin-Opener-Policy",
                "same-origin",
                "Cross-Origin-Resource-Policy",
                "same-origin"));
        headers.addAll(List.of(more));
        return headers;
    }
}
