package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Kind.Bucket;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.cassandra.Cluster.StatementKind;

/**
 * The tables of all kinds: reads ranges over the buckets of a part, and writes records of merged kinds. The buckets of
 * a listed part have rows of their own. The time stamp of such a row is its end, so that it ends with the last record.
 */
final class RecordTables {
    static final String CREATION = "CREATE TABLE IF NOT EXISTS record_buckets"
            + " (kind text, space text, part blob, bucket int, PRIMARY KEY ((kind, space, part), bucket))";

    /** Buckets of a range that are read at once. Of more, one is read first, because it often has enough. */
    private static final int MOST_AT_ONCE = 4;

    /** Buckets that are read at once if those before had not enough. */
    private static final int MOST_TOGETHER = 16;

    /** Maximum number of buckets of a range of a kind whose buckets are not listed. */
    private static final int MAX_UNLISTED = 1_000;

    /** Maximum number of buckets that are remembered as listed; beyond, all are listed again. */
    private static final int MAX_REMEMBERED = 100_000;

    private static final Bytes GREATEST = Bytes.wrap(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});

    private final Cluster cluster;
    private final InstantSource clock;
    private final Map<Kind, KindTable> tables;
    private final PreparedStatement list;
    private final PreparedStatement listed;

    /** Until when a bucket is listed, in microseconds. */
    private final ConcurrentMap<Partition, Long> ends = new ConcurrentHashMap<>();

    /** The time of the last FIRST record. Each has its own, so that the first of two has the earlier one. */
    private final AtomicLong lastFirst = new AtomicLong();

    /** Where a record is: Cassandra decides one conditional write of a partition at a time. */
    record Partition(Kind kind, AccountSpace space, Bytes part, int bucket) {
        static Partition of(Key key) {
            return new Partition(
                    key.kind(), key.space(), key.part(), key.kind().bucket().of(key.sort()));
        }
    }

    RecordTables(Cluster cluster, InstantSource clock, List<Kind> kinds) {
        this.cluster = cluster;
        this.clock = clock;
        this.tables = Fanout.map(kinds, kind -> new KindTable(cluster, kind, clock)).stream()
                .collect(Collectors.toMap(KindTable::kind, table -> table));
        list = cluster.prepare(
                StatementKind.WRITE,
                "INSERT INTO record_buckets (kind, space, part, bucket) VALUES (?, ?, ?, ?)"
                        + " USING TIMESTAMP ? AND TTL ?");
        listed = cluster.prepare(
                StatementKind.READ,
                "SELECT bucket FROM record_buckets WHERE kind = ? AND space = ? AND part = ?"
                        + " AND bucket >= ? AND bucket <= ?");
    }

    KindTable of(Kind kind) {
        return Objects.requireNonNull(tables.get(kind), "the store was opened without a kind");
    }

    List<Stored> read(Range range) {
        KindTable table = of(range.kind());
        if (!range.until().isEmpty() && range.from().compareTo(range.until()) >= 0) {
            return List.of();
        }
        List<Integer> buckets = buckets(range);
        int width = buckets.size() <= MOST_AT_ONCE ? MOST_AT_ONCE : 1;
        List<Stored> found = new ArrayList<>();
        int read = 0;
        while (read < buckets.size() && found.size() < range.limit()) {
            List<Integer> next = buckets.subList(read, Math.min(read + width, buckets.size()));
            int limit = range.limit() - found.size();
            Fanout.map(next, bucket -> read(table, range, bucket, limit)).stream()
                    .flatMap(List::stream)
                    .limit(limit)
                    .forEach(found::add);
            read += next.size();
            width = Math.min(2 * width, MOST_TOGETHER);
        }
        return found;
    }

    /** Reads on behind removed records: they count for a limit of the servers. */
    private List<Stored> read(KindTable table, Range range, int bucket, int limit) {
        List<Stored> found = new ArrayList<>();
        Range rest = range;
        while (true) {
            int asked = limit - found.size();
            List<Row> rows = cluster.readAll(table.select(rest, bucket, asked));
            rows.stream().filter(row -> !KindTable.isRemoved(row)).forEach(row -> found.add(table.stored(range, row)));
            if (rows.size() < asked || found.size() == limit) {
                return found;
            }
            Bytes last = Bytes.wrap(KindTable.bytes(rows.getLast(), "sort"));
            Bytes from = range.reverse() ? range.from() : last.successor();
            Bytes until = range.reverse() ? last : range.until();
            if (from.compareTo(until) >= 0 && (range.reverse() || !until.isEmpty())) {
                return found;
            }
            rest = range.between(from, until).ofAtMost(limit);
        }
    }

    /** Returns the buckets in the order of the range. */
    private List<Integer> buckets(Range range) {
        Bucket bucket = range.kind().bucket();
        int first = bucket.of(range.from());
        int last = bucket.of(range.until().isEmpty() ? GREATEST : range.until());
        List<Integer> buckets;
        if (bucket.isListed() && last - first >= MOST_AT_ONCE) {
            String kind = range.kind().name();
            BoundStatement select =
                    listed.bind(kind, range.space().path(), range.part().buffer(), first, last);
            buckets = cluster.readAll(select).stream()
                    .map(row -> row.getInt("bucket"))
                    .toList();
        } else if (last - first < MAX_UNLISTED) {
            buckets = IntStream.rangeClosed(first, last).boxed().toList();
        } else {
            throw new IllegalArgumentException(
                    "a range of the kind " + range.kind() + " has at most " + MAX_UNLISTED + " buckets");
        }
        return range.reverse() ? buckets.reversed() : buckets;
    }

    /** Puts records of merged kinds side by side, and lists their buckets. */
    void put(List<Stored> puts, List<BoundStatement> others) {
        List<BoundStatement> writes = new ArrayList<>(others);
        Map<Partition, Long> listing = new HashMap<>();
        for (Stored put : puts) {
            Kind kind = put.key().kind();
            KindTable table = of(kind);
            Stored record = kind.mode() == Kind.Mode.FIRST ? withTime(put) : put;
            writes.add(table.put(record));
            if (kind.bucket().isListed()) {
                Partition bucket = Partition.of(put.key());
                long end = KindTable.end(put);
                if (ends.getOrDefault(bucket, Long.MIN_VALUE) < end && listing.merge(bucket, end, Math::max) == end) {
                    writes.add(list.bind(
                            kind.name(),
                            bucket.space.path(),
                            bucket.part.buffer(),
                            bucket.bucket,
                            end,
                            table.secondsLeft(put)));
                }
            }
        }
        if (writes.isEmpty()) {
            return;
        }
        cluster.writeAll(writes);
        if (ends.size() >= MAX_REMEMBERED) {
            ends.clear();
        }
        listing.forEach((bucket, end) -> ends.merge(bucket, end, Math::max));
    }

    private Stored withTime(Stored put) {
        long time = lastFirst.updateAndGet(last -> Math.max(last + 1, Micros.of(clock.instant())));
        return put.ofVersion(time);
    }

    /**
     * The table of a kind: its statements, and the form of its rows. One cell has all of a record, so that competing writes
     * cannot be mixed. Rows of guarded kinds also have columns for the conditions of their writes: the version, and the numbers
     * of the last writes. A removed record of such a kind stays for a while as a row with an empty cell. The cells of merged
     * kinds have the version as their time stamp, those of FIRST kinds its negative.
     */
    static final class KindTable {
        /** Cassandra's limit: 20 years. */
        private static final long MOST_SECONDS = 20L * 365 * 24 * 60 * 60;

        /** How long a row that was left stays as a note: longer than a read of its part lasts. */
        private static final Duration NOTED = Duration.ofMinutes(2);

        /** How long it is known that a record was removed: longer than any update lasts. */
        private static final int REMOVED_SECONDS = 24 * 60 * 60;

        /** The end of what does not end. */
        private static final long NEVER = Long.MAX_VALUE / 2;

        /** Greater than every sort key. */
        private static final ByteBuffer END = ByteBuffer.wrap(HexFormat.of().parseHex("ff".repeat(Key.MAX_SORT + 1)))
                .asReadOnlyBuffer();

        private static final String PLACE = " WHERE space = ? AND part = ? AND bucket = ? AND sort = ?";
        private static final String FROM = " WHERE space = ? AND part = ? AND bucket = ? AND sort >= ? AND sort < ?";

        private final Kind kind;
        private final InstantSource clock;
        private final PreparedStatement one;
        private final List<PreparedStatement> some;
        private final PreparedStatement walk;
        private final PreparedStatement current;
        private final PreparedStatement put;
        private final PreparedStatement delete;
        private final PreparedStatement replace;

        KindTable(Cluster cluster, Kind kind, InstantSource clock) {
            this.kind = kind;
            this.clock = clock;
            String table = kind.name() + "_records";
            String select = "SELECT sort, value FROM " + table;
            one = cluster.prepare(StatementKind.READ, select + PLACE);
            some = Stream.of("ASC", "DESC")
                    .map(order ->
                            cluster.prepare(StatementKind.READ, select + FROM + " ORDER BY sort " + order + " LIMIT ?"))
                    .toList();
            walk = cluster.prepare(StatementKind.WALK, "SELECT space, part, sort, value FROM " + table);
            if (isGuarded()) {
                String set = "UPDATE " + table + " USING TTL ? SET version = ?, value = ?";
                current = cluster.prepare(
                        StatementKind.GUARDED_READ, "SELECT sort, value, version, writes FROM " + table + PLACE);
                put = cluster.prepare(StatementKind.GUARDED, set + ", writes = ?" + PLACE + " IF version = ?");
                delete = put;
                replace = cluster.prepare(StatementKind.GUARDED, set + PLACE + " IF version = ? AND value = ?");
            } else {
                String set = "UPDATE " + table + " USING TIMESTAMP ? AND TTL ? SET value = ?" + PLACE;
                current = cluster.prepare(
                        StatementKind.READ, "SELECT sort, value, ttl(value) AS seconds FROM " + table + PLACE);
                put = cluster.prepare(StatementKind.WRITE, set);
                delete = cluster.prepare(StatementKind.WRITE, "DELETE FROM " + table + " USING TIMESTAMP ?" + PLACE);
                replace = put;
            }
        }

        /** Returns the statement that creates the table. */
        static String creation(Kind kind) {
            return "CREATE TABLE IF NOT EXISTS " + kind.name()
                    + "_records (space text, part blob, bucket int, sort blob,"
                    + (kind.mode() == Kind.Mode.GUARDED ? " version bigint, writes frozen<list<bigint>>," : "")
                    + " value blob, PRIMARY KEY ((space, part, bucket), sort))";
        }

        Kind kind() {
            return kind;
        }

        boolean isGuarded() {
            return kind.mode() == Kind.Mode.GUARDED;
        }

        // Reads

        BoundStatement select(Range range, int bucket, int limit) {
            String space = range.space().path();
            ByteBuffer part = range.part().buffer();
            ByteBuffer from = range.from().buffer();
            int order = range.reverse() ? 1 : 0;
            if (range.until().equals(range.from().successor())) {
                return one.bind(space, part, bucket, from);
            }
            ByteBuffer until = range.until().isEmpty() ? END : range.until().buffer();
            return some.get(order).bind(space, part, bucket, from, until, limit);
        }

        /** Selects a record as a write needs it, also a removed one; of a merged kind, with the seconds that it has left. */
        BoundStatement selectCurrent(Key key) {
            return bind(current, List.of(), key);
        }

        BoundStatement selectAll() {
            return walk.bind();
        }

        /**
         * Returns the record of a row that was read.
         *
         * @throws StoreUnavailable if it is damaged
         */
        Stored stored(Range range, Row row) {
            Key key = new Key(kind, range.space(), range.part(), Bytes.wrap(bytes(row, "sort")));
            try {
                return decoded(key, bytes(row, "value"), range.withBodies());
            } catch (BufferUnderflowException | IllegalArgumentException damaged) {
                throw StoreUnavailable.damaged("a record of the kind " + kind + " is damaged", damaged);
            }
        }

        /** Returns true if a row tells only that its record was removed. */
        static boolean isRemoved(Row row) {
            ByteBuffer value = row.getBytesUnsafe("value");
            return value != null && !value.hasRemaining();
        }

        /** Returns what a scan finds in a row; {@code null} for a removed record and for a note. */
        Page.@Nullable Found found(Row row) {
            if (isRemoved(row)) {
                return null;
            }
            Bytes part = Bytes.wrap(bytes(row, "part"));
            Bytes sort = Bytes.wrap(bytes(row, "sort"));
            try {
                AccountSpace space = AccountSpace.ofPath(Objects.requireNonNull(row.getString("space")));
                Stored record = decoded(new Key(kind, space, part, sort), bytes(row, "value"), true);
                boolean isNote = kind.leavesNotes()
                        && record.head().isEmpty()
                        && record.body().isEmpty();
                return isNote ? null : new Page.Whole(record);
            } catch (BufferUnderflowException | IllegalArgumentException | IllegalStateException damaged) {
                String place = ", part " + part.hex() + ", sort " + sort.hex();
                return new Page.Damaged(kind + " of " + row.getString("space") + place, "its cell is damaged");
            }
        }

        /** Returns a cell that is always written. */
        static byte[] bytes(Row row, String name) {
            return bytes(Objects.requireNonNull(row.getByteBuffer(name), "a row lacks a cell"));
        }

        static byte[] bytes(ByteBuffer value) {
            byte[] bytes = new byte[value.remaining()];
            value.duplicate().get(bytes);
            return bytes;
        }

        private Stored decoded(Key key, byte[] value, boolean withBody) {
            ByteBuffer from = ByteBuffer.wrap(value);
            long version = from.getLong();
            long end = kind.ends() ? from.getLong() : NEVER;
            Bytes link = kind.linksTo() == null ? Bytes.EMPTY : next(from, from.getShort());
            Bytes head = next(from, from.getInt());
            Bytes body = withBody ? next(from, from.remaining()) : Bytes.EMPTY;
            return new Stored(key, version, end == NEVER ? null : Micros.time(end), link, head, body);
        }

        private static Bytes next(ByteBuffer from, int length) {
            if (length < 0 || length > from.remaining()) {
                throw new IllegalArgumentException("a length is not within the cell");
            }
            byte[] bytes = new byte[length];
            from.get(bytes);
            return Bytes.wrap(bytes);
        }

        /** Returns the cell of a record. Body last: of two that differ in nothing else, the greater body stays. */
        static ByteBuffer value(Stored record) {
            Kind kind = record.key().kind();
            ByteBuffer value = ByteBuffer.allocate(2 * Long.BYTES
                    + Short.BYTES
                    + Integer.BYTES
                    + record.link().length()
                    + record.head().length()
                    + record.body().length());
            value.putLong(record.version());
            if (kind.ends()) {
                value.putLong(end(record));
            }
            if (kind.linksTo() != null) {
                value.putShort((short) record.link().length()).put(record.link().buffer());
            }
            value.putInt(record.head().length()).put(record.head().buffer());
            return value.put(record.body().buffer()).flip();
        }

        static long end(Stored record) {
            Instant expires = record.expires();
            return expires == null ? NEVER : Micros.of(expires);
        }

        // Writes of guarded kinds

        /**
         * Puts a record where another one, or none, is held.
         *
         * @param writes numbers of the last writes, also of this one
         */
        BoundStatement putIf(Stored record, List<Long> writes, @Nullable Long version) {
            List<Object> set = List.of(secondsLeft(record), record.version(), value(record), writes);
            return bind(put, set, record.key(), version);
        }

        BoundStatement removeIf(Stored held, List<Long> writes) {
            List<Object> set = List.of(REMOVED_SECONDS, held.version() + 1, Bytes.EMPTY.buffer(), writes);
            return bind(put, set, held.key(), held.version());
        }

        /** Replaces the body of a record that is still as it was read. */
        BoundStatement replaceIf(Stored read, Bytes body) {
            List<Object> set = List.of(secondsLeft(read), read.version(), value(read.withBody(body)));
            return bind(replace, set, read.key(), read.version(), value(read));
        }

        // Writes of merged kinds

        BoundStatement put(Stored record) {
            return put(record, secondsLeft(record));
        }

        /** The same. It ends after these seconds; never after 0. */
        BoundStatement put(Stored record, int seconds) {
            return bind(put, List.of(stamp(record.version()), seconds, value(record)), record.key());
        }

        /** Deletes what is not newer than a version; of a FIRST kind, what is not older. */
        BoundStatement delete(Key key, long version) {
            return bind(delete, List.of(stamp(version)), key);
        }

        /** Ends a row that its record has left, up to a version: a note takes its place if its kind wants that. */
        BoundStatement leave(Key key, long version) {
            if (!kind.leavesNotes() || version < 1) {
                return delete(key, version);
            }
            Instant end = kind.ends() ? clock.instant().plus(NOTED) : null;
            Stored note = Stored.of(key, version, Bytes.EMPTY, Bytes.EMPTY).until(end);
            return put(note, Math.toIntExact(NOTED.toSeconds()));
        }

        private long stamp(long version) {
            return kind.mode() == Kind.Mode.FIRST ? -version : version;
        }

        /** Returns in how many seconds a record ends; 0 if it does not. */
        int secondsLeft(Stored record) {
            Instant expires = record.expires();
            return expires == null
                    ? 0
                    : (int) Math.clamp(
                            Duration.between(clock.instant(), expires).toSeconds() + 1, 1, MOST_SECONDS);
        }

        private static BoundStatement bind(
                PreparedStatement statement, List<Object> set, Key key, @Nullable Object... condition) {
            List<@Nullable Object> values = new ArrayList<>(set);
            values.add(key.space().path());
            values.add(key.part().buffer());
            values.add(key.kind().bucket().of(key.sort()));
            values.add(key.sort().buffer());
            values.addAll(Arrays.asList(condition));
            return statement.bind(values.toArray());
        }
    }
}
