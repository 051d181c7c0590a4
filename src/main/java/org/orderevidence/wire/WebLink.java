package org.orderevidence.wire;

/** Checks a link. Cardholders see it, so it must lead to a web page. */
final class WebLink {
    /** Excluded from URLs (RFC 3986, 2), and the ones that break out of markup. */
    private static final String REFUSED = "\"<>\\^`{|}";

    private WebLink() {}

    /**
     * True for {@code http://} or {@code https://} in any case, a host, perhaps a port, and the rest, without blanks,
     * control characters and user names. Letters of any script are allowed, as browsers show them.
     */
    static boolean isOne(String text) {
        int host = start(text);
        if (host < 0 || !hasOnlyAllowed(text)) {
            return false;
        }
        int end = host;
        while (end < text.length() && "/?#".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        String authority = text.substring(host, end);
        int colon =
                authority.startsWith("[") ? authority.indexOf(':', authority.indexOf(']') + 1) : authority.indexOf(':');
        String name = colon < 0 ? authority : authority.substring(0, colon);
        return !name.isEmpty() && authority.indexOf('@') < 0 && (colon < 0 || isPort(authority.substring(colon + 1)));
    }

    private static int start(String text) {
        if (text.regionMatches(true, 0, "https://", 0, 8)) {
            return 8;
        }
        return text.regionMatches(true, 0, "http://", 0, 7) ? 7 : -1;
    }

    private static boolean hasOnlyAllowed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c)
                    || Character.isSpaceChar(c)
                    || Character.isISOControl(c)
                    || REFUSED.indexOf(c) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPort(String text) {
        if (text.isEmpty() || text.length() > 5) {
            return false;
        }
        int port = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            port = port * 10 + (c - '0');
        }
        return port <= 65_535;
    }
}
