package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
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
 * Finds and writes the records of a batch: one round trip reads them, one writes all changes and commits. A record is
 * replaced only if it is still as it was read. Otherwise the batch is repeated with locks. Each statement goes through
 * its rows in the order of their keys, so that two batches seldom wait for each other. They still can if both make rows
 * that the other changes. Then the server ends one of them, and it is repeated.
 */
final class PostgresRecordRows implements RecordRows {
    /** More than the connections that write to one space at a time, as a rule; two may share one and only wait. */
    private static final int COUNT_SLOTS = 64;

    private static final String ADD_TO_COUNTS = """
            INSERT INTO space_counts AS c (space, slot, orders)
            SELECT k.space, pg_backend_pid() %% %d, k.orders FROM unnest(?::integer[], ?::integer[]) k (space, orders)
            ON CONFLICT (space, slot) DO UPDATE SET orders = c.orders + excluded.orders""".formatted(COUNT_SLOTS);

    static final String SELECT_COUNT = "SELECT coalesce(sum(orders), 0)::bigint FROM space_counts WHERE space = ?";

    /** Printable ASCII as it is, anything else in hexadecimal digits. */
    private static final String SHOWN_TEXT =
            "CASE WHEN encode(?, 'escape') ~ '^[ -\\x5b\\x5d-~]*$' THEN encode(?, 'escape') ELSE '0x' || encode(?, 'hex') END";

    private static final String SHOWN_TIME = "to_timestamp(? / 1000000.0)";

    private final ConcurrentMap<String, Statements> statements = new ConcurrentHashMap<>();

