package org.orderevidence.installation;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.OpenIdSettings;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.TrustedProxies;

/**
 * All settings of an installation, checked. Built only by {@link #read}; {@link #toString} hides passwords.
 *
 * @param host address to listen on
 * @param port TCP port, 0 to pick a free one
 * @param management where the metrics are served, unresolved; empty for nowhere
 * @param publicUrl address of the service for browsers, without a path; empty if it is not set
 * @param publicHosts names that links may have if the address is not set, in lower case
 * @param publicRequests most requests for receipt links from an address in a minute; 0 for no limit
 * @param trustedProxies whose word about their clients is believed
 * @param data folder of everything that is kept; may not exist yet
 * @param store where orders are kept
 * @param secretFile file of the installation's secret; may not exist yet
 * @param jsonLogs true for JSON, false for text
 * @param logLevel {@code error}, {@code warn}, {@code info} or {@code debug}
 * @param logsClients whether the access log has the addresses of clients
 * @param limits of the HTTP interface
 * @param rule of compelling evidence
 * @param keepsDisputable whether the erasure of a customer keeps orders as long as a dispute of them can be raised
 * @param erasesForPlatforms whether it erases customers by itself when a shop platform asks for it
 * @param retentionDays how many days orders and sightings are stored; 0 for ever
 * @param signIn where people sign in to the console; empty if keys alone sign in
 * @param fonts font files for PDFs, in addition to those of the program
 * @param effective every setting as it may be shown, and where it came from, in the order of {@link Setting}
 */
public record Config(
        String host,
        int port,
        Optional<InetSocketAddress> management,
        Optional<URI> publicUrl,
        Set<String> publicHosts,
        int publicRequests,
        TrustedProxies trustedProxies,
        Path data,
        StoreUrl store,
        Path secretFile,
        boolean jsonLogs,
        String logLevel,
        boolean logsClients,
        Limits limits,
        RuleSettings rule,
        boolean keepsDisputable,
        boolean erasesForPlatforms,
        int retentionDays,
        Optional<OpenIdSettings> signIn,
        List<Path> fonts,
        List<Effective> effective) {

    /**
     * A setting in effect.
     *
     * @param shown its value, passwords replaced
     * @param source where it came from, such as {@code default} or {@code environment EVIDENCE_PORT}
     */
    public record Effective(Setting setting, String shown, String source) {}

    /** The result of reading the settings. */
    public sealed interface Reading {}

    /**
     * All is well.
     *
     * @param config the settings
     */
    public record Accepted(Config config) implements Reading {}

    /**
     * Something is wrong.
     *
     * @param faults all of it, one line each, naming setting, source and rule
     * @param jsonLogs true if the log format is set to JSON
     */
    public record Refused(List<String> faults, boolean jsonLogs) implements Reading {
        public Refused {
            faults = List.copyOf(faults);
        }
    }

    public Config {
        fonts = List.copyOf(fonts);
        effective = List.copyOf(effective);
    }

    /**
     * Reads the settings: defaults, then the file, then the environment, then the flags, the later ones winning.
     *
     * @param file a file in the syntax of Java properties, UTF-8; null for none
     * @param environment all variables; those that do not start with {@code EVIDENCE_} are passed over
     * @param flags values by {@link Setting#key}
     */
    public static Reading read(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        return new ConfigReader().read(file, environment, flags);
    }

    /**
     * Returns the address of the service for browsers. If it is not set, a service on a loopback address has the
     * address that it listens on, and others have none.
     *
     * @param listening port that the service listens on
     */
    public Optional<URI> publicUrl(int listening) {
        return publicUrl.or(() -> PublicUrl.ofListener(host, listening));
    }

    /**
     * Returns the address for a link that a request asks for. If the address is not set, it is that of the request, if
     * its host is allowed or is a loopback address; otherwise, it is empty.
     *
     * @param requestHost the header {@code Host}
     */
    public Optional<URI> linkUrl(String requestHost) {
        return publicUrl.or(() -> PublicUrl.ofRequest(requestHost, publicHosts));
    }

    /** One line with every setting, for the log. */
    @Override
    public String toString() {
        return effective.stream()
                .map(e -> e.setting().key() + '=' + e.shown() + " (" + e.source() + ')')
                .collect(Collectors.joining(", "));
    }

    /** Reads the address under which browsers reach the service. */
    static final class PublicUrl {
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
            return new IllegalArgumentException(
                    "must be an address without a path, such as https://evidence.example.com");
        }

        private static boolean isLoopback(String host) {
            return LOOPBACK.matcher(host).matches();
        }
    }
}
