package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore.Followed;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.Stored;
import org.orderevidence.store.sql.RecordBatch.Place;
import org.orderevidence.store.sql.RecordBatch.RecordChanges;
import org.orderevidence.store.sql.RecordBatch.RecordChanges.RecordChange;
import org.orderevidence.store.sql.RecordBatch.RecordChanges.RowChange;

/**
 * Finds and writes records one by one: in SQLite a prepared statement costs no more than its part of a longer one.
 * SQLite has a single writer at a time, so records that were read do not change.
 */
final class SqliteRecordRows implements RecordRows {
    private static final String ADD_TO_COUNT = "UPDATE spaces SET orders = orders + ? WHERE number = ?";
    private static final String SELECT_COUNT = "SELECT orders FROM spaces WHERE number = ?";

    /** Printable ASCII as it is, anything else in hexadecimal digits. */
    private static final String SHOWN_TEXT = "CASE WHEN length(CAST(? AS TEXT)) = length(?)"
            + " AND CAST(? AS TEXT) NOT GLOB '*[^ -~]*' THEN CAST(? AS TEXT) ELSE '0x' || lower(hex(?)) END";

    private static final String SHOWN_TIME = "strftime('%Y-%m-%dT%H:%M:%fZ', ? / 1000000.0, 'unixepoch')";

    /** So many keys are looked up by one statement: the driver needs its time for each. */
    private static final int TOGETHER = 8;

    private final Dialect dialect;
    private final ConcurrentMap<Kind, Statements> statements = new ConcurrentHashMap<>();

    SqliteRecordRows(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The statements of a kind; each text is made once, because sessions find their statements by it. */
    private record Statements(
            String areHeld,
            String isHeld,
            String held,
            List<String> ranges,
            String put,
            String merge,
            String insert,
            String delete,
            String replace,
            String sweep,
            String read) {

        static Statements of(Kind kind) {
            String table = RecordRows.table(kind);
            String columns =
                    "version, head, body" + (kind.linksTo() != null ? ", link" : "") + (kind.ends() ? ", expires" : "");
            String read = columns(kind, "body");
            String heads = columns(kind, "x''");
            String key = " WHERE space = ? AND part = ? AND sort = ?";
            String into = "INSERT INTO " + table + " (space, part, sort, " + columns + ") VALUES ";
            String row = "(?, ?, ?, " + columns.replaceAll("[a-z]+", "?") + ")";
            String conflict = " ON CONFLICT (space, part, sort) DO ";
            String update = conflict + "UPDATE SET " + columns.replaceAll("[a-z]+", "$0 = excluded.$0");
            return new Statements(
                    "SELECT 1 FROM " + table + " WHERE "
                            + String.join(
                                    " OR ", Collections.nCopies(TOGETHER, "(space = ? AND part = ? AND sort = ?)"))
                            + " LIMIT 1",
                    "SELECT 1 FROM " + table + key,
                    "SELECT " + read + " FROM " + table + key,
                    List.of(
                            range(table, heads, ""),
                            range(table, heads, " DESC"),
                            range(table, read, ""),
                            range(table, read, " DESC")),
                    into + row + update,
                    into + row + update + " WHERE version <= ?",
                    into + row + conflict + "NOTHING",
                    "DELETE FROM " + table + key + " AND version <= ?",
                    "UPDATE " + table + " SET body = ?" + key + " AND version = ? AND body = ?",
                    "DELETE FROM " + table + " WHERE (space, part, sort) IN (SELECT space, part, sort FROM " + table
                            + " WHERE expires <= ? ORDER BY expires LIMIT ?)",
                    read);
        }

        /** The columns of a record as {@link RecordRows#stored} reads them: the same for each kind. */
        private static String columns(Kind kind, String body) {
            return "version, head, " + body + ", " + (kind.linksTo() != null ? "link" : "NULL") + ", "
                    + (kind.ends() ? "expires" : "NULL");
        }

        private static String range(String table, String read, String direction) {
            return "SELECT sort, " + read + " FROM " + table
                    + " WHERE space = ? AND part = ? AND sort >= ? AND sort < ? ORDER BY sort" + direction + " LIMIT ?";
        }

        String range(Range range) {
            return ranges.get((range.withBodies() ? 2 : 0) + (range.reverse() ? 1 : 0));
        }
    }

    private Statements of(Kind kind) {
        return statements.computeIfAbsent(kind, Statements::of);
    }

    /** Returns the statements that make the table of a kind. */
    static List<String> creation(Kind kind) {
        String table = RecordRows.table(kind);
        List<String> statements = new ArrayList<>();
        // Long bodies would spread the keys over many pages.
        statements.add("CREATE TABLE IF NOT EXISTS " + table + RecordRows.columns(kind, "integer", "blob")
                + (kind.isLong() ? "" : " WITHOUT ROWID"));
        statements.add("CREATE VIEW IF NOT EXISTS " + RecordRows.view(kind, SHOWN_TEXT, SHOWN_TIME));
        if (kind.hasIndexOfEnds()) {
            statements.add("CREATE INDEX IF NOT EXISTS " + table + "_by_end ON " + table
                    + " (expires) WHERE expires IS NOT NULL");
        }
        return statements;
    }

    @Override
    public Map<Place, Stored> held(Session session, List<Place> places, boolean locked) throws SQLException {
        Map<Place, Stored> held = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            // Most records are new, and the driver makes the names of all columns anew also for an empty answer.
            if (i + TOGETHER <= places.size() && noneIsHeld(session, places.subList(i, i + TOGETHER))) {
                i += TOGETHER - 1;
                continue;
            }
            Stored record = isHeld(session, places.get(i)) ? held(session, places.get(i)) : null;
            if (record != null) {
                held.put(places.get(i), record);
            }
        }
        return held;
    }