    /**
     * The statements of a kind. {@code OFFSET 0} and {@code LIMIT} stop the planner from turning a subquery into a
     * join: each key is looked up in the index, also by a plan that is made while the table is empty.
     */
    record Statements(
            String held,
            String lock,
            String insert,
            String update,
            String put,
            String remove,
            String delete,
            List<String> ranges,
            String follow,
            String replace,
            String scan,
            String sweep) {
        private static final int REVERSE = 1;
        private static final int BODIES = 2;
        private static final int SHAPES = 4;

        static Statements of(Kind kind) {
            String table = RecordRows.table(kind);
            List<String> values = new ArrayList<>(List.of("version", "head", "body"));
            if (kind.linksTo() != null) {
                values.add("link");
            }
            if (kind.ends()) {
                values.add("expires");
            }
            String columns = String.join(", ", values);
            String arrays = each(values, column -> "?::" + type(column) + "[]");
            String keys = "?::integer[], ?::bytea[], ?::bytea[]";
            String sameKey = "t.space = k.space AND t.part = k.part AND t.sort = k.sort";
            String lookUp = " FROM " + table + " WHERE space = k.space AND part = k.part AND sort = k.sort OFFSET 0";
            String insert = "INSERT INTO " + table + " AS t (space, part, sort, " + columns + ")\nSELECT * FROM unnest("
                    + keys + ", " + arrays + ")";
            String delete = "DELETE FROM " + table + " t USING unnest(" + keys
                    + ", ?::bigint[]) k (space, part, sort, version)\nWHERE " + sameKey + " AND t.version ";
            List<String> ranges = new ArrayList<>();
            for (int shape = 0; shape < SHAPES; shape++) {
                ranges.add(range(kind, shape));
            }
            return new Statements(
                    "SELECT k.number, " + read(kind, "t.", true) + "\nFROM unnest(" + keys
                            + ") WITH ORDINALITY k (space, part, sort, number)\nCROSS JOIN LATERAL (SELECT *" + lookUp
                            + ") t",
                    "SELECT 1 FROM unnest(" + keys + ") k (space, part, sort)\nCROSS JOIN LATERAL (SELECT 1" + lookUp
                            + " FOR UPDATE) t",
                    insert,
                    "UPDATE " + table + " t SET " + each(values, column -> column + " = k." + column)
                            + "\nFROM unnest(" + keys + ", ?::bigint[], " + arrays + ") k (space, part, sort, was, "
                            + columns + ")\nWHERE " + sameKey + " AND t.version = k.was",
                    insert + "\nON CONFLICT (space, part, sort) DO "
                            + (kind.mode() == Kind.Mode.FIRST
                                    ? "NOTHING"
                                    : "UPDATE SET " + each(values, column -> column + " = excluded." + column)
                                            + "\nWHERE t.version <= excluded.version"),
                    delete + "= k.version",
                    delete + "<= k.version",
                    ranges,
                    follow(kind),
                    "UPDATE " + table + " t SET body = k.body\nFROM unnest(" + keys
                            + ", ?::bigint[], ?::bytea[], ?::bytea[]) k (space, part, sort, version, was, body)\nWHERE "
                            + sameKey + " AND t.version = k.version AND t.body = k.was",
                    scan(kind),
                    "DELETE FROM " + table + " WHERE ctid = ANY (ARRAY(SELECT ctid FROM " + table
                            + "\nWHERE expires <= ? ORDER BY expires LIMIT ? FOR UPDATE SKIP LOCKED))");
        }

        private static String type(String column) {
            return column.equals("version") || column.equals("expires") ? "bigint" : "bytea";
        }

        private static String each(List<String> columns, Function<String, String> text) {
            return String.join(", ", columns.stream().map(text).toList());
        }

        /** The columns of a record as {@link RecordRows#stored} reads them: the same for each kind. */
        private static String read(Kind kind, String row, boolean withBodies) {
            return row + "version, " + row + "head, " + (withBodies ? row + "body" : "''::bytea") + ", "
                    + (kind.linksTo() == null ? "NULL::bytea" : row + "link") + ", "
                    + (kind.ends() ? row + "expires" : "NULL::bigint");
        }

        private static String range(Kind kind, int shape) {
            return "SELECT r.number, t.*\nFROM unnest(?::integer[], ?::integer[], ?::bytea[], ?::bytea[], ?::bytea[],"
                    + " ?::integer[]) r (number, space, part, low, high, most)\nCROSS JOIN LATERAL (SELECT sort, "
                    + read(kind, "", (shape & BODIES) != 0) + " FROM "
                    + RecordRows.table(kind)
                    + "\nWHERE space = r.space AND part = r.part AND sort >= r.low AND sort < r.high\nORDER BY sort"
                    + ((shape & REVERSE) != 0 ? " DESC" : "") + " LIMIT r.most) t";
        }

        String range(Range range) {
            return ranges.get((range.reverse() ? REVERSE : 0) + (range.withBodies() ? BODIES : 0));
        }

        /** The record, without a sort key; then the part to which it links. */
        private static String follow(Kind kind) {
            Kind target = kind.linksTo();
            return target == null
                    ? ""
                    : "SELECT p.* FROM " + RecordRows.table(kind)
                            + " o CROSS JOIN LATERAL (\nSELECT NULL::bytea, " + read(kind, "o.", true)
                            + "\nUNION ALL\n(SELECT sort, " + read(target, "", true) + " FROM "
                            + RecordRows.table(target)
                            + " WHERE space = o.space AND part = o.link\n"
                            + "ORDER BY sort LIMIT CASE WHEN o.link = '' THEN 0 ELSE ?::integer END)) p\n"
                            + "WHERE o.space = ? AND o.part = ? AND o.sort = ?";
        }

        /** Without reading a body whose record does not fit into the page. */
        private static String scan(Kind kind) {
            return "SELECT t.space, t.part, t.sort, s.account, s.mode, " + read(kind, "t.", true)
                    + """

                    FROM (SELECT *, sum(octet_length(head) + octet_length(body)) OVER (ORDER BY space, part, sort
                      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes FROM %s
                      WHERE (space, part, sort) > (?, ?, ?) ORDER BY space, part, sort LIMIT ?) t
                    LEFT JOIN LATERAL (SELECT account, mode FROM spaces WHERE number = t.space OFFSET 0) s ON true
                    WHERE coalesce(t.bytes, 0) < %d ORDER BY t.space, t.part, t.sort""".formatted(RecordRows.table(kind), Page.BYTES);
        }
    }

    Statements of(Kind kind) {
        return statements.computeIfAbsent(kind.name(), _ -> Statements.of(kind));
    }

