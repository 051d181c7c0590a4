package org.orderevidence.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Everything an operator may set: one line a setting. A name becomes an environment variable in upper case with dots
 * and dashes as underscores, behind {@code EVIDENCE_} where the name does not begin with it.
 */
public enum Setting {
    HOST("host", SettingKind.text(), "127.0.0.1", "address to listen on; 0.0.0.0 for all of them, as in a container"),
    PORT("port", SettingKind.whole(0, 65_535), "8080", "TCP port, 0 selects a free port"),
    DATA("data", SettingKind.path(), "data", "folder of everything that is kept"),
    STORE(
            "store",
            SettingKind.store(),
            "sqlite:<data>/evidence.db",
            "where orders are kept: sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE"),
    SECRET_FILE("secret-file", SettingKind.path(), "<data>/secret", "file of the installation's secret"),
    LOG_FORMAT("log.format", SettingKind.choice("text", "json"), "text", "one line of text or JSON an event"),
    LOG_LEVEL("log.level", SettingKind.choice("error", "warn", "info", "debug"), "info", "least level that is logged"),

    HEADER_BYTES("limits.header-bytes", SettingKind.whole(), "16384", "longest header section of a request"),
    BODY_BYTES("limits.body-bytes", SettingKind.whole(), "5242880", "longest body that is not NDJSON"),
    LINE_BYTES("limits.line-bytes", SettingKind.whole(), "65536", "longest line of NDJSON, and longest order"),
    JSON_DEPTH("limits.json-depth", SettingKind.whole(), "32", "deepest nesting of JSON"),
    REQUEST_TIME("limits.request-time", SettingKind.duration(), "30s", "to read a request; for NDJSON, of silence"),
    IDLE_TIME("limits.idle-time", SettingKind.duration(), "60s", "how long a connection may be idle"),
    CONNECTIONS("limits.connections", SettingKind.whole(), "10000", "most connections at a time"),
    SIGHTING_RETENTION("limits.sighting-retention", SettingKind.duration(), "730d", "oldest sighting that is recorded"),
    STOP_TIME("limits.stop-time", SettingKind.duration(), "20s", "how long a stop waits for requests under way"),

    REFUNDED_PRIORS(
            "evidence.priors.refunded",
            SettingKind.choice("exclude", "allow"),
            "exclude",
            "whether an order refunded in full may be evidence"),
    PRIORS_LIMIT("evidence.priors.limit", SettingKind.whole(2, 99_998), "1000", "most orders of a card that are read"),
    SIGHTINGS_BEFORE("evidence.sightings.before", SettingKind.minutes(10_080), "24h", "sighting before the order"),
    SIGHTINGS_AFTER("evidence.sightings.after", SettingKind.minutes(10_080), "1h", "sighting after the order"),
    SIGHTING_CUSTOMERS(
            "evidence.sightings.customers", SettingKind.whole(0, 100), "16", "most customers whose sightings are read"),
    INITIAL_ORDERS(
            "evidence.initial-orders.limit", SettingKind.whole(0, 100), "16", "most initial orders that are read");

    private static final String ENVIRONMENT_PREFIX = "EVIDENCE_";
    private static final Pattern URL_PASSWORD = Pattern.compile("(?<=://)([^/@:]*):.*@");
    private static final Pattern PASSWORD_PARAMETER = Pattern.compile("(?i)((?:password|secret|token)=)[^&;]*");

    private final String key;
    /** Immutable, as all its records are; the checker cannot see that through the lists in them. */
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

    /** Its name in files and flags. */
    public String key() {
        return key;
    }

    /** What it is, in a few words. */
    public String meaning() {
        return meaning;
    }

    /** What it is when nothing is set; {@code <data>} stands for the data folder. */
    public String defaultText() {
        return defaultText;
    }

    /** Its environment variable. */
    public String environmentName() {
        String name = key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        return name.startsWith(ENVIRONMENT_PREFIX) ? name : ENVIRONMENT_PREFIX + name;
    }

    public SettingKind kind() {
        return kind;
    }

    /** A value as it may be shown: passwords replaced. */
    public static String redacted(String text) {
        String withoutUser = URL_PASSWORD.matcher(text).replaceAll("$1:[redacted]@");
        return PASSWORD_PARAMETER.matcher(withoutUser).replaceAll("$1[redacted]");
    }
}
