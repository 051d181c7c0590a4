package org.orderevidence.installation;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Function;
import org.orderevidence.process.FileError;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.cassandra.CassandraRecordStore;
import org.orderevidence.store.cassandra.CassandraSettings;
import org.orderevidence.store.sql.PostgresDialect;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqliteCheckpointer;
import org.orderevidence.store.sql.SqliteDialect;

/** Opens a store by its address. Only this class selects the engine. */
public final class Stores {
    private Stores() {}

    /**
     * Returns how many of the JVM's threads should carry virtual ones: one for each core. While SQLite waits for the disk,
     * it holds the one that carries its caller, so there is one more for each of its readers.
     */
    public static int threads(StoreUrl url) {
        int cores = Runtime.getRuntime().availableProcessors();
        return switch (url) {
            case StoreUrl.Sqlite _ -> cores + SqlSettings.defaults().readers();
            case StoreUrl.Postgresql _, StoreUrl.Cassandra _ -> cores;
        };
    }

    /**
     * Opens the store at an address, and makes it when it does not exist.
     *
     * @param codecs makes what seals and composes, once the accounts can be read
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenStore open(StoreUrl url, Clock clock, Function<AccountStore, EvidenceCodec> codecs) {
        return opened(url, () -> engine(url, clock, codecs));
    }

    @FunctionalInterface
    private interface Opening<T> {
        T open() throws IOException;
    }

    private static <T> T opened(StoreUrl url, Opening<T> opening) {
        try {
            return opening.open();
        } catch (IOException unwritable) {
            throw new CannotStart("cannot open " + url + ": " + FileError.cause(unwritable), unwritable);
        } catch (StoreRefused refused) {
            throw new CannotStart(String.valueOf(refused.getMessage()), refused);
        } catch (StoreUnavailable unavailable) {
            throw new CannotStart("cannot open " + url + ": " + unavailable.getMessage(), unavailable);
        }
    }

    /** The statements that make the schema of the store at an address, version by version; opens nothing. */
    public static String schema(StoreUrl url) {
        return switch (url) {
            case StoreUrl.Sqlite _ -> SqlRecordStore.schema(SqliteDialect.NAME);
            case StoreUrl.Postgresql _ -> SqlRecordStore.schema(PostgresDialect.NAME);
            case StoreUrl.Cassandra cassandra -> CassandraRecordStore.schema(cassandra.url());
        };
    }

    private static OpenStore engine(StoreUrl url, Clock clock, Function<AccountStore, EvidenceCodec> codecs)
            throws IOException {
        return switch (url) {
            case StoreUrl.Sqlite sqlite -> {
                Path folder = sqlite.file().toAbsolutePath().resolveSibling(".").normalize();
                Files.createDirectories(folder);
                requireAccess(folder);
                requireAccess(sqlite.file());
                yield SqlRecordStore.openSqlite(sqlite.file(), SqlSettings.defaults(), clock.instant(), codecs);
            }
            case StoreUrl.Postgresql postgres -> {
                SqlSettings settings = SqlSettings.ofServer(postgres.url().connections());
                yield SqlRecordStore.openPostgres(
                        postgres.url(), System.getenv("PGPASSWORD"), settings, clock.instant(), codecs);
            }
            case StoreUrl.Cassandra cassandra ->
                CassandraRecordStore.open(
                        cassandra.url().withPassword(System.getenv("CASSANDRA_PASSWORD")),
                        CassandraSettings.defaults(),
                        clock,
                        codecs,
                        RecordKinds.TABLES);
        };
    }

    /** SQLite also writes next to its file. Its own message for a file that it may not open does not name the cause. */
    private static void requireAccess(Path path) throws AccessDeniedException {
        if (Files.exists(path) && !(Files.isReadable(path) && Files.isWritable(path))) {
            throw new AccessDeniedException(path.toString());
        }
    }

    /**
     * Opens the store at an address, and makes none where there is none yet.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenStore openExisting(StoreUrl url, Clock clock, Function<AccountStore, EvidenceCodec> codecs) {
        if (opened(url, () -> isEmpty(url))) {
            throw new CannotStart("there is no store at " + url);
        }
        return open(url, clock, codecs);
    }

    /** Returns true if there is no database at an address, or one without any tables. Changes nothing. */
    private static boolean isEmpty(StoreUrl url) throws IOException {
        return switch (url) {
            case StoreUrl.Sqlite sqlite -> {
                if (!Files.exists(sqlite.file()) || Files.size(sqlite.file()) == 0) {
                    yield true;
                }
                requireAccess(sqlite.file());
                yield SqlRecordStore.isEmpty(new SqliteDialect(
                        sqlite.file().toAbsolutePath(), SqlSettings.defaults(), SqliteCheckpointer.Pace.USUAL));
            }
            case StoreUrl.Postgresql postgres -> {
                SqlSettings settings = SqlSettings.ofServer(postgres.url().connections());
                yield SqlRecordStore.isEmpty(
                        new PostgresDialect(postgres.url(), System.getenv("PGPASSWORD"), settings));
            }
            case StoreUrl.Cassandra cassandra ->
                CassandraRecordStore.isEmpty(
                        cassandra.url().withPassword(System.getenv("CASSANDRA_PASSWORD")),
                        CassandraSettings.defaults());
        };
    }

    /**
     * Refuses to create a database file if the secret already exists, because the disk of the database may not be
     * mounted. An empty database on a server is accepted: its operator created it.
     *
     * @throws CannotStart if the file of an embedded store is missing
     */
    static void requireDatabase(StoreUrl url, Path secretFile) {
        if (url instanceof StoreUrl.Sqlite(String _, Path file) && !Files.exists(file)) {
            throw new CannotStart("the database " + file + " is missing, but the secret " + secretFile
                    + " exists: is the disk mounted? Mount it, or restore a backup; to start a new, empty store with"
                    + " this secret, make an empty file: touch " + file);
        }
    }

    /**
     * Copies a store as it is at one moment into a new file, also while it is in use.
     *
     * @throws CannotStart if the store at this address is backed up by other means
     */
    public static void backup(StoreUrl url, Path copy) {
        if (!(url instanceof StoreUrl.Sqlite sqlite)) {
            throw new CannotStart("only the embedded store is backed up by this command; " + url
                    + " is backed up with its own tools, see docs/operations.md");
        }
        SqlRecordStore.copySqlite(sqlite.file(), copy, SqlSettings.defaults());
    }

    /** Returns true if two addresses are known to name the same store. */
    public static boolean isSame(StoreUrl url, StoreUrl other) {
        if (url instanceof StoreUrl.Sqlite(String _, Path file)
                && other instanceof StoreUrl.Sqlite(String _, Path otherFile)) {
            try {
                return Files.isSameFile(file, otherFile);
            } catch (IOException oneIsNotThere) {
                return file.toAbsolutePath()
                        .normalize()
                        .equals(otherFile.toAbsolutePath().normalize());
            }
        }
        return url.equals(other);
    }
}