    /** Returns the statements that make the table of a kind. One that is there is not touched: that would wait for all who use it. */
    static List<String> creation(Kind kind) {
        String table = RecordRows.table(kind);
        String make = "CREATE TABLE " + table + RecordRows.columns(kind, "bigint", "bytea")
                + switch (kind.mode()) {
                    case GUARDED -> " WITH (fillfactor = 90); ";
                    case NEWEST -> " WITH (fillfactor = 95); ";
                    case FIRST -> "; ";
                }
                // What is sealed cannot be compressed.
                + (kind.isSealed() ? "ALTER TABLE " + table + " ALTER COLUMN body SET STORAGE EXTERNAL; " : "")
                + (kind.hasIndexOfEnds()
                        ? "CREATE INDEX " + table + "_by_end ON " + table + " (expires) WHERE expires IS NOT NULL; "
                        : "")
                + "CREATE VIEW " + RecordRows.view(kind, SHOWN_TEXT, SHOWN_TIME) + "; ";
        return List.of("DO $$ BEGIN IF to_regclass(format('%I." + table + "', current_schema())) IS NULL THEN " + make
                + "END IF; END $$");
    }

    @Override
    public Map<Place, Stored> held(Session session, List<Place> places, boolean locked) throws SQLException {
        Collection<List<Place>> all = byKind(places, place -> place);
        PostgresPipeline pipeline = new PostgresPipeline();
        if (locked) {
            // Statements of their own: what is read after the wait for a lock is what the other has committed.
            all.forEach(each -> pipeline.add(of(kind(each)).lock(), keys(each)));
        }
        all.forEach(each -> pipeline.add(of(kind(each)).held(), keys(each)));
        Map<Place, Stored> held = HashMap.newHashMap(places.size());
        PreparedStatement select = pipeline.send(session);
        if (locked) {
            for (int i = 0; i < all.size(); i++) {
                select.getMoreResults();
            }
        }
        for (List<Place> each : all) {
            try (ResultSet row = select.getResultSet()) {
                while (row.next()) {
                    Place place = each.get(row.getInt(1) - 1);
                    held.put(place, RecordRows.stored(row, 2, place.key()));
                }
            }
            select.getMoreResults();
        }
        return held;
    }

    private static Kind kind(List<Place> places) {
        return places.getFirst().key().kind();
    }

    private static <T> Collection<List<T>> byKind(Collection<T> rows, Function<T, Place> place) {
        Map<String, List<T>> all = new LinkedHashMap<>();
        for (T row : rows) {
            all.computeIfAbsent(place.apply(row).key().kind().name(), _ -> new ArrayList<>())
                    .add(row);
        }
        return all.values();
    }

    /** One of the rows of a kind that are changed by one statement. */
    private record Row(Place place, long version, @Nullable Stored put) {}

    private static List<Place> places(List<Row> rows) {
        return rows.stream().map(Row::place).toList();
    }

    private static List<Object> versioned(List<Row> rows) {
        List<Object> arrays = keys(places(rows));
        arrays.add(longs(rows, Row::version));
        return arrays;
    }

    /**
     * The rows of a new record are inserted without asking what may be in their way, which spares the server work. What
     * replaces no record is written with the commit.
     */
    @Override
    public void write(Session session, RecordChanges changes) throws SQLException {
        PostgresPipeline pipeline = new PostgresPipeline();
        byKind(changes.records(), RecordChange::place).forEach(each -> addRecords(pipeline, each));
        byKind(changes.rows(), RowChange::place).forEach(each -> addRows(pipeline, each));
        if (!changes.counted().isEmpty()) {
            pipeline.add(
                    ADD_TO_COUNTS,
                    List.of(
                            ints(List.copyOf(changes.counted().keySet()), space -> space),
                            ints(List.copyOf(changes.counted().values()), orders -> orders)));
        }
        if (pipeline.isChecked()) {
            pipeline.execute(session);
        } else if (!changes.records().isEmpty() || !changes.rows().isEmpty()) {
            session.beforeCommit(pipeline);
        }
    }

