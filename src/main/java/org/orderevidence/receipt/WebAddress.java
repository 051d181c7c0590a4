package org.orderevidence.receipt;

import java.net.URI;
import java.net.URISyntaxException;

/** Checks the links of a page again: stored data may be older than the check at the upload. */
final class WebAddress {
    private WebAddress() {}

    /** Returns true if a browser that follows the link opens a web page. */
    static boolean isSafe(String text) {
        if (!text.regionMatches(true, 0, "https://", 0, 8) && !text.regionMatches(true, 0, "http://", 0, 7)) {
            return false;
        }
        try {
            return new URI(text).getRawAuthority() != null;
        } catch (URISyntaxException noAddress) {
            return false;
        }
    }
}
