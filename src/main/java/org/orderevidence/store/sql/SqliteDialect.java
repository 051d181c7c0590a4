package org.orderevidence.store.sql;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteOpenMode;

/**
 * SQLite, in its write-ahead mode with a flush at each commit. Several processes may have the file open: writers queue
 * for the file's lock, readers never wait.
 */
public final class SqliteDialect implements Dialect {
    public static final String NAME = "sqlite";

    /** Marks a file as a store of this program (the file header's "application id"): "OEvd". */
    private static final int APPLICATION_ID = 0x4F457664;

    /** {@code PRAGMA synchronous} reads back as this when it is FULL. */
    private static final int SYNCHRONOUS_FULL = 2;

    private static final System.Logger LOG = System.getLogger(SqliteDialect.class.getName());

    private static final int MOST_FAULTS = 100;

    /**
     * Longest check at a start. A check of all pages reads the whole file: 10 GB would delay the start by minutes. A
     * file of some hundred MB is checked completely in this time. In a larger one, the ends of each table are checked,
     * and then only the first tables.
     */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

    private static final String TABLES =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";

    private static final int PAGE_BYTES = 4_096;
    private static final int WRITER_CACHE_KIB = 64 * 1_024;
    private static final int READER_CACHE_KIB = 8 * 1_024;
    private static final int PRIMARY_CODE = 0xff;
    private static final long ASK_AGAIN_NANOS = 5_000_000;

    private final Path file;
    private final @Nullable Object fileKey;
    private final SqlSettings settings;
    private final SqliteCheckpointer checkpointer;

