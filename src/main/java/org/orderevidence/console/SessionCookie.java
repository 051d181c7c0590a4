package org.orderevidence.console;

import org.jspecify.annotations.Nullable;
import org.orderevidence.http.server.Exchange;

/** The cookie with the session's token. */
final class SessionCookie {
    private static final int LONGEST_TOKEN = 128;

    private final String name;
    private final String attributes;

    SessionCookie(Site site) {
        // A browser refuses the prefix without Secure, and Secure without https.
        this.name = site.isSecure() ? "__Host-oe" : "oe";
        this.attributes = "; Path=/; HttpOnly; SameSite=Lax" + (site.isSecure() ? "; Secure" : "");
    }

    /** Returns the token; {@code null} if there is none, or more than one. */
    @Nullable
    String read(Exchange exchange) {
        String found = null;
        for (String header : exchange.headers("Cookie")) {
            for (String pair : header.split(";", -1)) {
                int equal = pair.indexOf('=');
                if (equal >= 0 && pair.substring(0, equal).strip().equals(name)) {
                    if (found != null) {
                        return null;
                    }
                    found = pair.substring(equal + 1).strip();
                }
            }
        }
        return found == null || found.isEmpty() || found.length() > LONGEST_TOKEN ? null : found;
    }

    /** Returns the header that sets it. */
    String set(String token) {
        return name + '=' + token + attributes;
    }

    /** Returns the header that removes it. */
    String remove() {
        return name + "=; Max-Age=0" + attributes;
    }
}
