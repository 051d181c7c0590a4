package org.orderevidence.installation;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.http.limits.TrustedProxies;
import org.orderevidence.installation.Config.PublicUrl;

/**
 * All settings, one on each line. The environment variable of a setting is its name in upper case, with underscores for
 * dots and dashes. It starts with {@code EVIDENCE_}, even if the name does not.
 */
public enum Setting {
    HOST("host", SettingKind.text(), "127.0.0.1", "address to listen on; 0.0.0.0 for all interfaces"),
    PORT("port", SettingKind.whole(0, 65_535), "8080", "TCP port; 0 selects a free port"),
    PUBLIC_URL(
            "public.url",
            SettingKind.publicUrl(),
            PublicUrl.OF_LISTENER,
            "address of the service for browsers: https, or http on loopback; for links and cookies"),
    PUBLIC_HOSTS(
            "public.hosts",
            SettingKind.hosts(),
            "",
            "host names, separated by commas, that receipt links may have without public.url; by https"),
    PUBLIC_REQUESTS(
            "public.requests-per-minute",
            SettingKind.whole(0, 1_000_000),
            "60",
            "maximum requests for receipt links from an address; 0 for no limit"),
    DATA("data", SettingKind.path(), "data", "data folder: secret, first key and embedded store"),
    STORE(
            "store",
            SettingKind.store(),
            "sqlite:<data>/evidence.db",
            "where orders are stored: sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE"),
    SECRET_FILE("secret-file", SettingKind.path(), "<data>/secret", "file with the keys that encrypt the store"),
    TRUSTED_PROXIES(
            "public.trusted-proxies",
            SettingKind.proxies(),
            "",
            "addresses and networks of your proxies, separated by commas; their X-Forwarded-For is believed"),
    LOG_FORMAT("log.format", SettingKind.choice("text", "json"), "text", "text or json, one line for each event"),
    LOG_LEVEL("log.level", SettingKind.choice("error", "warn", "info", "debug"), "info", "lowest level that is logged"),
    LOG_CLIENTS("log.clients", SettingKind.choice("off", "on"), "off", "whether the access log has clients' addresses"),

    HEADER_BYTES("limits.header-bytes", SettingKind.whole(), "16384", "maximum length of a request's headers"),
    BODY_BYTES("limits.body-bytes", SettingKind.whole(), "5242880", "maximum length of a body that is not NDJSON"),
    LINE_BYTES("limits.line-bytes", SettingKind.whole(), "65536", "maximum length of an order and of a line of NDJSON"),
    JSON_DEPTH("limits.json-depth", SettingKind.whole(), "32", "maximum depth of JSON"),
    REQUEST_TIME(
            "limits.request-time",
            SettingKind.duration(),
            "30s",
            "time to receive a request; for NDJSON, time without data"),
    IDLE_TIME("limits.idle-time", SettingKind.duration(), "60s", "time after which an idle connection is closed"),
    CONNECTIONS("limits.connections", SettingKind.whole(), "10000", "maximum number of open connections"),
    SIGHTING_RETENTION(
            "limits.sighting-retention",
            SettingKind.duration(),
            "730d",
            "maximum age of a sighting when it is recorded"),
    STOP_TIME("limits.stop-time", SettingKind.duration(), "20s", "time that a stop waits for requests in progress"),

    REFUNDED_PRIORS(
            "evidence.priors.refunded",
            SettingKind.choice("exclude", "allow"),
            "exclude",
            "whether an order refunded in full can be evidence"),
    DISPUTED_PRIORS(
            "evidence.priors.disputed",
            SettingKind.choice("any", "fraud"),
            "any",
            "which disputes keep an order from being evidence; profile stripe always uses any"),
    RENEWAL_IP(
            "evidence.renewals.initial-ip",
            SettingKind.choice("priors", "all"),
            "priors",
            "which recurring orders use the IP address of their initial order: only earlier orders, or all"),
    PRIORS_LIMIT(
            "evidence.priors.limit",
            SettingKind.whole(2, 99_998),
            "1000",
            "maximum number of orders of a card that are read"),
    SIGHTINGS_BEFORE(
            "evidence.sightings.before",
            SettingKind.minutes(10_080),
            "24h",
            "how long before an order a sighting can be used"),
    SIGHTINGS_AFTER(
            "evidence.sightings.after",
            SettingKind.minutes(10_080),
            "1h",
            "how long after an order a sighting can be used"),
    SIGHTING_CUSTOMERS(
            "evidence.sightings.customers",
            SettingKind.whole(0, 100),
            "16",
            "maximum number of customers whose sightings are read"),
    INITIAL_ORDERS(
            "evidence.initial-orders.limit",
            SettingKind.whole(0, 100),
            "16",
            "maximum number of initial orders that are read"),
    DISPUTABLE_ORDERS(
            "erasure.disputable-orders",
            SettingKind.choice("keep", "erase"),
            "keep",
            "whether orders of an erased customer stay as long as a dispute of them can be raised"),
    RECEIPT_FONTS(
            "receipt.fonts",
            SettingKind.files(),
            "",
            "font files for characters in PDFs that DejaVu Sans lacks, separated by commas");

    private static final String ENVIRONMENT_PREFIX = "EVIDENCE_";
    private static final Pattern URL_PASSWORD = Pattern.compile("(?<=://)([^/@:]*):.*@");
    private static final Pattern PASSWORD_PARAMETER = Pattern.compile("(?i)((?:password|secret|token)=)[^&;]*");

