package org.orderevidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.cassandra.CassandraSettings;
import org.orderevidence.store.cassandra.CassandraStore;
import org.orderevidence.store.cassandra.CassandraUrl;
import org.orderevidence.store.sql.PostgresUrl;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;

/** Opens a store by its address: the one place that picks an engine. */
final class Stores {
    private static final String SQLITE = "sqlite:";

    private Stores() {}

    /**
     * Opens the store at an address, and makes it when it does not exist.
     *
     * @param address as in the setting {@code store}
     * @throws CannotStart when the operator can mend what is wrong
     */
    static OpenStore open(String address, Clock clock) {
        try {
            return engine(address, clock);
        } catch (IOException unwritable) {
            throw new CannotStart(
                    "cannot make the folder of " + shown(address) + ": " + unwritable.getMessage(), unwritable);
        } catch (StoreRefused refused) {
            throw new CannotStart(String.valueOf(refused.getMessage()), refused);
        } catch (StoreUnavailable unavailable) {
            throw new CannotStart("cannot open " + shown(address) + ": " + unavailable.getMessage(), unavailable);
        }
    }

    /** The statements that make the schema of the store at an address, version by version; opens nothing. */
    static String schema(String address) {
        if (address.startsWith(PostgresUrl.SCHEME)) {
            return SqlStore.postgresSchema();
        }
        if (address.startsWith(CassandraUrl.SCHEME)) {
            return CassandraStore.schema(CassandraUrl.parse(address));
        }
        requireKnown(address);
        return SqlStore.sqliteSchema();
    }

    private static OpenStore engine(String address, Clock clock) throws IOException {
        if (address.startsWith(PostgresUrl.SCHEME)) {
            PostgresUrl url = PostgresUrl.parse(address);
            SqlSettings settings = SqlSettings.ofServer(url.connections());
            return SqlStore.openPostgres(url, System.getenv("PGPASSWORD"), settings, clock.instant());
        }
        if (address.startsWith(CassandraUrl.SCHEME)) {
            CassandraUrl url = CassandraUrl.parse(address).withPassword(System.getenv("CASSANDRA_PASSWORD"));
            return CassandraStore.open(url, CassandraSettings.defaults(), clock);
        }
        return SqlStore.openSqlite(sqliteFile(address), SqlSettings.defaults(), clock.instant());
    }

    private static Path sqliteFile(String address) throws IOException {
        requireKnown(address);
        Path file = Path.of(address.substring(SQLITE.length()));
        Files.createDirectories(file.toAbsolutePath().getParent());
        return file;
    }

    private static void requireKnown(String address) {
        if (!address.startsWith(SQLITE)) {
            throw new CannotStart("this version keeps orders in " + SQLITE + "FILE, " + PostgresUrl.FORM + " or "
                    + CassandraUrl.FORM + " only");
        }
    }

    private static String shown(String address) {
        return Setting.redacted(address);
    }
}
