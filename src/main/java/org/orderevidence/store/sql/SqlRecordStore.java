package org.orderevidence.store.sql;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Micros;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStore.Followed;
import org.orderevidence.store.RecordStore.RecordCount;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.SchemaFile;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.store.sql.RecordBatch.Place;
import org.orderevidence.store.sql.RecordBatch.RecordChanges.RowChange;
import org.orderevidence.store.sql.Session.Work;

/** Records in an SQL database. Each call is one transaction, which it shares with other callers' writes. */
public final class SqlRecordStore implements RecordStore {
    private static final int NO_SPACE = -1;

    private final Dialect dialect;
    private final RecordRows rows;
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final Spaces spaces;
    private final Deadlines deadlines = new Deadlines();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Where the next sweep goes on, of the kinds whose ends have no index. */
    private final Map<Kind, String> swept = new ConcurrentHashMap<>();

    /**
     * @param dialect is closed with this
     */
    public SqlRecordStore(Dialect dialect, SqlSettings settings) {
        this.dialect = dialect;
        this.rows = RecordRows.of(dialect);
        this.committer = new GroupCommitter(dialect, this::known, settings, deadlines);
        this.readers = new ReaderPool(dialect, settings, deadlines);
        this.spaces = new Spaces(dialect, committer, readers);
    }

    /**
     * Opens a store in one SQLite file, made with access for its owner only when it does not exist. Its schema is
     * brought forward to this program's version. Other processes may have it open too.
     *
     * @param file in a folder that exists, on a local disk
     * @throws StoreRefused if it is newer than this program, something else, or where it cannot be kept safely
     */
    public static OpenStore openSqlite(
            Path file, SqlSettings settings, Instant now, Function<AccountStore, EvidenceCodec> codecs) {
        SqliteDialect.createFile(file);
        Dialect dialect = new SqliteDialect(file.toAbsolutePath(), settings, SqliteCheckpointer.Pace.USUAL);
        return open(dialect, settings, now, codecs, RecordKinds.TABLES);
    }

    /**
     * Opens a store in a PostgreSQL database, which must exist. Its schema is made, and brought forward to this
     * program's version. Any number of instances may have it open.
     *
     * @param password used when the address has none; null for the user's own password file, or none
     * @throws StoreRefused if it is newer than this program, something else, or may lose what it acknowledges
     */
    public static OpenStore openPostgres(
            PostgresUrl url,
            @Nullable String password,
            SqlSettings settings,
            Instant now,
            Function<AccountStore, EvidenceCodec> codecs) {
        Dialect dialect = new PostgresDialect(url, password, settings);
        return open(dialect, settings, now, codecs, RecordKinds.TABLES);
    }

    /**
     * Returns true if a database has no tables yet. Makes none, and closes the dialect.
     *
     * @throws StoreRefused if it has those of another program
     */
    public static boolean isEmpty(Dialect dialect) {
        try (dialect;
                Session session = dialect.openReader()) {
            return dialect.schemaVersion(session) == 0;
        } catch (SQLException error) {
            if (dialect.isDamage(error)) {
                // Opening it says what is wrong.
                return false;
            }
            throw dialect.beforeCommit(error);
        }
    }

    /** Opens a store in a database, with these kinds of records. */
    public static OpenStore open(
            Dialect dialect,
            SqlSettings settings,
            Instant now,
            Function<AccountStore, EvidenceCodec> codecs,
            List<Kind> kinds) {
        try (Session session = dialect.openWriter()) {
            makeTables(dialect, session, now, kinds);
        } catch (SQLException error) {
            throw dialect.beforeCommit(error);
        }
        return OpenStore.of(new SqlRecordStore(dialect, settings), kinds, InstantSource.system(), codecs);
    }

    /** Makes the tables that are missing, in one transaction. Of two processes that do so at once, the second waits. */
    static void makeTables(Dialect dialect, Session session, Instant now, List<Kind> kinds) throws SQLException {
        dialect.begin(session, Dialect.Purpose.MIGRATE);
        try {
            if (SchemaFile.readable(dialect.schemaVersion(session)) == 0) {
                create(dialect, session, now);
            }
            for (Kind kind : kinds) {
                for (String statement : RecordRows.tables(dialect.name(), kind)) {
                    session.execute(statement);
                }
            }
            dialect.commit(session);
        } catch (SQLException | RuntimeException refused) {
            dialect.rollback(session);
            throw refused;
        }
    }

