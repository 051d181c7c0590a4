package org.orderevidence.console;

import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Exchange;

/** The cookie with the session's token. */
final class SessionCookie {
    private static final int LONGEST_TOKEN = 128;

    private final boolean isSecure;
    private final String attributes;

    SessionCookie(Site site) {
        this.isSecure = site.isSecure();
        this.attributes = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "");
    }

    /**
     * Browsers refuse the prefix without Secure, and Secure without https. Cookies are shared by all ports of a host, so
     * the name has the port: signing in to another service on this machine does not end the session.
     */
    private String name(Exchange exchange) {
        return isSecure ? "__Host-oe" : "oe" + Site.port(exchange);
    }

    /** Returns the token; {@code null} if there is none, or more than one. */
    @Nullable
    String read(Exchange exchange) {
        String name = name(exchange);
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
    String set(Exchange exchange, String token) {
        return name(exchange) + '=' + token + attributes;
    }

    /** Returns the header that removes it. */
    String remove(Exchange exchange) {
        return name(exchange) + "=; Max-Age=0" + attributes;
    }
}
