package org.orderevidence.installation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the address under which browsers reach the service. */
final class PublicUrl {
    /** The default: the address that the service listens on, if it is a loopback address. */
    static final String OF_LISTENER = "http://<host>:<port>";

    private static final int MAX_LENGTH = 200;
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|::1|\\[::1]");
    private static final Pattern HOST = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int LARGEST_PORT = 65_535;

    private PublicUrl() {}

    /**
     * Returns the address without a path and without the usual port, as browsers name it; empty for the default.
     *
     * @throws IllegalArgumentException if it breaks a rule; the message is the rule
     */
    static Optional<URI> parse(String text) {
        if (text.equals(OF_LISTENER)) {
            return Optional.empty();
        }
        URI given = uri(text);
        String scheme = given.getScheme() == null ? "" : given.getScheme().toLowerCase(Locale.ROOT);
        String host = given.getHost() == null ? "" : given.getHost().toLowerCase(Locale.ROOT);
        String path = given.getRawPath() == null ? "" : given.getRawPath();
        boolean isUrl = (scheme.equals("https") || scheme.equals("http")) && !host.isEmpty();
        boolean isBare = given.getRawUserInfo() == null
                && given.getRawQuery() == null
                && given.getRawFragment() == null
                && (path.isEmpty() || path.equals("/"));
        if (!isUrl || !isBare || given.getPort() == 0 || given.getPort() > LARGEST_PORT) {
            throw notAnAddress();
        }
        if (scheme.equals("http") && !isLoopback(host)) {
            throw new IllegalArgumentException(
                    "must start with https://; http is accepted only for a loopback address");
        }
        return Optional.of(of(scheme, host, given.getPort()));
    }

    /** Returns the address of a service that listens on a loopback address; empty for other addresses. */
    static Optional<URI> ofListener(String host, int port) {
        if (!isLoopback(host)) {
            return Optional.empty();
        }
        return Optional.of(of("http", host.equals("::1") ? "[::1]" : host, port));
    }

    /**
     * Returns the address of a request whose host is a loopback address (by http) or is among the names (by https); empty
     * for other hosts.
     *
     * @param requestHost the header {@code Host}
     * @param names in lower case
     */
    static Optional<URI> ofRequest(String requestHost, Set<String> names) {
        String host = requestHost.toLowerCase(Locale.ROOT);
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon > host.lastIndexOf(']');
        String name = hasPort ? host.substring(0, colon) : host;
        if (isLoopback(name)) {
            return Optional.of(URI.create("http://" + host));
        }
        return names.contains(name) ? Optional.of(URI.create("https://" + host)) : Optional.empty();
    }

    /**
     * Reads names of hosts, with commas between them. Returns them in lower case.
     *
     * @throws IllegalArgumentException if one is no name of a host; the message is the rule
     */
    static Set<String> hosts(String text) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : text.split(",", -1)) {
            String host = name.strip().toLowerCase(Locale.ROOT);
            if (!host.isEmpty() && !HOST.matcher(host).matches()) {
                throw new IllegalArgumentException(
                        "must be host names such as shop.example.com, without port, separated by commas");
            }
            if (!host.isEmpty()) {
                names.add(host);
            }
        }
        return names;
    }

    private static URI of(String scheme, String host, int port) {
        boolean isUsual = port < 0 || port == (scheme.equals("https") ? HTTPS_PORT : HTTP_PORT);
        return URI.create(scheme + "://" + host + (isUsual ? "" : ":" + port));
    }

    private static URI uri(String text) {
        if (text.length() > MAX_LENGTH) {
            throw notAnAddress();
        }
        try {
            return new URI(text);
        } catch (URISyntaxException notAUri) {
            throw new IllegalArgumentException(notAnAddress().getMessage(), notAUri);
        }
    }

    private static IllegalArgumentException notAnAddress() {
        return new IllegalArgumentException("must be an address without a path, such as https://evidence.example.com");
    }

    private static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }
}
