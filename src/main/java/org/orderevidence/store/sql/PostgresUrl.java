package org.orderevidence.store.sql;

import static org.orderevidence.store.RecordStore.require;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a PostgreSQL store: {@code postgresql://USER[:PASSWORD]@HOST[:PORT][,HOST[:PORT]…]/DATABASE[?…]}.
 * Characters with a meaning in an address are percent-encoded in user, password and database. Of several hosts the one
 * that can write is taken. {@link #toString} hides the password.
 *
 * @param sslMode see {@link #SSL_MODES}; null for the driver's own, which encrypts where the server offers it
 * @param connections most connections of an instance; null for what suits the machine
 * @param allowedWeak settings of the server, of {@link #DURABILITY}, that may be weaker than "on"
 */
public record PostgresUrl(
        String user,
        @Nullable String password,
        String hosts,
        String database,
        @Nullable String sslMode,
        @Nullable String sslRootCertificate,
        @Nullable Integer connections,
        Set<String> allowedWeak) {
    public static final String SCHEME = "postgresql://";

    /** The form of an address, for messages. */
    public static final String FORM = SCHEME + "USER@HOST/DATABASE";

    /** The settings of a server that decide whether what it acknowledges is on stable storage. */
    static final List<String> DURABILITY = List.of("synchronous_commit", "fsync", "full_page_writes");

    private static final List<String> SSL_MODES = List.of("disable", "prefer", "require", "verify-ca", "verify-full");
    private static final List<String> PARAMETERS = List.of("sslmode", "sslrootcert", "connections", "allow-weak");

    private static final Pattern ADDRESS = Pattern.compile(
            "postgresql://([^:@/?#\\s]+)(?::([^:@/?#\\s]*))?@([^@/?#\\s]+)/([^@/?#\\s]+)(?:\\?([^?#\\s]*))?");
    private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::(\\d{1,5}))?");
    private static final String DEFAULT_PORT = "5432";
    private static final int MAX_PORT = 65_535;
    /** Two that write and one that reads. */
    private static final int MIN_CONNECTIONS = 3;

    private static final int MAX_CONNECTIONS = 256;

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it breaks a rule; the message is the rule, without the address
     */
    public static PostgresUrl parse(String text) {
        Matcher address = ADDRESS.matcher(text);
        require(
                address.matches(),
                "must be " + FORM + ", with what has a meaning in an address percent-encoded (@ as %40, / as %2F)");
        Map<String, String> parameters = parameters(address.group(5));
        String sslMode = parameters.get("sslmode");
        require(
                sslMode == null || SSL_MODES.contains(sslMode),
                "has an sslmode that is none of " + String.join(", ", SSL_MODES));
        String password = address.group(2);
        return new PostgresUrl(
                decoded(address.group(1)),
                password == null || password.isEmpty() ? null : decoded(password),
                hosts(address.group(3)),
                decoded(address.group(4)),
                sslMode,
                parameters.get("sslrootcert"),
                connections(parameters.get("connections")),
                allowedWeak(parameters.get("allow-weak")));
    }

    /** The driver's form of the address; without user, password and parameters. */
    String jdbc() {
        return "jdbc:postgresql://" + hosts + "/" + URLEncoder.encode(database, StandardCharsets.UTF_8);
    }

    /** Returns true if there is more than one host to choose from. */
    boolean hasChoice() {
        return hosts.indexOf(',') >= 0;
    }

    @Override
    public String toString() {
        return SCHEME + user + (password == null ? "" : ":[redacted]") + "@" + hosts + "/" + database;
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new TreeMap<>();
        if (query != null) {
            for (String part : query.split("&", -1)) {
                int equals = part.indexOf('=');
                String name = equals < 0 ? part : part.substring(0, equals);
                require(
                        PARAMETERS.contains(name) && equals >= 0,
                        "may have the parameters " + String.join(", ", PARAMETERS) + " and no other");
                String before = parameters.put(name, decoded(part.substring(equals + 1)));
                require(before == null, "has its parameter " + name + " twice");
            }
        }
        return parameters;
    }

    private static String hosts(String text) {
        return String.join(
                ",", Arrays.stream(text.split(",", -1)).map(PostgresUrl::host).toList());
    }

    private static String host(String text) {
        Matcher host = HOST.matcher(text);
        require(host.matches(), "has a host that is neither a name nor an address, or has no usable port");
        String port = host.group(2) == null ? DEFAULT_PORT : host.group(2);
        int number = Integer.parseInt(port);
        require(number >= 1 && number <= MAX_PORT, "has a port that is not 1 to " + MAX_PORT);
        return host.group(1) + ":" + number;
    }

    private static @Nullable Integer connections(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String rule = "has connections that are not " + MIN_CONNECTIONS + " to " + MAX_CONNECTIONS;
        require(text.matches("\\d{1,3}"), rule);
        int number = Integer.parseInt(text);
        require(number >= MIN_CONNECTIONS && number <= MAX_CONNECTIONS, rule);
        return number;
    }

    private static Set<String> allowedWeak(@Nullable String text) {
        Set<String> names = text == null ? Set.of() : new TreeSet<>(List.of(text.split(",", -1)));
        require(
                DURABILITY.containsAll(names),
                "may allow to be weak (allow-weak) only " + String.join(", ", DURABILITY));
        return names;
    }

    private static String decoded(String text) {
        try {
            // A plus sign is a plus sign: only forms write a space so.
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(
                    "has a percent sign without two hexadecimal digits behind it", malformed);
        }
    }
}
