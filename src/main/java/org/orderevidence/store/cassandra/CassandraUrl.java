package org.orderevidence.store.cassandra;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a keyspace in a cluster:
 * {@code cassandra://[user:password@]host1,host2,host3[:port]/keyspace?dc=NAME&replication=COPIES&tls=true}. Other
 * characters than letters and digits in user and password may be percent-encoded, as in any URL.
 *
 * @param hosts 1 to {@value #MAX_HOSTS} names or addresses that tell of the others; one of them must be up at start
 * @param dataCentre the one that this program is near; null if there is only one
 * @param replication how many nodes of each data centre keep a row; only used when the keyspace is made
 * @param login null for a cluster that lets everyone in
 * @param tls whether connections are encrypted; the hosts' certificates must then be trusted by this JVM and name them
 */
public record CassandraUrl(
        List<String> hosts,
        int port,
        String keyspace,
        @Nullable String dataCentre,
        int replication,
        @Nullable Login login,
        boolean tls) {
    /** How such an address starts. */
    public static final String SCHEME = "cassandra://";

    public static final String FORM = "cassandra://HOSTS/KEYSPACE";

    private static final String FULL_FORM = "must be cassandra://[user:password@]host1,host2,host3[:port]/keyspace"
            + "[?dc=NAME&replication=COPIES&tls=true]";
    private static final int MAX_HOSTS = 16;
    private static final int DEFAULT_PORT = 9042;
    private static final int MAX_PORT = 65_535;
    private static final int DEFAULT_REPLICATION = 3;
    private static final int MAX_REPLICATION = 9;
    private static final String DATA_CENTRE = "dc";
    private static final String REPLICATION = "replication";
    private static final String TLS = "tls";

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}]");
    private static final Pattern KEYSPACE = Pattern.compile("[a-z][a-z0-9_]{0,47}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /**
     * As whom this program connects.
     *
     * @param password not empty; a secret; null if the address does not tell it
     */
    public record Login(String user, @Nullable String password) {
        private static final int MAX_LENGTH = 256;

        public Login {
            require(
                    isText(user) && (password == null || isText(password)),
                    "before the @ stands user or user:password, of 1 to " + MAX_LENGTH + " characters each");
        }

        private static boolean isText(String text) {
            return !text.isEmpty() && text.length() <= MAX_LENGTH;
        }

        static Login parse(String text) {
            int colon = text.indexOf(':');
            return colon < 0
                    ? new Login(decoded(text), null)
                    : new Login(decoded(text.substring(0, colon)), decoded(text.substring(colon + 1)));
        }

        private static String decoded(String text) {
            try {
                return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException notEncoded) {
                // The cause could quote what is secret: it stays out.
                throw new IllegalArgumentException(FULL_FORM + ": a % in a user or password is written %25");
            }
        }

        @Override
        public String toString() {
            return "[redacted]";
        }
    }

    public CassandraUrl {
        hosts = List.copyOf(hosts);
        require(!hosts.isEmpty() && hosts.size() <= MAX_HOSTS, "it names 1 to " + MAX_HOSTS + " hosts");
        for (String host : hosts) {
            require(HOST.matcher(host).matches(), "a host is a name, an IPv4 address, or an IPv6 address in brackets");
        }
        require(port >= 1 && port <= MAX_PORT, "a port is 1 to " + MAX_PORT);
        require(
                KEYSPACE.matcher(keyspace).matches(),
                "a keyspace is 1 to 48 of a-z, 0-9 and _, and begins with a letter");
        require(
                dataCentre == null || NAME.matcher(dataCentre).matches(),
                "dc is the name of a data centre, as nodetool status shows it");
        require(
                replication >= 1 && replication <= MAX_REPLICATION,
                "replication is 1 to " + MAX_REPLICATION + " copies in each data centre");
    }

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it is not one; the message says what is wrong and what one looks like
     */
    public static CassandraUrl parse(String text) {
        require(text.startsWith(SCHEME), "it begins with " + SCHEME);
        String rest = text.substring(SCHEME.length());
        int slash = rest.indexOf('/');
        require(slash >= 0, "it names a keyspace behind the hosts");
        int at = rest.substring(0, slash).lastIndexOf('@');
        String path = rest.substring(slash + 1);
        int mark = path.indexOf('?');
        Map<String, String> parameters = parameters(mark < 0 ? "" : path.substring(mark + 1));
        String copies = parameters.get(REPLICATION);
        String tls = parameters.getOrDefault(TLS, "false");
        require(Set.of("true", "false").contains(tls), "tls is true or false");
        String hosts = rest.substring(at + 1, slash);
        int colon = portColon(hosts);
        return new CassandraUrl(
                Arrays.asList((colon < 0 ? hosts : hosts.substring(0, colon)).split(",", -1)),
                colon < 0 ? DEFAULT_PORT : number(hosts.substring(colon + 1), "a port"),
                mark < 0 ? path : path.substring(0, mark),
                parameters.get(DATA_CENTRE),
                copies == null ? DEFAULT_REPLICATION : number(copies, REPLICATION),
                at < 0 ? null : Login.parse(rest.substring(0, at)),
                tls.equals("true"));
    }

    /** The same; with this password when it has a user without one. */
    public CassandraUrl withPassword(@Nullable String password) {
        if (login == null || login.password() != null || password == null) {
            return this;
        }
        return new CassandraUrl(hosts, port, keyspace, dataCentre, replication, new Login(login.user(), password), tls);
    }

    /** The colon before the port; -1 if there is none. Those within brackets belong to an address. */
    private static int portColon(String hosts) {
        int colon = hosts.lastIndexOf(':');
        return colon > hosts.lastIndexOf(']') ? colon : -1;
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String parameter : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            require(equals > 0, "a parameter is name=value");
            String name = parameter.substring(0, equals);
            require(Set.of(DATA_CENTRE, REPLICATION, TLS).contains(name), "its parameters are dc, replication and tls");
            require(parameters.put(name, parameter.substring(equals + 1)) == null, "it has each parameter once");
        }
        return parameters;
    }

    private static int number(String text, String what) {
        require(text.matches("[0-9]{1,9}"), what + " is a whole number");
        return Integer.parseInt(text);
    }

    private static void require(boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(FULL_FORM + ": " + rule);
        }
    }

    @Override
    public String toString() {
        return SCHEME + (login == null ? "" : login + "@") + String.join(",", hosts) + ":" + port + "/" + keyspace
                + (dataCentre == null ? "?" : "?dc=" + dataCentre + "&") + "replication=" + replication
                + (tls ? "&tls=true" : "");
    }
}
