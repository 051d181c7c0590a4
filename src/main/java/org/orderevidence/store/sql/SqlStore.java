package org.orderevidence.store.sql;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;

/** Opens stores in SQL databases. */
public final class SqlStore {
    private SqlStore() {}

    /**
     * Opens a store in one SQLite file, made with access for its owner only when it does not exist. Its schema is
     * brought forward to this program's version. Other processes may have it open too.
     *
     * @param file in a folder that exists, on a local disk
     * @param settings its bounds
     * @param now the time of opening, noted with what is done to the schema
     * @param codecs makes what seals and composes, once the accounts can be read
     * @throws StoreRefused if it is newer than this program, something else, or where it cannot be kept safely
     * @throws StoreUnavailable if it cannot be reached
     */
    public static OpenStore openSqlite(
            Path file, SqlSettings settings, Instant now, Function<AccountStore, EvidenceCodec> codecs) {
        SqliteFile.create(file);
        Dialect dialect = new SqliteDialect(file.toAbsolutePath(), settings, SqliteCheckpointer.Pace.USUAL);
        return open(dialect, Schema.of(dialect), settings, now, codecs, RecordKinds.TABLES);
    }

    /**
     * Opens a store in a PostgreSQL database, which must exist. Its schema is made, and brought forward to this
     * program's version. Any number of instances may have it open.
     *
     * @param url where it is
     * @param password used when the address has none; null for the user's own password file, or none
     * @param settings its bounds
     * @param now the time of opening, noted with what is done to the schema
     * @param codecs makes what seals and composes, once the accounts can be read
     * @throws StoreRefused if it is newer than this program, something else, or may lose what it acknowledges
     * @throws StoreUnavailable if it cannot be reached
     */
    public static OpenStore openPostgres(
            PostgresUrl url,
            @Nullable String password,
            SqlSettings settings,
            Instant now,
            Function<AccountStore, EvidenceCodec> codecs) {
        Dialect dialect = new PostgresDialect(url, password, settings);
        return open(dialect, Schema.of(dialect), settings, now, codecs, RecordKinds.TABLES);
    }

    /** Opens a store in a database, with these kinds of records. */
    public static OpenStore open(
            Dialect dialect,
            Schema schema,
            SqlSettings settings,
            Instant now,
            Function<AccountStore, EvidenceCodec> codecs,
            List<Kind> kinds) {
        try (Session session = dialect.openWriter()) {
            schema.bringForward(dialect, session, now);
            SqlRecordStore.makeTables(dialect, session, kinds);
        } catch (SQLException error) {
            throw new DatabaseErrors(dialect).beforeCommit(error);
        }
        return new OpenStore(new SqlRecordStore(dialect, settings, kinds), InstantSource.system(), codecs);
    }

    /**
     * Copies a SQLite file, as it is at one moment, into another, also while others write to it. When this returns, the
     * copy is on stable storage.
     *
     * @param file a store
     * @param copy does not exist; made with access for its owner only
     * @param settings bounds of the wait for others
     * @throws StoreUnavailable if the one cannot be read or the other not be written; a part of the copy may be left
     */
    public static void copySqlite(Path file, Path copy, SqlSettings settings) {
        SqliteFile.create(copy);
        SqliteDialect dialect = new SqliteDialect(file.toAbsolutePath(), settings, SqliteCheckpointer.Pace.USUAL);
        try (Session session = dialect.openWriter()) {
            PreparedStatement vacuum = session.prepare("VACUUM INTO ?");
            vacuum.setString(1, copy.toAbsolutePath().toString());
            vacuum.executeUpdate();
        } catch (SQLException error) {
            throw new DatabaseErrors(dialect).beforeCommit(error);
        }
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            channel.force(true);
        } catch (IOException error) {
            throw new StoreUnavailable("the copy could not be flushed to the disk", error);
        }
    }

    /** The statements that make the schema of a SQLite store, version by version. */
    public static String sqliteSchema() {
        return Schema.named(SqliteDialect.NAME).text() + SqlRecordStore.sqliteTables(RecordKinds.TABLES);
    }

    /** The statements that make the schema of a PostgreSQL store, version by version. */
    public static String postgresSchema() {
        return Schema.named(PostgresDialect.NAME).text() + SqlRecordStore.postgresTables(RecordKinds.TABLES);
    }
}