    private final String key;
    /** Immutable: all kinds are records of immutable values. Error Prone cannot see that through their lists. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final SettingKind kind;

    private final String defaultText;
    private final String meaning;

    Setting(String key, SettingKind kind, String defaultText, String meaning) {
        this.key = key;
        this.kind = kind;
        this.defaultText = defaultText;
        this.meaning = meaning;
    }

    /** Returns the name in files and flags. */
    public String key() {
        return key;
    }

    /** Returns the meaning in a few words. */
    public String meaning() {
        return meaning;
    }

    /** Returns the default value. {@code <data>} stands for the data folder. */
    public String defaultText() {
        return defaultText;
    }

    /** Returns the name of the environment variable. */
    public String environmentName() {
        String name = key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        return name.startsWith(ENVIRONMENT_PREFIX) ? name : ENVIRONMENT_PREFIX + name;
    }

    public SettingKind kind() {
        return kind;
    }

    /** Returns a value that can be shown: passwords are replaced. */
    public static String redacted(String text) {
        String withoutUser = URL_PASSWORD.matcher(text).replaceAll("$1:[redacted]@");
        return PASSWORD_PARAMETER.matcher(withoutUser).replaceAll("$1[redacted]");
    }

    /** The form of a setting's value. */
    public sealed interface SettingKind {
        /**
         * Reads a value.
         *
         * @throws IllegalArgumentException if it breaks the rule; the message is the rule
         */
        Object parse(String text);

        static SettingKind text() {
            return new Text();
        }

        static SettingKind path() {
            return new FilePath();
        }

        static SettingKind files() {
            return new Files();
        }

        static SettingKind store() {
            return new Store();
        }

        static SettingKind publicUrl() {
            return new Address();
        }

        static SettingKind hosts() {
            return new Hosts();
        }

        static SettingKind proxies() {
            return new Proxies();
        }

        static SettingKind whole() {
            return new Whole(0, Integer.MAX_VALUE);
        }

        static SettingKind whole(int least, int most) {
            return new Whole(least, most);
        }

        static SettingKind duration() {
            return new Time();
        }

        static SettingKind minutes(int most) {
            return new WholeMinutes(most);
        }

        static SettingKind choice(String... names) {
            return new Choice(List.of(names));
        }

        /** Any text that is not blank. */
        record Text() implements SettingKind {
            @Override
            public String parse(String text) {
                require(!text.isBlank(), "must not be blank");
                return text;
            }
        }

        /** A file or folder. */
        record FilePath() implements SettingKind {
            @Override
            public Path parse(String text) {
                require(!text.isBlank(), "must name a file or folder");
                try {
                    return Path.of(text);
                } catch (InvalidPathException notAPath) {
                    throw new IllegalArgumentException("must name a file or folder", notAPath);
                }
            }
        }

        /** Files, with commas between them; may be empty. */
        record Files() implements SettingKind {
            @Override
            public List<Path> parse(String text) {
                return text.isBlank()
                        ? List.of()
                        : Arrays.stream(text.split(",", -1))
                                .map(name -> new FilePath().parse(name.strip()))
                                .toList();
            }
        }

        /** The address of the store. */
        record Store() implements SettingKind {
            @Override
            public StoreUrl parse(String text) {
                return StoreUrl.parse(text);
            }
        }

        /** The address of the service for browsers. */
        record Address() implements SettingKind {
            @Override
            public Optional<URI> parse(String text) {
                return PublicUrl.parse(text);
            }
        }

        /** Names of hosts, with commas between them; may be empty. */
        record Hosts() implements SettingKind {
            @Override
            public Set<String> parse(String text) {
                return PublicUrl.hosts(text);
            }
        }

        /** Addresses and networks, with commas between them; may be empty. */
        record Proxies() implements SettingKind {
            @Override
            public TrustedProxies parse(String text) {
                try {
                    return TrustedProxies.parse(text);
                } catch (IllegalArgumentException broken) {
                    throw new IllegalArgumentException(
                            "must be IP addresses or networks such as 10.0.0.0/8, separated by commas", broken);
                }
            }
        }

        /**
         * A whole number.
         *
         * @param least smallest
         * @param most largest
         */
        record Whole(int least, int most) implements SettingKind {
            @Override
            public Integer parse(String text) {
                String rule = "must be a whole number from " + least + " to " + most;
                require(text.matches("\\d{1,10}"), rule);
                long value = Long.parseLong(text);
                require(value >= least && value <= most, rule);
                return (int) value;
            }
        }

        /** A length of time: a whole number and a unit. */
        record Time() implements SettingKind {
            private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

            @Override
            public Duration parse(String text) {
                Matcher form = FORM.matcher(text);
                require(form.matches(), "must be a whole number with ms, s, m, h or d behind it, such as 30s");
                long count = Long.parseLong(form.group(1));
                return switch (form.group(2)) {
                    case "ms" -> Duration.ofMillis(count);
                    case "s" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMinutes(count);
                    case "h" -> Duration.ofHours(count);
                    default -> Duration.ofDays(count);
                };
            }
        }

        /**
         * A length of time in whole minutes.
         *
         * @param most longest, in minutes
         */
        record WholeMinutes(int most) implements SettingKind {
            @Override
            public Duration parse(String text) {
                Duration time = new Time().parse(text);
                boolean whole = time.equals(Duration.ofMinutes(time.toMinutes()));
                require(whole && time.toMinutes() <= most, "must be whole minutes, from 0m to " + most + "m");
                return time;
            }
        }

        /**
         * One of a few names.
         *
         * @param names all of them
         */
        record Choice(List<String> names) implements SettingKind {
            @Override
            public String parse(String text) {
                require(names.contains(text), "must be one of " + String.join(", ", names));
                return text;
            }
        }

        private static void require(boolean holds, String rule) {
            if (!holds) {
                throw new IllegalArgumentException(rule);
            }
        }
    }
}