    private boolean noneIsHeld(Session session, List<Place> places) throws SQLException {
        Kind kind = places.getFirst().key().kind();
        if (!places.getLast().key().kind().equals(kind)) {
            return false;
        }
        PreparedStatement select = session.prepare(of(kind).areHeld());
        for (int i = 0; i < TOGETHER; i++) {
            bind(select, 1 + 3 * i, places.get(i));
        }
        try (ResultSet row = select.executeQuery()) {
            return !row.next();
        }
    }

    private boolean isHeld(Session session, Place place) throws SQLException {
        PreparedStatement select = session.prepare(of(place.key().kind()).isHeld());
        bind(select, 1, place);
        try (ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }

    private @Nullable Stored held(Session session, Place place) throws SQLException {
        PreparedStatement select = session.prepare(of(place.key().kind()).held());
        bind(select, 1, place);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? RecordRows.stored(row, 1, place.key()) : null;
        }
    }

    @Override
    public void write(Session session, RecordChanges changes) throws SQLException {
        for (RecordChange change : changes.records()) {
            Statements of = of(change.place().key().kind());
            if (change.put() != null) {
                put(session, of.put(), change.place(), change.put()).executeUpdate();
            } else {
                delete(session, of, change.place(), Long.MAX_VALUE).executeUpdate();
            }
        }
        // A batch of the driver continues while the statement stays the same.
        PreparedStatement last = null;
        try {
            for (RowChange row : changes.rows()) {
                PreparedStatement next = bound(session, row);
                if (last != null && !last.equals(next)) {
                    last.executeBatch();
                }
                last = next;
                next.addBatch();
            }
            if (last != null) {
                last.executeBatch();
            }
        } finally {
            if (last != null) {
                // After a failure, the next change must not write its rows.
                last.clearBatch();
            }
        }
        for (Map.Entry<Integer, Integer> counted : changes.counted().entrySet()) {
            PreparedStatement count = session.prepare(ADD_TO_COUNT);
            count.setInt(1, counted.getValue());
            count.setInt(2, counted.getKey());
            count.executeUpdate();
        }
    }

