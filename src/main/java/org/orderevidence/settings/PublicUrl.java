package org.orderevidence.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the address under which browsers reach the service. */
final class PublicUrl {
    /** The default: the address that the service listens on, if it is a loopback address. */
    static final String OF_LISTENER = "http://<host>:<port>";

    private static final int MAX_LENGTH = 200;
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|::1|\\[::1]");
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
