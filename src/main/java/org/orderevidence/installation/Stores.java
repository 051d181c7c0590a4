package org.orderevidence.installation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.orderevidence.settings.Setting;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.cassandra.CassandraStore;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.CassandraUrl;
import org.orderevidence.store.sql.SqlStore;
import org.orderevidence.store.sql.dialect.SqlSettings;
import org.orderevidence.store.sql.postgresql.PostgresUrl;

/** Opens a store by its address. Only this class selects the engine. */
public final class Stores {
    private static final String SQLITE = "sqlite:";

    private Stores() {}

    /**
     * Opens the store at an address, and makes it when it does not exist.
     *
     * @param address as in the setting {@code store}
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenStore open(String address, Clock clock) {
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
    public static String schema(String address) {
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

    /**
     * Opens the store at an address, and makes none where there is none yet.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenStore openExisting(String address, Clock clock) {
        if (address.startsWith(SQLITE) && !Files.exists(Path.of(address.substring(SQLITE.length())))) {
            throw new CannotStart("there is no store at " + shown(address));
        }
        return open(address, clock);
    }

    /**
     * Refuses to create a database file if the secret already exists, because the disk of the database may not be
     * mounted. An empty database on a server is accepted: its operator created it.
     *
     * @throws CannotStart if the file of an embedded store is missing
     */
    static void requireDatabase(String address, Path secretFile) {
        if (address.startsWith(SQLITE)) {
            Path file = Path.of(address.substring(SQLITE.length()));
            if (!Files.exists(file)) {
                throw new CannotStart("the database " + file + " is missing, but the secret " + secretFile
                        + " exists: is the disk mounted? Mount it, or restore a backup; to start a new, empty store with"
                        + " this secret, make an empty file: touch " + file);
            }
        }
    }

    /**
     * Copies a store as it is at one moment into a new file, also while it is in use.
     *
     * @throws CannotStart when the store at this address is backed up by other means
     */
    public static void backup(String address, Path file) {
        if (!address.startsWith(SQLITE)) {
            throw new CannotStart("only the embedded store is backed up by this command; " + shown(address)
                    + " is backed up with its own tools, see docs/operations.md");
        }
        SqlStore.copySqlite(Path.of(address.substring(SQLITE.length())), file, SqlSettings.defaults());
    }

    /** True when two addresses are known to name the same store. */
    public static boolean isSame(String address, String other) {
        if (address.startsWith(SQLITE) && other.startsWith(SQLITE)) {
            Path file = Path.of(address.substring(SQLITE.length()));
            Path otherFile = Path.of(other.substring(SQLITE.length()));
            try {
                return Files.isSameFile(file, otherFile);
            } catch (IOException oneIsNotThere) {
                return file.toAbsolutePath()
                        .normalize()
                        .equals(otherFile.toAbsolutePath().normalize());
            }
        }
        return address.equals(other);
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

    /** An address as it may be shown. */
    public static String shown(String address) {
        return Setting.redacted(address);
    }
}