    private PreparedStatement bound(Session session, RowChange row) throws SQLException {
        Statements of = of(row.place().key().kind());
        if (row.put() == null) {
            return delete(session, of, row.place(), row.upTo());
        }
        PreparedStatement put = put(session, row.upTo() == 0 ? of.insert() : of.merge(), row.place(), row.put());
        if (row.upTo() != 0) {
            put.setLong(width(row.place().key().kind()) + 1, row.upTo());
        }
        return put;
    }

    private static int width(Kind kind) {
        return 6 + (kind.ends() ? 1 : 0) + (kind.linksTo() != null ? 1 : 0);
    }

    private static PreparedStatement put(Session session, String sql, Place place, Stored record) throws SQLException {
        PreparedStatement put = session.prepare(sql);
        bind(put, 1, place);
        put.setLong(4, record.version());
        put.setBytes(5, record.head().toArray());
        put.setBytes(6, record.body().toArray());
        int next = 7;
        if (place.key().kind().linksTo() != null) {
            put.setBytes(next++, record.link().toArray());
        }
        if (place.key().kind().ends()) {
            put.setObject(next, Micros.orNull(record.expires()));
        }
        return put;
    }

    private static PreparedStatement delete(Session session, Statements of, Place place, long upTo)
            throws SQLException {
        PreparedStatement delete = session.prepare(of.delete());
        bind(delete, 1, place);
        delete.setLong(4, upTo);
        return delete;
    }

    @Override
    public boolean readsAtOnce() {
        return false;
    }

    @Override
    public List<List<Stored>> read(Session session, List<SpaceRange> ranges) throws SQLException {
        List<List<Stored>> all = new ArrayList<>(ranges.size());
        for (SpaceRange range : ranges) {
            all.add(read(session, range.space(), range.range(), range.range().limit()));
        }
        return all;
    }

    private List<Stored> read(Session session, int space, Range range, int limit) throws SQLException {
        PreparedStatement select = session.prepare(of(range.kind()).range(range));
        select.setInt(1, space);
        select.setBytes(2, range.part().toArray());
        select.setBytes(3, range.from().toArray());
        select.setBytes(4, RecordRows.end(range));
        select.setInt(5, limit);
        List<Stored> found = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Key key = new Key(range.kind(), range.space(), range.part(), RecordRows.bytes(row, 1));
                found.add(RecordRows.stored(row, 2, key));
            }
        }
        return found;
    }

    @Override
    public @Nullable Followed follow(Session session, Place place, int limit) throws SQLException {
        Stored record = held(session, place);
        if (record == null || record.link().isEmpty()) {
            return record == null ? null : new Followed(record, List.of());
        }
        Kind target = Objects.requireNonNull(place.key().kind().linksTo());
        Range part = Range.part(target, place.key().space(), record.link(), limit);
        List<Stored> rows = read(session, place.space(), part, limit + 1);
        return new Followed(record, rows.size() > limit ? null : rows);
    }

    @Override
    public int replace(Session session, SortedMap<Place, Replacement> replacements) throws SQLException {
        int replaced = 0;
        for (Map.Entry<Place, Replacement> each : replacements.entrySet()) {
            PreparedStatement replace =
                    session.prepare(of(each.getKey().key().kind()).replace());
            replace.setBytes(1, each.getValue().body().toArray());
            bind(replace, 2, each.getKey());
            replace.setLong(5, each.getValue().read().version());
            replace.setBytes(6, each.getValue().read().body().toArray());
            replaced += replace.executeUpdate();
        }
        return replaced;
    }

    @Override
    public Page scan(Session session, Kind kind, @Nullable String after, int limit) throws SQLException {
        return new SqliteScan(dialect, session, kind, of(kind).read()).page(after, limit);
    }

    @Override
    public String sweep(Kind kind) {
        return of(kind).sweep();
    }

    @Override
    public String count() {
        return SELECT_COUNT;
    }

    private static void bind(PreparedStatement statement, int first, Place place) throws SQLException {
        statement.setInt(first, place.space());
        statement.setBytes(first + 1, place.key().part().toArray());
        statement.setBytes(first + 2, place.key().sort().toArray());
    }
}