    public SqliteDialect(Path file, SqlSettings settings, SqliteCheckpointer.Pace pace) {
        this.file = file;
        this.fileKey = keyOf(file);
        this.settings = settings;
        this.checkpointer = new SqliteCheckpointer(this, pace);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Session openWriter() throws SQLException {
        try {
            return connectWriter();
        } catch (SQLException error) {
            if (primary(error) == SQLiteErrorCode.SQLITE_NOTADB.code) {
                throw new StoreRefused(notAStore(), error);
            }
            throw error;
        }
    }

    @Override
    public Session openReader() throws SQLException {
        return connect(settings.readWait().toMillis()).setUp(session -> {
            set(session, "cache_size", -READER_CACHE_KIB);
            set(session, "query_only", 1);
        });
    }

    /** Makes an empty file that only its owner may read, unless there is one. SQLite gives its log the same rights. */
    public static void createFile(Path file) {
        if (file.toString().indexOf('?') >= 0) {
            throw new StoreRefused(
                    "a store's path cannot have a question mark in it: the driver would cut it off there");
        }
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownerOnly = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        try {
            Files.createFile(file, ownerOnly);
        } catch (FileAlreadyExistsException there) {
            if (Files.isDirectory(file)) {
                throw new StoreRefused(file + " is a folder; name a file", there);
            }
        } catch (IOException e) {
            throw new StoreRefused(
                    file + " cannot be created: check that its folder exists and that this user may write to it", e);
        }
    }

    /** A connection for checkpoints: it waits to be opened, and then never for another. */
    Session openCheckpointer() throws SQLException {
        return connect(settings.lockWait().toMillis()).setUp(session -> set(session, "busy_timeout", 0));
    }

    @Override
    public int committers() {
        return 1;
    }

    @Override
    public @Nullable Duration longestRead() {
        return null;
    }

    @Override
    public void begin(Session session, Purpose purpose) throws SQLException {
        session.execute(
                switch (purpose) {
                    case READ -> "BEGIN";
                    // There is no other writer until it ends.
                    case WRITE, MIGRATE -> "BEGIN IMMEDIATE";
                });
    }

    @Override
    public void commit(Session session) throws SQLException {
        session.execute("COMMIT");
    }

    @Override
    public void rollback(Session session) throws SQLException {
        session.execute("ROLLBACK");
    }

    @Override
    public void claim(Session session) throws SQLException {
        set(session, "application_id", APPLICATION_ID);
    }

    @Override
    public int schemaVersion(Session session) throws SQLException {
        // The tables first: another process that makes them at this moment sets the mark with them.
        if (number(session, "SELECT count(*) FROM sqlite_schema") == 0) {
            return 0;
        }
        if (number(session, "PRAGMA application_id") != APPLICATION_ID) {
            throw new StoreRefused(notAStore());
        }
        return number(session, "SELECT max(version) FROM schema_versions");
    }

    @Override
    public Failure sort(SQLException error) {
        return switch (SQLiteErrorCode.getErrorCode(primary(error))) {
            // At the commit, the log may have been written, and only its flush have failed.
            case SQLITE_IOERR -> Failure.UNCERTAIN;
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL, SQLITE_READONLY, SQLITE_CANTOPEN -> Failure.UNAVAILABLE;
            case SQLITE_NOMEM, SQLITE_PERM, SQLITE_PROTOCOL, SQLITE_CORRUPT, SQLITE_NOTADB -> Failure.UNAVAILABLE;
            default -> Failure.BUG;
        };
    }

    @Override
    public boolean isDamage(SQLException error) {
        int code = primary(error);
        return code == SQLiteErrorCode.SQLITE_CORRUPT.code
                || code == SQLiteErrorCode.SQLITE_NOTADB.code
                || error.getErrorCode() == SQLiteErrorCode.SQLITE_IOERR_READ.code
                || error.getErrorCode() == SQLiteErrorCode.SQLITE_IOERR_SHORT_READ.code;
    }

    /** Includes where an index does not match its table. Reads the whole file, with SQLite's own check. */
    @Override
    public List<String> faults(Session session) throws SQLException {
        List<String> lines = new ArrayList<>();
        try {
            addLines(session, "PRAGMA integrity_check(" + MOST_FAULTS + ")", lines);
        } catch (SQLException error) {
            if (!isDamage(error)) {
                throw error;
            }
            // After some faults the check itself cannot go on.
            lines.add(oneLine(String.valueOf(error.getMessage())));
        }
        return lines;
    }

    @Override
    public Optional<String> quickFault() {
        try (Session session = openReader()) {
            readEnds(session);
            return bounded(session);
        } catch (SQLException error) {
            if (isDamage(error)) {
                return Optional.of(String.valueOf(error.getMessage()));
            }
            LOG.log(System.Logger.Level.WARNING, "the check for damage failed: " + error.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void requireFiles() {
        if (fileKey != null && !fileKey.equals(keyOf(file))) {
            throw new StoreUnavailable(
                    file + " was deleted or replaced while it is open; stop the service, and restore the file");
        }
    }

    /** Returns what distinguishes a file from others of its name; null if there is none, or the system has no such. */
    private static @Nullable Object keyOf(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException missing) {
            return null;
        }
    }

    @Override
    public String insertSpace() {
        return "INSERT INTO spaces (account, mode) VALUES (?, ?) ON CONFLICT (account, mode) DO NOTHING";
    }

    @Override
    public void betweenTransactions(Session writer) {
        checkpointer.betweenTransactions(writer);
    }

    @Override
    public void close() {
        checkpointer.close();
    }

    /** Sets a pragma; its answer, if any, is of no interest. */
    public static void set(Session session, String pragma, int value) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            statement.execute("PRAGMA " + pragma + " = " + value);
        }
    }

    private Session connectWriter() throws SQLException {
        return connect(settings.lockWait().toMillis()).setUp(session -> {
            useWriteAheadLog(session);
            set(session, "cache_size", -WRITER_CACHE_KIB);
            // Deleted rows are overwritten with zeros: an erased record must not stay readable in a free page.
            set(session, "secure_delete", 1);
        });
    }

    private Session connect(long lockWaitMillis) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        // Each connection has one user at a time: the library's own lock around each call is not needed.
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        config.setGetGeneratedKeys(false);
        config.setBusyTimeout(Math.toIntExact(lockWaitMillis));
        config.setPageSize(PAGE_BYTES);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setWalAutocheckpoint(0);
        config.setJournalSizeLimit(SqliteCheckpointer.LOG_LIMIT_BYTES);
        return new Session(config.createConnection("jdbc:sqlite:" + file)).setUp(session -> {
            // Without them a flush on macOS stops at the drive's own cache. The driver's own setting for it,
            // "fullsync",
            // is the name of no pragma.
            set(session, "fullfsync", 1);
            set(session, "checkpoint_fullfsync", 1);
            if (number(session, "PRAGMA synchronous") != SYNCHRONOUS_FULL) {
                throw new StoreRefused("the database does not flush its log at each commit (synchronous is not FULL)");
            }
        });
    }

