package org.orderevidence.console;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Exchange;

/**
 * Where browsers reach the console. Decides which hosts a request may name, which origins may send forms, and how the
 * session's cookie is protected. Headers that a proxy adds are ignored.
 *
 * @param publicUrl the address of the service for browsers; {@code null} if only loopback addresses are used
 */
record Site(@Nullable URI publicUrl) {
    private static final int LONGEST_TOKEN = 128;
    private static final int LONGEST_ATTEMPT = 2_000;
    private static final int ATTEMPT_SECONDS = 900;

    /** What follows the name of the cookie of the session in that of a sign-in. */
    private static final String ATTEMPT = "-sign-in";

    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

    /** True if cookies are sent over https only. They are, except for a service on loopback. */
    private boolean isSecure() {
        return publicUrl != null
                && !("http".equals(publicUrl.getScheme()) && LOOPBACK.contains(String.valueOf(publicUrl.getHost())));
    }

    /**
     * Returns the name of the cookie with the session's token. Browsers refuse the prefix without Secure, and Secure
     * without https. Cookies are shared by all ports of a host, so the name has the port: signing in to another service on
     * this machine does not end the session.
     */
    private String cookieName(Exchange exchange) {
        String host = exchange.headers("Host").getFirst();
        int colon = host.lastIndexOf(':');
        return isSecure() ? "__Host-oe" : "oe" + (colon > host.lastIndexOf(']') ? host.substring(colon + 1) : "");
    }

    /** Returns the session's token; {@code null} if there is none, or more than one. */
    @Nullable
    String token(Exchange exchange) {
        return cookie(exchange, cookieName(exchange), LONGEST_TOKEN);
    }

    /** Returns what the browser keeps while somebody signs in at the provider; {@code null} if there is nothing. */
    @Nullable
    String attempt(Exchange exchange) {
        return cookie(exchange, cookieName(exchange) + ATTEMPT, LONGEST_ATTEMPT);
    }

    /** Returns the header that sets what the browser keeps during a sign-in. The provider accepts a code only once. */
    String attempt(Exchange exchange, String kept) {
        return cookieName(exchange) + ATTEMPT + '=' + kept + "; Max-Age=" + ATTEMPT_SECONDS
                + "; Path=/; HttpOnly; SameSite=Lax" + (isSecure() ? "; Secure" : "");
    }

    private static @Nullable String cookie(Exchange exchange, String name, int longest) {
        List<String> found = exchange.headers("Cookie").stream()
                .flatMap(header -> Arrays.stream(header.split(";", -1)))
                .map(pair -> pair.split("=", 2))
                .filter(pair -> pair.length == 2 && pair[0].strip().equals(name))
                .map(pair -> pair[1].strip())
                .toList();
        String token = found.size() == 1 ? found.getFirst() : "";
        return token.isEmpty() || token.length() > longest ? null : token;
    }

    /** Returns the header that sets the session's token, or removes it if it is empty. */
    String cookie(Exchange exchange, String token) {
        return cookieName(exchange) + '=' + token + (token.isEmpty() ? "; Max-Age=0" : "")
                + "; Path=/; HttpOnly; SameSite=Lax" + (isSecure() ? "; Secure" : "");
    }

    /** True if the request names this service. Another name may be that of a page that attacks it (DNS rebinding). */
    boolean isHostKnown(Exchange exchange) {
        List<String> hosts = exchange.headers("Host");
        if (hosts.size() != 1) {
            return false;
        }
        String host = hosts.getFirst().toLowerCase(Locale.ROOT);
        return isLoopback(host) || (publicUrl != null && host.equals(publicUrl.getAuthority()));
    }

    /** Returns the address of the service for the visitor of a page: {@code public.url}, or else the host of the request. */
    String address(Exchange exchange) {
        return publicUrl == null
                ? "http://" + exchange.headers("Host").getFirst().toLowerCase(Locale.ROOT)
                : publicUrl.toString();
    }

    /** True if a page of this service sent the request, as the browser states. */
    boolean isSameOrigin(Exchange exchange) {
        List<String> fetchSite = exchange.headers("Sec-Fetch-Site");
        List<String> origin = exchange.headers("Origin");
        boolean isOwnOrigin = origin.size() == 1 && isOwn(origin.getFirst(), exchange);
        if (fetchSite.isEmpty()) {
            return isOwnOrigin;
        }
        return fetchSite.equals(List.of("same-origin")) && (origin.isEmpty() || isOwnOrigin);
    }

    private boolean isOwn(String origin, Exchange exchange) {
        if (publicUrl != null && origin.equals(publicUrl.getScheme() + "://" + publicUrl.getAuthority())) {
            return true;
        }
        String host = exchange.headers("Host").getFirst().toLowerCase(Locale.ROOT);
        return isLoopback(host) && origin.equals("http://" + host);
    }

    private static boolean isLoopback(String host) {
        int port = host.lastIndexOf(':');
        String name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        return LOOPBACK.contains(name);
    }
}
