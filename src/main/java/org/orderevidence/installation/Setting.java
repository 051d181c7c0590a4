package org.orderevidence.installation;

import java.util.Locale;
import java.util.regex.Pattern;

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
}
