package org.orderevidence.installation;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.TrustedProxies;

/**
 * All settings of an installation, checked. Built only by {@link #read}; {@link #toString} hides passwords.
 *
 * @param host address to listen on
 * @param port TCP port, 0 to pick a free one
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
 * @param fonts font files for PDFs, in addition to those of the program
 * @param effective every setting as it may be shown, and where it came from, in the order of {@link Setting}
 */
public record Config(
        String host,
        int port,
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
        List<Path> fonts,
        List<Effective> effective) {

    /**
     * A setting in effect.
     *
     * @param setting which
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
}
