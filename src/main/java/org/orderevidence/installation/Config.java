package org.orderevidence.installation;

import java.io.IOException;
import java.io.LineNumberReader;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.OpenIdSettings;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.RuleSettings.DisputedPriors;
import org.orderevidence.evidence.RuleSettings.RefundedPriors;
import org.orderevidence.evidence.RuleSettings.RenewalIp;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.TrustedProxies;
import org.orderevidence.installation.Setting.SettingKind;
import org.orderevidence.json.DidYouMean;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.process.FileError;

/**
 * All settings of an installation, checked. Built only by {@link #read}; {@link #toString} hides passwords. {@link Setting}
 * says what each of them means.
 *
 * @param management where the metrics are served, unresolved; empty for nowhere
 * @param publicUrl address of the service for browsers, without a path; empty if it is not set
 * @param publicHosts names that links may have if the address is not set, in lower case
 * @param data folder of everything that is kept; may not exist yet
 * @param secretFile file of the installation's secret; may not exist yet
 * @param keepsDisputable whether the erasure of a customer keeps orders as long as a dispute of them can be raised
 * @param erasesForPlatforms whether it erases customers by itself when a shop platform asks for it
 * @param notifiesPrivate whether changes are also sent to private addresses, and by http
 * @param signIn where people sign in to the console; empty if keys alone sign in
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
        boolean notifiesPrivate,
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

    public sealed interface Reading {}

    /** All is well. */
    public record Accepted(Config config) implements Reading {}

    /**
     * Something is wrong.
     *
     * @param faults all of it, one line each, naming setting, source and rule
     * @param jsonLogs true if the log format is set to JSON
     */
    public record Refused(List<String> faults, boolean jsonLogs) implements Reading {}

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

        /** Reads names of hosts, with commas between them. Returns them in lower case. */
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

    /** Reads the settings from all their sources and collects every fault. Used once. */
    static final class ConfigReader {
        private static final String PREFIX = "EVIDENCE_";

        /** Variables of this program that are not settings of the service. */
        private static final Set<String> NOT_SETTINGS =
                Set.of("EVIDENCE_URL", "EVIDENCE_API_KEY", "EVIDENCE_JAVA_OPTS", "EVIDENCE_CONFIG");

        /** Variables that Kubernetes sets in every container if a service has the name "evidence". */
        private static final Pattern SERVICE_LINK =
                Pattern.compile("EVIDENCE_(SERVICE_(HOST|PORT)|PORT_\\d+_(TCP|UDP)).*");

        private static final String LIMITS = "limits.";

        private final List<String> faults = new ArrayList<>();
        private final Map<Setting, Given> given = new EnumMap<>(Setting.class);
        private final Map<Setting, Object> values = new EnumMap<>(Setting.class);

        private record Given(String text, String source) {}

        Config.Reading read(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
            for (Setting setting : Setting.values()) {
                given.put(setting, new Given(setting.defaultText(), "default"));
            }
            if (file != null) {
                readFile(file);
            }
            readEnvironment(environment);
            flags.forEach((key, text) -> give(key, text, "flag"));

            parse(Setting.DATA);
            String data = values.get(Setting.DATA) instanceof Path path ? path.toString() : Setting.DATA.defaultText();
            given.replaceAll((setting, g) -> g.text().equals(setting.defaultText())
                    ? new Given(g.text().replace("<data>", data), g.source())
                    : g);
            for (Setting setting : Setting.values()) {
                parse(setting);
            }
            requireSignIn();
            Limits limits = limits();
            return faults.isEmpty() ? new Config.Accepted(config(limits)) : new Config.Refused(faults, jsonLogs());
        }

        private void readFile(Path file) {
            for (PropertiesFile.Assignment entry : PropertiesFile.read(file, faults)) {
                give(entry.key(), entry.value(), "file " + file + " line " + entry.line());
            }
        }

        private void readEnvironment(Map<String, String> environment) {
            Map<String, String> keysByName = new TreeMap<>();
            for (Setting setting : Setting.values()) {
                keysByName.put(setting.environmentName(), setting.key());
            }
            for (Map.Entry<String, String> variable : new TreeMap<>(environment).entrySet()) {
                String name = variable.getKey();
                if (!name.startsWith(PREFIX)
                        || NOT_SETTINGS.contains(name)
                        || SERVICE_LINK.matcher(name).matches()) {
                    continue;
                }
                String key = keysByName.get(name);
                if (key == null) {
                    faults.add(
                            "environment " + name + ": no such setting" + DidYouMean.among(keysByName.keySet(), name));
                } else {
                    give(key, variable.getValue(), "environment " + name);
                }
            }
        }

        private void give(String key, String text, String source) {
            for (Setting setting : Setting.values()) {
                if (setting.key().equals(key)) {
                    given.put(setting, new Given(text, source));
                    return;
                }
            }
            List<String> keys =
                    Arrays.stream(Setting.values()).map(Setting::key).toList();
            faults.add(source + ": no such setting: " + key + DidYouMean.among(keys, key));
        }

        private void parse(Setting setting) {
            if (values.containsKey(setting)) {
                return;
            }
            Given chosen = chosen(setting);
            try {
                values.put(setting, setting.kind().parse(chosen.text()));
            } catch (IllegalArgumentException broken) {
                refuse(setting, String.valueOf(broken.getMessage()));
                values.put(setting, setting.kind().parse(setting.defaultText()));
            }
        }

        private void refuse(Setting setting, String rule) {
            Given chosen = chosen(setting);
            faults.add(setting.key() + " (" + chosen.source() + ") " + rule + ", not \""
                    + Setting.redacted(chosen.text()) + "\"");
        }

        /**
         * The limits. {@link Limits} checks its own rules and reports one fault at a time, which starts with the name of
         * the limit. That limit is reset to its default, and the others are checked again.
         */
        private Limits limits() {
            while (true) {
                try {
                    return new Limits(
                            whole(Setting.HEADER_BYTES),
                            whole(Setting.BODY_BYTES),
                            whole(Setting.LINE_BYTES),
                            whole(Setting.JSON_DEPTH),
                            time(Setting.REQUEST_TIME),
                            time(Setting.IDLE_TIME),
                            whole(Setting.CONNECTIONS),
                            whole(Setting.UPLOADS),
                            whole(Setting.REQUESTS),
                            time(Setting.STOP_TIME));
                } catch (IllegalArgumentException broken) {
                    putBack(String.valueOf(broken.getMessage()));
                }
            }
        }

        private void putBack(String rule) {
            int nameEnds = rule.indexOf(' ');
            String key = LIMITS + (nameEnds < 0 ? rule : rule.substring(0, nameEnds));
            for (Setting setting : Setting.values()) {
                Object byDefault = setting.kind().parse(setting.defaultText());
                if (setting.key().equals(key) && !byDefault.equals(values.get(setting))) {
                    refuse(setting, "breaks the rule that " + rule);
                    values.put(setting, byDefault);
                    return;
                }
            }
            throw new IllegalStateException("a limit refuses its own default: " + rule);
        }

        private Config config(Limits limits) {
            List<Config.Effective> effective = Arrays.stream(Setting.values())
                    .map(s -> new Config.Effective(
                            s, Setting.redacted(chosen(s).text()), chosen(s).source()))
                    .toList();
            return new Config(
                    text(Setting.HOST),
                    whole(Setting.PORT),
                    SettingKind.address(chosen(Setting.MANAGEMENT_ADDRESS).text()),
                    value(Setting.PUBLIC_URL) instanceof Optional<?> given
                            ? given.map(URI.class::cast)
                            : Optional.empty(),
                    PublicUrl.hosts(chosen(Setting.PUBLIC_HOSTS).text()),
                    whole(Setting.PUBLIC_REQUESTS),
                    (TrustedProxies) value(Setting.TRUSTED_PROXIES),
                    (Path) value(Setting.DATA),
                    (StoreUrl) value(Setting.STORE),
                    (Path) value(Setting.SECRET_FILE),
                    jsonLogs(),
                    text(Setting.LOG_LEVEL),
                    text(Setting.LOG_CLIENTS).equals("on"),
                    limits,
                    new RuleSettings(
                            text(Setting.REFUNDED_PRIORS).equals("allow")
                                    ? RefundedPriors.ALLOW
                                    : RefundedPriors.EXCLUDE,
                            text(Setting.DISPUTED_PRIORS).equals("fraud") ? DisputedPriors.FRAUD : DisputedPriors.ANY,
                            text(Setting.RENEWAL_IP).equals("all") ? RenewalIp.ALL : RenewalIp.PRIORS,
                            Math.toIntExact(time(Setting.SIGHTINGS_BEFORE).toMinutes()),
                            Math.toIntExact(time(Setting.SIGHTINGS_AFTER).toMinutes()),
                            whole(Setting.PRIORS_LIMIT),
                            whole(Setting.SIGHTING_CUSTOMERS),
                            whole(Setting.INITIAL_ORDERS)),
                    text(Setting.DISPUTABLE_ORDERS).equals("keep"),
                    text(Setting.PLATFORM_ERASURES).equals("on"),
                    text(Setting.PRIVATE_ENDPOINTS).equals("on"),
                    whole(Setting.RETENTION_DAYS),
                    signIn(),
                    ((List<?>) value(Setting.RECEIPT_FONTS))
                            .stream().map(Path.class::cast).toList(),
                    effective);
        }

        /** Returns where people sign in; empty if keys alone sign in. */
        private Optional<OpenIdSettings> signIn() {
            return ((Optional<?>) value(Setting.SIGN_IN_ISSUER))
                    .map(issuer -> new OpenIdSettings(
                            (URI) issuer,
                            text(Setting.SIGN_IN_CLIENT),
                            (Path) value(Setting.SIGN_IN_SECRET),
                            new AccountSpace(text(Setting.SIGN_IN_ACCOUNT), AccountSpace.Mode.LIVE),
                            OpenIdSettings.allowed(chosen(Setting.SIGN_IN_ALLOW).text()),
                            text(Setting.SIGN_IN_GROUPS)));
        }

        /** Refuses a provider at which nobody could sign in. */
        private void requireSignIn() {
            if (((Optional<?>) value(Setting.SIGN_IN_ISSUER)).isPresent()) {
                for (Setting needed : List.of(Setting.SIGN_IN_CLIENT, Setting.SIGN_IN_ALLOW)) {
                    if (chosen(needed).text().isBlank()) {
                        refuse(needed, "must be set, because sign-in.issuer is");
                    }
                }
                if (!AccountSpace.isAccountId(text(Setting.SIGN_IN_ACCOUNT))) {
                    refuse(Setting.SIGN_IN_ACCOUNT, "must be the ID of an account");
                }
            }
        }

        private boolean jsonLogs() {
            return text(Setting.LOG_FORMAT).equals("json");
        }

        private Given chosen(Setting setting) {
            return Objects.requireNonNull(given.get(setting));
        }

        private Object value(Setting setting) {
            return Objects.requireNonNull(values.get(setting));
        }

        private String text(Setting setting) {
            return (String) value(setting);
        }

        private int whole(Setting setting) {
            return (Integer) value(setting);
        }

        private Duration time(Setting setting) {
            return (Duration) value(setting);
        }

        /** Reads a file in the syntax of Java properties, UTF-8, and the line of each entry. */
        private static final class PropertiesFile {
            private static final long MAX_BYTES = 1024 * 1024;

            private PropertiesFile() {}

            /**
             * An entry.
             *
             * @param key its name
             * @param value its text, trailing blanks removed
             * @param line where it ends, from 1
             */
            record Assignment(String key, String value, int line) {}

            /**
             * Reads the entries in the order of the file.
             *
             * @param faults receives why the file cannot be read, and each key that is set twice
             */
            static List<Assignment> read(Path file, List<String> faults) {
                String source = "file " + file;
                List<Assignment> entries = new ArrayList<>();
                try {
                    if (Files.isRegularFile(file) && Files.size(file) > MAX_BYTES) {
                        faults.add(source + ": longer than " + MAX_BYTES + " bytes");
                    } else {
                        entries.addAll(parse(Files.readString(file)));
                    }
                } catch (NoSuchFileException missing) {
                    faults.add(source + ": no such file");
                } catch (CharacterCodingException notUtf8) {
                    faults.add(source + ": not UTF-8");
                } catch (IOException unreadable) {
                    faults.add(source + ": cannot be read: " + FileError.cause(unreadable));
                } catch (IllegalArgumentException malformed) {
                    faults.add(source + ": cannot be read: " + malformed.getMessage());
                }
                Map<String, Integer> lines = new HashMap<>();
                for (Assignment entry : entries) {
                    Integer earlier = lines.putIfAbsent(entry.key(), entry.line());
                    if (earlier != null) {
                        faults.add(source + " line " + entry.line() + ": " + entry.key() + " is set in line " + earlier
                                + " already");
                    }
                }
                return entries;
            }

            @SuppressWarnings("serial") // Never written: it only receives the entries.
            private static List<Assignment> parse(String text) throws IOException {
                List<Assignment> entries = new ArrayList<>();
                // The last line needs an end to be counted.
                Lines lines = new Lines(text + '\n');
                new Properties() {
                    @Override
                    public synchronized Object put(Object key, Object value) {
                        entries.add(new Assignment((String) key, ((String) value).stripTrailing(), lines.ended));
                        return value;
                    }
                }.load(lines);
                return entries;
            }

            /**
             * Counts lines. {@link Properties} completes an entry after it has asked for the character behind it. Characters are
             * given one at a time, so that the number of lines before this character is the line of the entry.
             */
            private static final class Lines extends LineNumberReader {
                private int ended;

                Lines(String text) {
                    super(new StringReader(text));
                }

                @Override
                public int read(char[] target, int offset, int length) throws IOException {
                    ended = getLineNumber();
                    return super.read(target, offset, 1);
                }
            }
        }
    }
}
