package org.orderevidence.installation;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.orderevidence.store.cassandra.CassandraUrl;
import org.orderevidence.store.sql.PostgresUrl;

/** The address of a store. It selects the engine. Its {@code toString} hides passwords. */
public sealed interface StoreUrl {
    /** How the address of an embedded store starts. */
    String SQLITE = "sqlite:";

    /** The address as it was written; it may hold a password. */
    String text();

    /**
     * A SQLite file.
     *
     * @param file may not exist yet
     */
    record Sqlite(String text, Path file) implements StoreUrl {
        @Override
        public String toString() {
            return shown(text);
        }
    }

    record Postgresql(String text, PostgresUrl url) implements StoreUrl {
        @Override
        public String toString() {
            return shown(text);
        }
    }

    record Cassandra(String text, CassandraUrl url) implements StoreUrl {
        @Override
        public String toString() {
            return shown(text);
        }
    }

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it breaks a rule; the message is the rule, without the address
     */
    static StoreUrl parse(String text) {
        if (text.startsWith(PostgresUrl.SCHEME)) {
            return new Postgresql(text, PostgresUrl.parse(text));
        }
        if (text.startsWith(CassandraUrl.SCHEME)) {
            return new Cassandra(text, CassandraUrl.parse(text));
        }
        String file = text.startsWith(SQLITE) ? text.substring(SQLITE.length()) : "";
        try {
            if (!file.isEmpty()) {
                return new Sqlite(text, Path.of(file));
            }
        } catch (InvalidPathException noPath) {
            throw new IllegalArgumentException("must name a file behind " + SQLITE, noPath);
        }
        throw new IllegalArgumentException("must be sqlite:FILE, " + PostgresUrl.FORM + " or " + CassandraUrl.FORM);
    }

    private static String shown(String text) {
        return Setting.redacted(text);
    }
}
