package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Kind.Bucket;
import org.orderevidence.store.Range;
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

    /** @throws IllegalArgumentException if the store was opened without this kind */
    KindTable of(Kind kind) {
        KindTable table = tables.get(kind);
        if (table == null) {
            throw new IllegalArgumentException("the store was opened without the kind " + kind);
        }
        return table;
    }

    KindTable guarded(Kind kind) {
        KindTable table = of(kind);
        if (!table.isGuarded()) {
            throw new IllegalArgumentException("records of the kind " + kind + " are merged, not updated");
        }
        return table;
    }

    KindTable merged(Kind kind) {
        KindTable table = of(kind);
        if (table.isGuarded()) {
            throw new IllegalArgumentException("records of the kind " + kind + " are changed only by updates");
        }
        return table;
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
            rest = new Range(
                    range.kind(), range.space(), range.part(), from, until, range.reverse(), limit, range.withBodies());
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

    /**
     * Puts records of merged kinds side by side, and lists their buckets.
     *
     * @param others writes that are made with them
     */
    void put(List<Stored> puts, List<BoundStatement> others) {
        List<BoundStatement> writes = new ArrayList<>(others);
        Map<Partition, Long> listing = new HashMap<>();
        for (Stored put : puts) {
            Kind kind = put.key().kind();
            KindTable table = merged(kind);
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
        return new Stored(put.key(), time, put.expires(), put.link(), put.head(), put.body());
    }
}