    /**
     * Switches the file to the write-ahead log. If two processes do so at once for a new file, SQLite refuses one
     * without the usual wait, which could be a deadlock. This method then tries again.
     */
    private void useWriteAheadLog(Session session) throws SQLException {
        long deadline = System.nanoTime() + settings.lockWait().toNanos();
        while (true) {
            try {
                if (!lines(session, "PRAGMA journal_mode = WAL").contains("wal")) {
                    throw new StoreRefused("the file system of " + file
                            + " does not support SQLite's write-ahead log; use a local disk");
                }
                return;
            } catch (SQLException error) {
                if (primary(error) != SQLiteErrorCode.SQLITE_BUSY.code || System.nanoTime() > deadline) {
                    throw error;
                }
                LockSupport.parkNanos(ASK_AGAIN_NANOS);
            }
        }
    }

    private String notAStore() {
        return file + " is not a store of this program; name another file";
    }

    private static int number(Session session, String query) throws SQLException {
        List<String> lines = lines(session, query);
        return lines.isEmpty() ? 0 : Integer.parseInt(lines.getFirst());
    }

    private static int primary(SQLException error) {
        return error.getErrorCode() & PRIMARY_CODE;
    }

    // Checks for damage

    /** Reads the first and the last row of each table. This reads a path through each tree, independent of its size. */
    private static void readEnds(Session session) throws SQLException {
        for (String table : lines(session, TABLES)) {
            List<String> key = key(session, table);
            for (String direction : List.of(" ASC", " DESC")) {
                String order =
                        String.join(", ", key.stream().map(c -> c + direction).toList());
                lines(session, "SELECT * FROM " + table + " ORDER BY " + order + " LIMIT 1");
            }
        }
    }

    private static List<String> key(Session session, String table) throws SQLException {
        return lines(session, "SELECT name FROM pragma_table_info('" + table + "') WHERE pk > 0 ORDER BY pk");
    }

    private static Optional<String> bounded(Session session) throws SQLException {
        CountDownLatch done = new CountDownLatch(1);
        try (Statement statement = session.connection().createStatement()) {
            Thread clock = Thread.ofVirtual().start(() -> cancelWhenLate(statement, done));
            try (ResultSet row = statement.executeQuery("PRAGMA quick_check(1)")) {
                String line = row.next() ? row.getString(1) : null;
                return line == null || line.equals("ok") ? Optional.empty() : Optional.of(oneLine(line));
            } catch (SQLException error) {
                if (error.getErrorCode() == SQLiteErrorCode.SQLITE_INTERRUPT.code) {
                    return Optional.empty();
                }
                throw error;
            } finally {
                done.countDown();
                join(clock);
            }
        }
    }

    private static void cancelWhenLate(Statement statement, CountDownLatch done) {
        try {
            if (!done.await(LONGEST_LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                statement.cancel();
            }
        } catch (SQLException | InterruptedException cannotCancel) {
            LOG.log(System.Logger.Level.WARNING, "the check for damage could not be ended: " + cannotCancel);
        }
    }

    private static void join(Thread clock) {
        try {
            clock.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first column of each row; empty if the only line is "ok". */
    private static List<String> lines(Session session, String query) throws SQLException {
        List<String> lines = new ArrayList<>();
        addLines(session, query, lines);
        return lines;
    }

    private static void addLines(Session session, String query, List<String> lines) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                @Nullable String line = row.getString(1);
                if (line != null && !line.equals("ok")) {
                    lines.add(oneLine(line));
                }
            }
        }
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
