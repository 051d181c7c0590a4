package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
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
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.store.cassandra.Cluster.StatementKind;
import org.orderevidence.store.cassandra.RecordTables.KindTable;

/** The records in a keyspace. */
public final class CassandraRecordStore implements RecordStore {
    /** Rows that a scan reads before it knows how long they are. */
    private static final int FIRST_ROWS = 16;

    /** Maximum number of rows that it reads at once if they can be long: it needs memory for all of them. */
    private static final int LONG_ROWS = 64;

    private final Cluster cluster;
    private final RecordTables tables;
    private final GuardedUpdates updates;
    private final OrderCounts counts;

    /** @param cluster is closed with this */
    public CassandraRecordStore(Cluster cluster, CassandraSettings settings, InstantSource clock, List<Kind> kinds) {
        this.cluster = cluster;
        this.tables = new RecordTables(cluster, clock, kinds);
        CountedRecords counted = new CountedRecords(cluster);
        this.updates = new GuardedUpdates(cluster, tables, counted);
        this.counts = new OrderCounts(counted::count, clock, settings.countAge());
    }

    /** Returns true if there is no keyspace at an address, or one without a store. Makes none. */
    public static boolean isEmpty(CassandraUrl url, CassandraSettings settings) {
        try (CqlSession session = Connection.open(url, settings)) {
            return new Schema(session, url).held() == 0;
        }
    }