    private static void create(Dialect dialect, Session session, Instant now) throws SQLException {
        dialect.claim(session);
        try (Statement statement = session.connection().createStatement()) {
            for (String sql : script(dialect.name()).split(";\\s*(\n|$)", 0)) {
                if (!sql.isBlank()) {
                    statement.executeUpdate(sql);
                }
            }
        }
        PreparedStatement insert = session.prepare("INSERT INTO schema_versions (version, migrated_at) VALUES (?, ?)");
        insert.setInt(1, SchemaFile.VERSION);
        insert.setLong(2, Micros.of(now));
        insert.executeUpdate();
    }

    /** A statement ends with a semicolon at the end of a line. */
    private static String script(String dialect) {
        return SchemaFile.text(SqlRecordStore.class, dialect + ".sql");
    }

    /**
     * Copies a SQLite file, as it is at one moment, into another, also while others write to it. When this returns, the
     * copy is on stable storage.
     *
     * @param copy does not exist; made with access for its owner only
     * @throws StoreUnavailable if the one cannot be read or the other not be written; a part of the copy may be left
     */
    public static void copySqlite(Path file, Path copy, SqlSettings settings) {
        SqliteDialect.createFile(copy);
        SqliteDialect dialect = new SqliteDialect(file.toAbsolutePath(), settings, SqliteCheckpointer.Pace.USUAL);
        try (Session session = dialect.openWriter()) {
            PreparedStatement vacuum = session.prepare("VACUUM INTO ?");
            vacuum.setString(1, copy.toAbsolutePath().toString());
            vacuum.executeUpdate();
        } catch (SQLException error) {
            throw dialect.beforeCommit(error);
        }
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            channel.force(true);
        } catch (IOException error) {
            throw new StoreUnavailable("the copy could not be flushed to the disk", error);
        }
    }

    /** Returns the statements that make a store; of {@link SqliteDialect#NAME} or {@link PostgresDialect#NAME}. */
    public static String schema(String dialect) {
        StringBuilder text = new StringBuilder("-- schema version ")
                .append(SchemaFile.VERSION)
                .append("\n\n")
                .append(script(dialect))
                .append("\n-- tables of records\n\n");
        for (Kind kind : RecordKinds.TABLES) {
            RecordRows.tables(dialect, kind)
                    .forEach(statement -> text.append(statement).append(";\n\n"));
        }
        return text.toString();
    }

    @Override
    public List<List<Stored>> read(List<Range> ranges) {
        if (ranges.isEmpty()) {
            return List.of();
        }
        List<RecordRows.SpaceRange> numbered = new ArrayList<>(ranges.size());
        for (Range range : ranges) {
            numbered.add(new RecordRows.SpaceRange(held(range.space()), range));
        }
        return ranges.size() == 1
                ? readers.read(session -> rows.read(session, numbered))
                : readState(session -> rows.read(session, numbered));
    }

    @Override
    @SuppressWarnings("NullAway") // What is read may be null.
    public @Nullable Followed follow(Key key, int limit) {
        int number = held(key.space());
        return number == NO_SPACE ? null : readState(session -> rows.follow(session, new Place(number, key), limit));
    }

    @Override
    @SuppressWarnings("unchecked") // The outcomes are those of the updates, in their order.
    public <T> List<T> update(List<? extends Update<T>> updates) {
        List<Object> outcomes = new ArrayList<>(updates.size());
        while (outcomes.size() < updates.size()) {
            List<? extends Update<T>> rest = updates.subList(outcomes.size(), updates.size());
            List<Place> places = new ArrayList<>(rest.size());
            long bytes = 0;
            for (Update<T> update : rest) {
                places.add(numbered(update.key()));
                bytes += update.bytes();
            }
            Done done = committer.write(rest.size(), bytes, places, batch -> done(batch, places, rest), false);
            outcomes.addAll(done.outcomes);
            if (done.stop instanceof RecordBatch.UnknownSpace unknown) {
                spaces.numbered(unknown.space());
            } else if (done.stop != null) {
                throw done.stop;
            }
        }
        return (List<T>) outcomes;
    }

    @Override
    public void merge(List<Stored> puts, List<Deletion> deletions) {
        List<RowChange> changes = new ArrayList<>(puts.size() + deletions.size());
        long bytes = 0;
        for (Stored put : puts) {
            changes.add(RecordBatch.put(numbered(put.key()), put, false));
            bytes += put.bytes();
        }
        for (Deletion deletion : deletions) {
            int number = held(deletion.key().space());
            changes.add(RecordBatch.delete(new Place(number, deletion.key()), deletion.version()));
        }
        if (!changes.isEmpty()) {
            committer.write(
                    changes.size(),
                    bytes,
                    List.of(),
                    batch -> {
                        changes.forEach(batch::add);
                        return true;
                    },
                    true);
        }
    }

    @Override
    public int replace(List<Replacement> replacements) {
        if (replacements.isEmpty()) {
            return 0;
        }
        SortedMap<Place, Replacement> sorted = new TreeMap<>();
        for (Replacement each : replacements) {
            sorted.put(new Place(held(each.read().key().space()), each.read().key()), each);
        }
        return committer.write(sorted.size(), session -> rows.replace(session, sorted));
    }

    @Override
    public Page scan(Kind kind, @Nullable String after, int limit) {
        return readers.read(session -> rows.scan(session, kind, after, limit));
    }

    @Override
    public boolean sweep(Kind kind, Instant now) {
        if (!kind.hasIndexOfEnds()) {
            return kind.ends() && sweepPage(kind, now);
        }
        int swept = committer.write(MAX_WRITES, session -> {
            PreparedStatement sweep = session.prepare(rows.sweep(kind));
            sweep.setLong(1, Micros.of(now));
            sweep.setInt(2, MAX_WRITES);
            return sweep.executeUpdate();
        });
        return swept == MAX_WRITES;
    }

    private boolean sweepPage(Kind kind, Instant now) {
        Page page = scan(kind, swept.get(kind), Page.MAX_RECORDS);
        List<Deletion> ended = new ArrayList<>();
        for (Page.Found found : page.found()) {
            if (found instanceof Page.Whole(Stored record) && record.hasEnded(now)) {
                ended.add(new Deletion(record.key(), record.version()));
            }
        }
        if (!ended.isEmpty()) {
            merge(List.of(), ended);
        }
        if (page.next() == null) {
            swept.remove(kind);
        } else {
            swept.put(kind, page.next());
        }
        return page.next() != null;
    }

    @Override
    public RecordCount count(AccountSpace space) {
        int number = held(space);
        return new RecordCount(number == NO_SPACE ? 0 : readers.read(session -> count(session, number)), null);
    }

    private long count(Session session, int space) throws SQLException {
        PreparedStatement select = session.prepare(rows.count());
        select.setInt(1, space);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    @Override
    public boolean isAtomic() {
        return true;
    }

    @Override
    public List<String> faults() {
        return readers.read(dialect::faults);
    }

    @Override
    public Load load() {
        return committer.load(readers);
    }

    @Override
    public void requireFiles() {
        dialect.requireFiles();
    }

    @Override
    public Optional<String> quickFault() {
        return dialect.quickFault();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            committer.close();
            readers.close();
            deadlines.close();
            dialect.close();
        }
    }

    private <T> T readState(Work<T> work) {
        return rows.readsAtOnce() ? readers.read(work) : readers.readSnapshot(work);
    }

    private Place numbered(Key key) {
        return new Place(spaces.numbered(key.space()), key);
    }

    private @Nullable Integer known(Key key) {
        return spaces.known(key.space());
    }

    private int held(AccountSpace space) {
        Integer number = spaces.held(space);
        return number == null ? NO_SPACE : number;
    }

    /**
     * What was done of a call.
     *
     * @param outcomes of its first updates
     * @param stop why the next was not performed; {@code null} if all were
     */
    private record Done(List<Object> outcomes, @Nullable RuntimeException stop) {}

    private static Done done(RecordBatch batch, List<Place> places, List<? extends Update<?>> updates) {
        List<Object> outcomes = new ArrayList<>(updates.size());
        for (int i = 0; i < updates.size(); i++) {
            try {
                outcomes.add(batch.apply(places.get(i), updates.get(i)));
            } catch (RuntimeException stop) {
                return new Done(outcomes, stop);
            }
        }
        return new Done(outcomes, null);
    }
}
