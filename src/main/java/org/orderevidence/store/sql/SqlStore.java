package org.orderevidence.store.sql;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;

/** An open SQL store: the evidence and the accounts in one database. */
public final class SqlStore implements OpenStore {
    private final Dialect dialect;
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final EvidenceStore evidence;
    private final AccountStore accounts;
    private final EvidenceArchive archive;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SqlStore(Dialect dialect, SqlSettings settings) {
        this.dialect = dialect;
        Failures failures = new Failures(dialect);
        this.committer = new GroupCommitter(dialect, failures, settings);
        this.readers = new ReaderPool(dialect, failures, settings);
        this.evidence = new SqlEvidenceStore(committer, readers, this::close);
        this.accounts = new SqlAccountStore(committer, readers);
        this.archive = new SqlArchive(committer, readers);
    }

    /**
     * Opens a store in one SQLite file, made with access for its owner only when it does not exist. Its schema is
     * brought forward to this program's version. Other processes may have it open too.
     *
     * @param file in a folder that exists, on a local disk
     * @param settings its bounds
     * @param now the time of opening, noted with what is done to the schema
     * @throws StoreRefused when it is newer than this program, something else, or where it cannot be kept safely
     * @throws StoreUnavailable when it cannot be reached
     */
    public static SqlStore openSqlite(Path file, SqlSettings settings, Instant now) {
        SqliteFile.create(file);
        Dialect dialect = new SqliteDialect(file.toAbsolutePath(), settings, SqliteCheckpointer.Pace.USUAL);
        return open(dialect, Schema.of(dialect), settings, now);
    }

    static SqlStore open(Dialect dialect, Schema schema, SqlSettings settings, Instant now) {
        try (Session session = dialect.openWriter()) {
            schema.bringForward(dialect, session, now);
        } catch (SQLException error) {
            throw new Failures(dialect).beforeCommit(error);
        }
        return new SqlStore(dialect, settings);
    }

    /** The statements that make the schema of a SQLite store, version by version. */
    public static String sqliteSchema() {
        return Schema.named(SqliteDialect.NAME).text();
    }

    @Override
    public EvidenceStore evidence() {
        return evidence;
    }

    @Override
    public AccountStore accounts() {
        return accounts;
    }

    @Override
    public EvidenceArchive archive() {
        return archive;
    }

    /** Commits what waits, lets reads under way end, then closes. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            committer.close();
            readers.close();
            dialect.close();
        }
    }
}