    private void addRecords(PostgresPipeline pipeline, List<RecordChange> changes) {
        List<Row> inserted = new ArrayList<>();
        List<Row> replaced = new ArrayList<>();
        List<Row> removed = new ArrayList<>();
        for (RecordChange change : changes) {
            Stored was = change.was();
            List<Row> kind = was == null ? inserted : change.put() == null ? removed : replaced;
            kind.add(new Row(change.place(), was == null ? 0 : was.version(), change.put()));
        }
        List<Place> held = changes.stream()
                .filter(change -> change.was() != null)
                .map(RecordChange::place)
                .toList();
        Statements of = of(changes.getFirst().place().key().kind());
        lock(pipeline, of, held, removed, replaced);
        if (!replaced.isEmpty()) {
            List<Object> arrays = versioned(replaced);
            addValues(arrays, replaced);
            pipeline.add(of.update(), arrays, replaced.size());
        }
        if (!removed.isEmpty()) {
            pipeline.add(of.remove(), versioned(removed), removed.size());
        }
        put(pipeline, of.insert(), inserted);
    }

    private void addRows(PostgresPipeline pipeline, List<RowChange> changes) {
        List<Row> inserted = new ArrayList<>();
        List<Row> merged = new ArrayList<>();
        List<Row> deleted = new ArrayList<>();
        List<Place> held = new ArrayList<>();
        for (RowChange change : changes) {
            Stored put = change.put();
            if (put != null && change.isNew()) {
                inserted.add(new Row(change.place(), 0, put));
                continue;
            }
            held.add(change.place());
            if (put != null) {
                merged.add(new Row(change.place(), 0, put));
            }
            boolean replacesMore = put == null || change.upTo() > put.version();
            if (change.upTo() > 0
                    && (replacesMore || change.place().key().kind().mode() == Kind.Mode.FIRST)) {
                deleted.add(new Row(change.place(), change.upTo(), null));
            }
        }
        Statements of = of(changes.getFirst().place().key().kind());
        lock(pipeline, of, held, deleted, merged);
        if (!deleted.isEmpty()) {
            pipeline.add(of.delete(), versioned(deleted));
        }
        put(pipeline, of.insert(), inserted);
        put(pipeline, of.put(), merged);
    }

    /** Two statements that each go through their own keys would lock in another order than those of another batch. */
    private static void lock(
            PostgresPipeline pipeline, Statements of, List<Place> held, List<Row> deleted, List<Row> changed) {
        if (!deleted.isEmpty() && !changed.isEmpty()) {
            pipeline.add(of.lock(), keys(held));
        }
    }

    private static void put(PostgresPipeline pipeline, String sql, List<Row> rows) {
        if (!rows.isEmpty()) {
            List<Object> arrays = keys(places(rows));
            addValues(arrays, rows);
            pipeline.add(sql, arrays);
        }
    }

    @Override
    public boolean readsAtOnce() {
        return true;
    }