    /**
     * Opens a store with these kinds of records. Its keyspace and their tables are made when there are none; several may
     * open it at a time.
     *
     * @param clock orders later facts and sightings, and says how old a count is; clocks of all that use one keyspace
     *     should agree to a second
     * @throws StoreRefused if it is newer than this program, or not what the address says
     */
    public static OpenStore open(
            CassandraUrl url,
            CassandraSettings settings,
            InstantSource clock,
            Function<AccountStore, EvidenceCodec> codecs,
            List<Kind> kinds) {
        CqlSession session = Connection.open(url, settings);
        try {
            Schema schema = new Schema(session, url);
            schema.create(creations(kinds), clock.instant());
            Cluster cluster = new Cluster(session, url.keyspace(), settings);
            return OpenStore.of(new CassandraRecordStore(cluster, settings, clock, kinds), kinds, clock, codecs);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** The statements that make the schema at an address, version by version; opens nothing. */
    public static String schema(CassandraUrl url) {
        return Schema.text(url, creations(RecordKinds.TABLES));
    }

    /** Returns the statements that create the tables of some kinds. */
    static List<String> creations(List<Kind> kinds) {
        return Stream.concat(
                        Stream.of(RecordTables.CREATION, CountedRecords.CREATION),
                        kinds.stream().map(KindTable::creation))
                .toList();
    }

    @Override
    public List<List<Stored>> read(List<Range> ranges) {
        return Fanout.map(ranges, tables::read);
    }

    @Override
    public @Nullable Followed follow(Key key, int limit) {
        List<Stored> found = tables.read(Range.one(key));
        if (found.isEmpty()) {
            return null;
        }
        return new Followed(found.getFirst(), found.getFirst().link().isEmpty() ? List.of() : null);
    }

    @Override
    public <T> List<T> update(List<? extends Update<T>> changes) {
        return updates.update(changes);
    }

    @Override
    public void merge(List<Stored> puts, List<Deletion> deletions) {
        tables.put(
                puts,
                deletions.stream()
                        .map(deletion -> tables.of(deletion.key().kind()).delete(deletion.key(), deletion.version()))
                        .toList());
    }

    @Override
    public int replace(List<Replacement> replacements) {
        return updates.replace(replacements);
    }

    /** The order is that of the ring. A cursor is valid until the servers are upgraded. */
    @Override
    public Page scan(Kind kind, @Nullable String after, int limit) {
        KindTable table = tables.of(kind);
        BoundStatement all = table.selectAll();
        ByteBuffer from =
                after == null ? null : ByteBuffer.wrap(Base64.getUrlDecoder().decode(after));
        List<Page.Found> found = new ArrayList<>();
        int most = kind.isLong() ? LONG_ROWS : limit;
        int bytes = 0;
        int rows = 0;
        do {
            int asked = rows == 0 ? FIRST_ROWS : (Page.BYTES - bytes) / Math.max(1, bytes / rows) + 1;
            Cluster.Part part = cluster.readPart(all, from, Math.min(asked, Math.min(most, limit - rows)));
            int fit = fit(part.rows(), Page.BYTES - bytes);
            if (fit < part.rows().size()) {
                part = cluster.readPart(all, from, fit);
            }
            for (Row row : part.rows()) {
                Page.Found one = table.found(row);
                if (one != null) {
                    found.add(one);
                }
                bytes += length(row);
            }
            rows += part.rows().size();
            from = part.next();
        } while (from != null && rows > 0 && rows < limit && bytes < Page.BYTES);
        return new Page(found, from == null ? null : Base64.getUrlEncoder().encodeToString(KindTable.bytes(from)));
    }

    /** Returns how many rows, at least one, it takes to reach a number of bytes; all if they do not. */
    private static int fit(List<Row> rows, int bytes) {
        long sum = 0;
        for (int i = 0; i < rows.size(); i++) {
            sum += length(rows.get(i));
            if (sum >= bytes) {
                return i + 1;
            }
        }
        return rows.size();
    }

    private static int length(Row row) {
        return Objects.requireNonNull(row.getBytesUnsafe("value")).remaining();
    }

    /** Does nothing: records end by themselves. */
    @Override
    public boolean sweep(Kind kind, Instant now) {
        return false;
    }

    @Override
    public RecordCount count(AccountSpace space) {
        return counts.count(space);
    }

    @Override
    public boolean isAtomic() {
        return false;
    }

    /** None: the servers check their files themselves. */
    @Override
    public List<String> faults() {
        return List.of();
    }

    @Override
    public void close() {
        cluster.close();
    }

    /**
     * Counts the orders of spaces. A count takes long. Only one caller at a time counts a space, and the result is cached
     * for a while. Other callers get the previous count in the meantime.
     */
    static final class OrderCounts {
        /** Maximum number of spaces whose count is remembered; beyond, all are counted again. */
        private static final int MAX_REMEMBERED = 10_000;

        private final ToLongFunction<AccountSpace> counter;
        private final InstantSource clock;
        private final Duration age;
        private final ConcurrentMap<AccountSpace, RecordCount> counts = new ConcurrentHashMap<>();
        private final Set<AccountSpace> counting = ConcurrentHashMap.newKeySet();

        OrderCounts(ToLongFunction<AccountSpace> counter, InstantSource clock, Duration age) {
            this.counter = counter;
            this.clock = clock;
            this.age = age;
        }

        RecordCount count(AccountSpace space) {
            if (counts.size() >= MAX_REMEMBERED) {
                counts.clear();
            }
            RecordCount last = counts.computeIfAbsent(space, this::made);
            Instant asOf = Objects.requireNonNull(last.asOf());
            if (clock.instant().isBefore(asOf.plus(age)) || !counting.add(space)) {
                return last;
            }
            try {
                RecordCount made = made(space);
                counts.put(space, made);
                return made;
            } finally {
                counting.remove(space);
            }
        }

        private RecordCount made(AccountSpace space) {
            Instant now = clock.instant();
            return new RecordCount(counter.applyAsLong(space), now);
        }
    }

    /** A row for each record that counts, there before the record: a crash can leave a row too many, never one too few. */
    static final class CountedRecords {
        static final String CREATION = "CREATE TABLE IF NOT EXISTS record_counts (space text, shard int, kind text,"
                + " part blob, sort blob, PRIMARY KEY ((space, shard), kind, part, sort))";

        private static final int SHARDS = 64;

        private final Cluster cluster;
        private final PreparedStatement add;
        private final PreparedStatement remove;
        private final PreparedStatement count;

        CountedRecords(Cluster cluster) {
            this.cluster = cluster;
            add = cluster.prepare(
                    StatementKind.WRITE,
                    "INSERT INTO record_counts (space, shard, kind, part, sort) VALUES (?, ?, ?, ?, ?) USING TIMESTAMP ?");
            remove = cluster.prepare(
                    StatementKind.WRITE,
                    "DELETE FROM record_counts USING TIMESTAMP ?"
                            + " WHERE space = ? AND shard = ? AND kind = ? AND part = ? AND sort = ?");
            count = cluster.prepare(
                    StatementKind.COUNT, "SELECT count(*) FROM record_counts WHERE space = ? AND shard = ?");
        }

        BoundStatement add(Key key, long version) {
            return add.bind(Stream.concat(place(key), Stream.of(version)).toArray());
        }

        BoundStatement remove(Key key, long version) {
            return remove.bind(Stream.concat(Stream.of(version), place(key)).toArray());
        }

        private static Stream<Object> place(Key key) {
            return Stream.of(
                    key.space().path(),
                    shard(key),
                    key.kind().name(),
                    key.part().buffer(),
                    key.sort().buffer());
        }

        private static int shard(Key key) {
            return Math.floorMod(31 * key.part().hashCode() + key.sort().hashCode(), SHARDS);
        }

        /** Counts all rows of a space, which takes long. */
        long count(AccountSpace space) {
            return Fanout.map(
                            IntStream.range(0, SHARDS).boxed().toList(),
                            shard -> cluster.readAll(count.bind(space.path(), shard))
                                    .getFirst()
                                    .getLong(0))
                    .stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }
}
