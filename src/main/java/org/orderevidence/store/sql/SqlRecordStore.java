package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStore.Followed;
import org.orderevidence.store.RecordStore.RecordCount;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.store.sql.GroupCommitter.GroupedWork;
import org.orderevidence.store.sql.RecordBatch.Place;
import org.orderevidence.store.sql.RecordBatch.RecordChanges.RowChange;

/** Records in an SQL database. Each call is one transaction, which it shares with other callers' writes. */
public final class SqlRecordStore implements RecordStore {
    private static final int NO_SPACE = -1;

    private final Dialect dialect;
    private final RecordRows rows;
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final Spaces spaces;
    private final Set<Kind> kinds;
    private final Deadlines deadlines = new Deadlines();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Updates updating = new Updates();
    private final Merges merging = new Merges();

    /**
     * @param dialect is closed with this
     * @param kinds all kinds of the store; {@link #makeTables} has made their tables
     */
    public SqlRecordStore(Dialect dialect, SqlSettings settings, List<Kind> kinds) {
        this.dialect = dialect;
        this.rows = RecordRows.of(dialect);
        DatabaseErrors failures = new DatabaseErrors(dialect);
        this.committer = new GroupCommitter(dialect, failures, settings, deadlines);
        this.readers = new ReaderPool(dialect, failures, settings, deadlines);
        this.spaces = new Spaces(dialect, committer, readers);
        this.kinds = Set.copyOf(kinds);
    }

    /** Returns the statements that make the tables of some kinds on SQLite. */
    public static String sqliteTables(List<Kind> kinds) {
        return text(kinds, SqliteRecordRows::creation);
    }

    /** Returns the statements that make the tables of some kinds on PostgreSQL. */
    public static String postgresTables(List<Kind> kinds) {
        return text(kinds, PostgresRecordRows::creation);
    }

    private static String text(List<Kind> kinds, Function<Kind, List<String>> creation) {
        StringBuilder text = new StringBuilder("\n-- tables of records\n\n");
        kinds.forEach(kind ->
                creation.apply(kind).forEach(statement -> text.append(statement).append(";\n\n")));
        return text.toString();
    }

    /** Makes the tables that are missing, in a transaction of its own. */
    public static void makeTables(Dialect dialect, Session session, List<Kind> kinds) throws SQLException {
        if (kinds.isEmpty()) {
            return;
        }
        RecordRows rows = RecordRows.of(dialect);
        dialect.begin(session, Dialect.Purpose.MIGRATE);
        for (Kind kind : kinds) {
            for (String statement : rows.tables(kind)) {
                session.execute(statement);
            }
        }
        dialect.commit(session);
    }

    @Override
    public List<List<Stored>> read(List<Range> ranges) {
        require(ranges.size() <= MAX_RANGES, "at most " + MAX_RANGES + " ranges are read at a time");
        if (ranges.isEmpty()) {
            return List.of();
        }
        List<RecordRows.SpaceRange> numbered = new ArrayList<>(ranges.size());
        for (Range range : ranges) {
            requireKnown(range.kind());
            numbered.add(new RecordRows.SpaceRange(held(range.space()), range));
        }
        return ranges.size() == 1
                ? readers.read(session -> rows.read(session, numbered))
                : readState(session -> rows.read(session, numbered));
    }

    @Override
    @SuppressWarnings("NullAway") // What is read may be null.
    public @Nullable Followed follow(Key key, int limit) {
        requireKnown(key.kind());
        require(key.kind().linksTo() != null, "records of this kind have no link");
        require(limit >= 1 && limit <= Range.MAX_LIMIT, "1 to " + Range.MAX_LIMIT + " rows are read with a record");
        int number = held(key.space());
        return number == NO_SPACE ? null : readState(session -> rows.follow(session, new Place(number, key), limit));
    }

