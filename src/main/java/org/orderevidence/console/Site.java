package org.orderevidence.console;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Exchange;

/**
 * Where browsers reach the console. Decides which hosts a request may name, which origins may send forms, and how the
 * session's cookie is protected. Headers that a proxy adds are ignored.
 */
public final class Site {
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

    private final @Nullable URI publicUrl;

    /**
     * @param publicUrl the address of the service for browsers; {@code null} if only loopback addresses are used
     */
    public Site(@Nullable URI publicUrl) {
        this.publicUrl = publicUrl;
    }

    /** True if cookies are sent over https only. They are, except for a service on loopback. */
    boolean isSecure() {
        return publicUrl != null
                && !("http".equals(publicUrl.getScheme()) && LOOPBACK.contains(String.valueOf(publicUrl.getHost())));
    }

    /** Returns the port that the request names, as a browser writes it; empty for the usual one. */
    static String port(Exchange exchange) {
        List<String> hosts = exchange.headers("Host");
        String host = hosts.isEmpty() ? "" : hosts.getFirst();
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(colon + 1) : "";
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