    @Override
    public List<List<Stored>> read(Session session, List<SpaceRange> ranges) throws SQLException {
        List<List<Stored>> found = new ArrayList<>(ranges.size());
        Map<String, List<Integer>> shapes = new LinkedHashMap<>();
        for (int i = 0; i < ranges.size(); i++) {
            found.add(new ArrayList<>());
            if (ranges.get(i).space() >= 0) {
                Range range = ranges.get(i).range();
                shapes.computeIfAbsent(of(range.kind()).range(range), _ -> new ArrayList<>())
                        .add(i);
            }
        }
        if (shapes.isEmpty()) {
            return found;
        }
        PreparedStatement select = session.prepare(String.join("\nUNION ALL\n", shapes.keySet()));
        List<Object> parameters = new ArrayList<>();
        shapes.values().forEach(numbers -> addRanges(parameters, ranges, numbers));
        PostgresPipeline.bind(select, parameters);
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                int number = row.getInt(1);
                Range range = ranges.get(number).range();
                Key key = new Key(range.kind(), range.space(), range.part(), RecordRows.bytes(row, 2));
                found.get(number).add(RecordRows.stored(row, 3, key));
            }
        }
        return found;
    }

    private static void addRanges(List<Object> parameters, List<SpaceRange> ranges, List<Integer> numbers) {
        parameters.add(ints(numbers, number -> number));
        parameters.add(ints(numbers, number -> ranges.get(number).space()));
        parameters.add(
                bytes(numbers, number -> ranges.get(number).range().part().toArray()));
        parameters.add(
                bytes(numbers, number -> ranges.get(number).range().from().toArray()));
        parameters.add(
                bytes(numbers, number -> RecordRows.end(ranges.get(number).range())));
        parameters.add(ints(numbers, number -> ranges.get(number).range().limit()));
    }

    @Override
    public @Nullable Followed follow(Session session, Place place, int limit) throws SQLException {
        Key key = place.key();
        PreparedStatement select = session.prepare(of(key.kind()).follow());
        select.setInt(1, limit + 1);
        select.setInt(2, place.space());
        select.setBytes(3, key.part().toArray());
        select.setBytes(4, key.sort().toArray());
        Kind target = key.kind().linksTo();
        try (ResultSet row = select.executeQuery()) {
            if (target == null || !row.next()) {
                return null;
            }
            Stored record = RecordRows.stored(row, 2, key);
            List<Stored> rows = new ArrayList<>();
            while (row.next()) {
                Bytes sort = RecordRows.bytes(row, 1);
                rows.add(RecordRows.stored(row, 2, new Key(target, key.space(), record.link(), sort)));
            }
            return new Followed(record, rows.size() > limit ? null : rows);
        }
    }

    @Override
    public int replace(Session session, SortedMap<Place, Replacement> replacements) throws SQLException {
        int replaced = 0;
        for (List<Map.Entry<Place, Replacement>> each : byKind(replacements.entrySet(), Map.Entry::getKey)) {
            List<Place> places = each.stream().map(Map.Entry::getKey).toList();
            List<Replacement> all = each.stream().map(Map.Entry::getValue).toList();
            List<Object> arrays = keys(places);
            arrays.add(longs(all, one -> one.read().version()));
            arrays.add(bytes(all, one -> one.read().body().toArray()));
            arrays.add(bytes(all, one -> one.body().toArray()));
            PreparedStatement replace = session.prepare(of(kind(places)).replace());
            PostgresPipeline.bind(replace, arrays);
            replaced += replace.executeUpdate();
        }
        return replaced;
    }

    @Override
    public Page scan(Session session, Kind kind, @Nullable String after, int limit) throws SQLException {
        PreparedStatement select = session.prepare(of(kind).scan());
        From from = From.parse(after);
        select.setInt(1, (int) from.number());
        select.setBytes(2, from.part().toArray());
        select.setBytes(3, from.sort().toArray());
        select.setInt(4, limit);
        List<Page.Found> found = new ArrayList<>();
        String next = null;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                From place = new From(row.getInt(1), RecordRows.bytes(row, 2), RecordRows.bytes(row, 3));
                found.add(RecordRows.found(row, kind, place));
                next = place.text();
            }
        }
        return new Page(found, next);
    }

    @Override
    public String sweep(Kind kind) {
        return of(kind).sweep();
    }

    @Override
    public String count() {
        return SELECT_COUNT;
    }

    // Loops, not streams: these are the committers' own work, and there are only a few of them.

    private static List<Object> keys(List<Place> places) {
        List<Object> arrays = new ArrayList<>();
        arrays.add(ints(places, Place::space));
        arrays.add(bytes(places, place -> place.key().part().toArray()));
        arrays.add(bytes(places, place -> place.key().sort().toArray()));
        return arrays;
    }

    /** Adds the other columns of records, in the order of {@link Statements#of}. */
    private static void addValues(List<Object> arrays, List<Row> changed) {
        List<Stored> rows =
                changed.stream().map(row -> Objects.requireNonNull(row.put())).toList();
        arrays.add(longs(rows, Stored::version));
        arrays.add(bytes(rows, row -> row.head().toArray()));
        arrays.add(bytes(rows, row -> row.body().toArray()));
        Kind kind = rows.getFirst().key().kind();
        if (kind.linksTo() != null) {
            arrays.add(bytes(rows, row -> row.link().toArray()));
        }
        if (kind.ends()) {
            arrays.add(rows.stream().map(row -> Micros.orNull(row.expires())).toArray(Long[]::new));
        }
    }

    private static <T> int[] ints(List<T> rows, ToIntFunction<T> column) {
        int[] values = new int[rows.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.applyAsInt(rows.get(i));
        }
        return values;
    }

    private static <T> long[] longs(List<T> rows, ToLongFunction<T> column) {
        long[] values = new long[rows.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.applyAsLong(rows.get(i));
        }
        return values;
    }

    private static <T> byte[][] bytes(List<T> rows, Function<T, byte[]> column) {
        byte[][] values = new byte[rows.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        return values;
    }
}