    @Override
    @SuppressWarnings("unchecked") // The outcomes are those of the updates, in their order.
    public <T> List<T> update(List<? extends Update<T>> updates) {
        requireFew(updates);
        List<Object> outcomes = new ArrayList<>(updates.size());
        while (outcomes.size() < updates.size()) {
            List<? extends Update<T>> rest = updates.subList(outcomes.size(), updates.size());
            List<Place> places = new ArrayList<>(rest.size());
            long bytes = 0;
            for (Update<T> update : rest) {
                require(update.key().kind().mode() == Kind.Mode.GUARDED, "only guarded kinds are updated");
                places.add(numbered(update.key()));
                bytes += update.bytes();
            }
            Done done = committer.write(rest.size(), bytes, updating, new Call(places, rest));
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
        requireFew(puts);
        requireFew(deletions);
        List<RowChange> changes = new ArrayList<>(puts.size() + deletions.size());
        long bytes = 0;
        for (Stored put : puts) {
            changes.add(RecordBatch.put(numbered(put.key()), put, false));
            bytes += put.bytes();
        }
        for (Deletion deletion : deletions) {
            requireKnown(deletion.key().kind());
            int number = held(deletion.key().space());
            changes.add(RecordBatch.delete(new Place(number, deletion.key()), deletion.version()));
        }
        if (!changes.isEmpty()) {
            committer.write(changes.size(), bytes, merging, changes);
        }
    }

    @Override
    public int replace(List<Replacement> replacements) {
        requireFew(replacements);
        if (replacements.isEmpty()) {
            return 0;
        }
        SortedMap<Place, Replacement> sorted = new TreeMap<>();
        for (Replacement each : replacements) {
            requireKnown(each.read().key().kind());
            require(each.read().key().kind().isSealed(), "only bodies of sealed kinds are replaced");
            sorted.put(new Place(held(each.read().key().space()), each.read().key()), each);
        }
        return committer.write(sorted.size(), session -> rows.replace(session, sorted));
    }

    @Override
    public Page scan(Kind kind, @Nullable String after, int limit) {
        requireKnown(kind);
        require(limit >= 1 && limit <= Page.MAX_RECORDS, "a page has 1 to " + Page.MAX_RECORDS + " records");
        return readers.read(session -> rows.scan(session, kind, after, limit));
    }

    @Override
    public int sweep(Kind kind, Instant now) {
        requireKnown(kind);
        return !kind.ends()
                ? 0
                : committer.write(MAX_WRITES, session -> rows.sweep(session, kind, Micros.of(now), MAX_WRITES));
    }

    @Override
    public RecordCount count(AccountSpace space) {
        int number = held(space);
        return new RecordCount(number == NO_SPACE ? 0 : readers.read(session -> rows.count(session, number)), null);
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
        requireKnown(key.kind());
        return new Place(spaces.numbered(key.space()), key);
    }

    private @Nullable Integer known(Key key) {
        requireKnown(key.kind());
        return spaces.known(key.space());
    }

    private int held(AccountSpace space) {
        Integer number = spaces.held(space);
        return number == null ? NO_SPACE : number;
    }

    private void requireKnown(Kind kind) {
        require(kinds.contains(kind), "the store was opened without this kind");
    }

    private static void requireFew(List<?> writes) {
        require(writes.size() <= MAX_WRITES, "at most " + MAX_WRITES + " records are written at a time");
    }

    private static void require(boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** The updates of one caller, with the places of their records. */
    private record Call(List<Place> places, List<? extends Update<?>> updates) {}

    /**
     * What was done of a call.
     *
     * @param outcomes of its first updates
     * @param stop why the next was not performed; {@code null} if all were
     */
    private record Done(List<Object> outcomes, @Nullable RuntimeException stop) {}

    /**
     * Reads all records of a batch, decides update after update, and writes what has changed. When it is done again
     * because another changed a record in the meantime, it locks the records first, so that it comes to an end.
     */
    private final class Updates implements GroupedWork<Call, Done> {
        @Override
        public List<Done> perform(Session session, List<Call> calls, boolean again) throws SQLException {
            RecordBatch batch = new RecordBatch(SqlRecordStore.this::known, !again);
            TreeSet<Place> places = new TreeSet<>();
            calls.forEach(call -> places.addAll(call.places()));
            Map<Place, Stored> held = rows.held(session, List.copyOf(places), again);
            places.forEach(place -> batch.hold(place, held.get(place)));
            List<Done> all = new ArrayList<>(calls.size());
            calls.forEach(call -> all.add(perform(batch, call)));
            rows.write(session, batch.changes());
            return all;
        }

        private static Done perform(RecordBatch batch, Call call) {
            List<Object> outcomes = new ArrayList<>(call.updates().size());
            for (int i = 0; i < call.updates().size(); i++) {
                try {
                    outcomes.add(
                            batch.apply(call.places().get(i), call.updates().get(i)));
                } catch (RuntimeException stop) {
                    return new Done(outcomes, stop);
                }
            }
            return new Done(outcomes, null);
        }

        @Override
        public int turn() {
            return 3;
        }
    }

    /** Merges rows of all callers. */
    private final class Merges implements GroupedWork<List<RowChange>, Boolean> {
        @Override
        public List<Boolean> perform(Session session, List<List<RowChange>> calls, boolean again) throws SQLException {
            RecordBatch batch = new RecordBatch(SqlRecordStore.this::known, false);
            calls.forEach(changes -> changes.forEach(batch::add));
            rows.write(session, batch.changes());
            return calls.stream().map(_ -> true).toList();
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }

        @Override
        public int turn() {
            return 4;
        }
    }
}
