package org.orderevidence.receipt;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A logo that a page may show as an image.
 *
 * @param url its address
 * @param origin the only origin that the page loads an image from: {@code https://}, a host of lower-case letters, digits,
 *     hyphens and dots, and a port if it is not 443. It can be written into a content security policy without quotes
 */
public record Logo(String url, String origin) {
    private static final int LONGEST_HOST = 253;
    private static final int LARGEST_PORT = 65_535;
    private static final int HTTPS_PORT = 443;

    private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

    /** The characters of a path and of a query (RFC 3986). A fragment is refused: an image has none. */
    private static final String CHARACTERS = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+";

    /** The last label has a letter first, so the host is no IP address. It has two labels, so it is no local name. */
    private static final Pattern HTTPS = Pattern.compile("(?i:https)://((?i:(?:" + LABEL
            + "\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?))(?::([1-9][0-9]{0,4}))?([/?]" + CHARACTERS + ")?");

    /**
     * Returns the logo with this address; {@code null} if it must not be shown as an image. An address with a user name,
     * an IP address, a local name, or characters outside ASCII is not shown.
     */
    static @Nullable Logo of(@Nullable String url) {
        if (url == null) {
            return null;
        }
        Matcher parts = HTTPS.matcher(url);
        if (!parts.matches()) {
            return null;
        }
        String host = parts.group(1).toLowerCase(Locale.ROOT);
        int port = parts.group(2) == null ? HTTPS_PORT : Integer.parseInt(parts.group(2));
        if (host.length() > LONGEST_HOST || port > LARGEST_PORT) {
            return null;
        }
        return new Logo(url, "https://" + host + (port == HTTPS_PORT ? "" : ":" + port));
    }
}
