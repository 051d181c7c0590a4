package org.orderevidence.installation;

import java.net.InetSocketAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.account.OpenIdSettings;
import org.orderevidence.account.Retention;
import org.orderevidence.http.limits.TrustedProxies;
import org.orderevidence.installation.Config.PublicUrl;

/**
 * All settings, one on each line. The environment variable of a setting is its name in upper case, with underscores for
 * dots and dashes. It starts with {@code EVIDENCE_}, even if the name does not.
 */
public enum Setting {
    HOST("host", SettingKind::text, "127.0.0.1", "address to listen on; 0.0.0.0 for all interfaces"),
    PORT("port", SettingKind.whole(0, 65_535), "8080", "TCP port; 0 selects a free port"),
    MANAGEMENT_ADDRESS(
            "management.address",
            SettingKind::address,
            "127.0.0.1:9464",
            "host and port of GET /metrics, for Prometheus; empty for none"),
    PUBLIC_URL(
            "public.url",
            PublicUrl::parse,
            PublicUrl.OF_LISTENER,
            "address of the service for browsers: https, or http on loopback; for links and cookies"),
    PUBLIC_HOSTS(
            "public.hosts",
            PublicUrl::hosts,
            "",
            "host names, separated by commas, that receipt links may have without public.url; by https"),
    PUBLIC_REQUESTS(
            "public.requests-per-minute",
            SettingKind.whole(0, 1_000_000),
            "60",
            "maximum requests for receipt links from an address; 0 for no limit"),
    DATA("data", SettingKind::path, "data", "data folder: secret, first key and embedded store"),
    STORE(
            "store",
            StoreUrl::parse,
            "sqlite:<data>/evidence.db",
            "where orders are stored: sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE"),
    SECRET_FILE("secret-file", SettingKind::path, "<data>/secret", "file with the keys that encrypt the store"),
    TRUSTED_PROXIES(
            "public.trusted-proxies",
            SettingKind::proxies,
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
            SettingKind::time,
            "30s",
            "time to receive a request; for NDJSON, time without data"),
    IDLE_TIME("limits.idle-time", SettingKind::time, "60s", "time after which an idle connection is closed"),
    CONNECTIONS("limits.connections", SettingKind.whole(), "10000", "maximum number of open connections"),
    UPLOADS("limits.uploads", SettingKind.whole(), "100", "maximum uploads of an account in 10 s; 0 for no limit"),
    REQUESTS(
            "limits.requests",
            SettingKind.whole(),
            "10000",
            "maximum other requests of an account in 10 s; 0 for no limit"),
    STOP_TIME("limits.stop-time", SettingKind::time, "20s", "time that a stop waits for requests in progress"),

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
    PLATFORM_ERASURES(
            "erasure.platform-requests",
            SettingKind.choice("off", "on"),
            "off",
            "whether the service erases a customer by itself when a shop platform asks for it"),
    PRIVATE_ENDPOINTS(
            "notifications.private-addresses",
            SettingKind.choice("off", "on"),
            "off",
            "whether changes are also sent to private addresses, and by http"),
    RETENTION_DAYS(
            "retention.days",
            SettingKind::retention,
            "600",
            "how many days orders and sightings of accounts are stored that do not state it; 0 means no limit"),
    SIGN_IN_ISSUER(
            "sign-in.issuer",
            text -> text.isEmpty() ? Optional.empty() : Optional.of(OpenIdSettings.issuer(text)),
            "",
            "address of the OpenID provider at which people sign in to the console"),
    SIGN_IN_CLIENT("sign-in.client-id", text -> text, "", "ID of this service at the provider"),
    SIGN_IN_SECRET(
            "sign-in.client-secret-file",
            SettingKind::path,
            "<data>/sign-in-secret",
            "file with the secret of this service at the provider"),
    SIGN_IN_ACCOUNT("sign-in.account", SettingKind::text, "default", "account whose live data people see"),
    SIGN_IN_ALLOW(
            "sign-in.allow",
            OpenIdSettings::allowed,
            "",
            "who may do what: @DOMAIN=SCOPE or GROUP=SCOPE, separated by commas, with + between scopes"),
    SIGN_IN_GROUPS("sign-in.groups-claim", SettingKind::text, "groups", "claim in which the provider states groups"),
    RECEIPT_FONTS(
            "receipt.fonts",
            SettingKind::files,
            "",
            "font files for characters in PDFs that DejaVu Sans lacks, separated by commas");

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^\\s:/]+):(\\d{1,5})");
    private static final String ENVIRONMENT_PREFIX = "EVIDENCE_";
    private static final Pattern URL_PASSWORD = Pattern.compile("(?<=://)([^/@:]*):.*@");
    private static final Pattern PASSWORD_PARAMETER = Pattern.compile("(?i)((?:password|secret|token)=)[^&;]*");

    private final String key;
    /** Immutable: all kinds are functions of immutable values. */
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

    public String meaning() {
        return meaning;
    }

    /** Returns the default value. {@code <data>} stands for the data folder. */
    public String defaultText() {
        return defaultText;
    }

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
    @FunctionalInterface
    public interface SettingKind {
        /** Reads a value. */
        Object parse(String text);

        static String text(String text) {
            require(!text.isBlank(), "must not be blank");
            return text;
        }

        /** Returns a host and a port; empty for an empty text. */
        static Optional<InetSocketAddress> address(String text) {
            if (text.isBlank()) {
                return Optional.empty();
            }
            Matcher form = ADDRESS.matcher(text);
            require(form.matches(), "must be a host and a port, such as 127.0.0.1:9464, or empty");
            int port = (int) whole(0, 65_535).parse(form.group(2));
            return Optional.of(InetSocketAddress.createUnresolved(form.group(1), port));
        }

        static Path path(String text) {
            require(!text.isBlank(), "must name a file or folder");
            try {
                return Path.of(text);
            } catch (InvalidPathException notAPath) {
                throw new IllegalArgumentException("must name a file or folder", notAPath);
            }
        }

        /** Returns files with commas between them; none for an empty text. */
        static List<Path> files(String text) {
            return text.isBlank()
                    ? List.of()
                    : Arrays.stream(text.split(",", -1))
                            .map(name -> path(name.strip()))
                            .toList();
        }

        static TrustedProxies proxies(String text) {
            try {
                return TrustedProxies.parse(text);
            } catch (IllegalArgumentException broken) {
                throw new IllegalArgumentException(
                        "must be IP addresses or networks such as 10.0.0.0/8, separated by commas", broken);
            }
        }

        /** An {@link Integer} that is not negative. */
        static SettingKind whole() {
            return whole(0, Integer.MAX_VALUE);
        }

        /** An {@link Integer} within bounds. */
        static SettingKind whole(int least, int most) {
            return text -> {
                String rule = "must be a whole number from " + least + " to " + most;
                require(text.matches("\\d{1,10}"), rule);
                long value = Long.parseLong(text);
                require(value >= least && value <= most, rule);
                return (int) value;
            };
        }

        /** Returns days that {@link Retention} allows. */
        static int retention(String text) {
            int days = (int) whole(0, Retention.MOST_DAYS).parse(text);
            require(Retention.isAllowed(days), "must be 0, or at least " + Retention.LEAST_DAYS);
            return days;
        }

        /** Returns a length of time: a whole number and a unit. */
        static Duration time(String text) {
            Matcher form = TIME.matcher(text);
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

        /** A {@link Duration} in whole minutes, with the longest. */
        static SettingKind minutes(int most) {
            return text -> {
                Duration time = time(text);
                boolean whole = time.equals(Duration.ofMinutes(time.toMinutes()));
                require(whole && time.toMinutes() <= most, "must be whole minutes, from 0m to " + most + "m");
                return time;
            };
        }

        static SettingKind choice(String... names) {
            return text -> {
                require(List.of(names).contains(text), "must be one of " + String.join(", ", names));
                return text;
            };
        }

        private static void require(boolean holds, String rule) {
            if (!holds) {
                throw new IllegalArgumentException(rule);
            }
        }
    }
}
