package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.store.cassandra.CassandraRecordStore.CountedRecords;
import org.orderevidence.store.cassandra.ClusterErrors.Failure;
import org.orderevidence.store.cassandra.RecordTables.KindTable;

/**
 * Updates guarded records: reads, decides, writes the rows that must not be missing, writes the record on the condition
 * that it still is as it was read, then writes the other rows and ends those that it has left.
 */
final class GuardedUpdates {
    /** How often an update decides again because another instance was ahead of it. */
    private static final int MOST_ATTEMPTS = 20;

    /** Maximum number of bytes that one call writes side by side: the servers have little time for each write. */
    private static final int MOST_BYTES = 8 << 20;

    private static final int LOCKS = 1_024;

    /** How many of the last writes a record names: an unconfirmed one is found among them. */
    private static final int MOST_WRITES = 8;

    private final Cluster cluster;
    private final RecordTables tables;
    private final CountedRecords counted;

    /** Keep the updates of this instance from competing for a partition. Partitions of the same hash share one. */
    private final ReentrantLock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(ReentrantLock[]::new);

    GuardedUpdates(Cluster cluster, RecordTables tables, CountedRecords counted) {
        this.cluster = cluster;
        this.tables = tables;
        this.counted = counted;
    }

    /** Performs updates. Those of different partitions run side by side, those of one partition in their order. */
    @SuppressWarnings("unchecked") // the outcomes of updates of T
    <T> List<T> update(List<? extends Update<T>> updates) {
        Object[] outcomes = new Object[updates.size()];
        Failure failure = new Failure();
        forEach(updates, Update::key, Update::bytes, failure, place -> {
            outcomes[place] = update(updates.get(place), failure);
        });
        return (List<T>) Arrays.asList(outcomes);
    }

    /** Replaces bodies of records that still are as they were read. Returns how many. */
    int replace(List<Replacement> replacements) {
        AtomicInteger replaced = new AtomicInteger();
        Failure failure = new Failure();
        forEach(replacements, one -> one.read().key(), one -> one.body().length(), failure, place -> {
            Replacement one = replacements.get(place);
            if (isReplaced(one.read(), one.body())) {
                failure.addKept();
                replaced.incrementAndGet();
            }
        });
        return replaced.get();
    }

    /** Performs a task for the place of each item. */
    private <I> void forEach(
            List<? extends I> items, Function<I, Key> key, ToIntFunction<I> bytes, Failure failure, IntConsumer task) {
        Map<RecordTables.Partition, List<Integer>> places = new LinkedHashMap<>();
        long sum = 0;
        for (int place = 0; place < items.size(); place++) {
            I item = items.get(place);
            sum += bytes.applyAsInt(item);
            if (sum > MOST_BYTES && !places.isEmpty()) {
                forEach(places, failure, task);
                places.clear();
                sum = bytes.applyAsInt(item);
            }
            places.computeIfAbsent(RecordTables.Partition.of(key.apply(item)), none -> new ArrayList<>(1))
                    .add(place);
        }
        forEach(places, failure, task);
    }

    private void forEach(Map<RecordTables.Partition, List<Integer>> places, Failure failure, IntConsumer task) {
        Fanout.forEach(List.copyOf(places.entrySet()), failure, ofPartition -> {
            ReentrantLock lock = locks[Math.floorMod(ofPartition.getKey().hashCode(), LOCKS)];
            for (int place : ofPartition.getValue()) {
                lock.lock();
                try {
                    task.accept(place);
                } finally {
                    lock.unlock();
                }
            }
        });
    }

    /** What is stored at a key. */
    private record Current(
            @Nullable Stored record, @Nullable Long version, List<Long> writes) {
        long removed() {
            return record != null || version == null ? 0 : version;
        }
    }

    /** @param failure learns what was written: an error after it does not mean that nothing was */
    private <T> T update(Update<T> update, Failure failure) {
        KindTable table = tables.of(update.key().kind());
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Current current = current(table, update.key());
            Stored held = current.record;
            Decision<T> decision = update.decide(held, current.removed());
            Stored put = decision.put();
            if (put == null && !decision.removes()) {
                put(decision.after(), List.of(), failure);
                return decision.outcome();
            }
            if (put == null && held == null) {
                return decision.outcome();
            }
            List<BoundStatement> counts =
                    put != null && decision.counted() > 0 ? List.of(counted.add(put.key(), put.version())) : List.of();
            put(decision.before(), counts, failure);
            if (isWritten(table, current, put)) {
                failure.addKept();
                put(decision.after(), List.of(), failure);
                leave(
                        update.key(),
                        decision,
                        put == null ? Objects.requireNonNull(held).version() : put.version() - 1);
                return decision.outcome();
            }
        }
        throw StoreUnavailable.overloaded("one record is written by too many at a time");
    }

    private Current current(KindTable table, Key key) {
        List<Row> rows = cluster.readAll(table.selectCurrent(key));
        if (rows.isEmpty()) {
            return new Current(null, null, List.of());
        }
        Row row = rows.getFirst();
        Stored record = KindTable.isRemoved(row) ? null : table.stored(Range.one(key), row);
        return new Current(record, row.getLong("version"), Objects.requireNonNull(row.getList("writes", Long.class)));
    }

    private void put(List<Stored> rows, List<BoundStatement> others, Failure failure) {
        if (!rows.isEmpty() || !others.isEmpty()) {
            tables.put(rows, others);
            failure.addKept();
        }
    }

    /** Ends the rows that a record has left, up to a version. */
    private void leave(Key key, Decision<?> decision, long version) {
        List<BoundStatement> ends = new ArrayList<>();
        for (Key row : decision.left()) {
            KindTable table = tables.of(row.kind());
            if (row.kind().mode() == Kind.Mode.NEWEST) {
                ends.add(table.leave(row, version));
            } else {
                tables.read(Range.one(row)).forEach(first -> ends.add(table.delete(row, first.version())));
            }
        }
        if (decision.counted() < 0) {
            ends.add(counted.remove(key, version));
        }
        cluster.writeAll(ends);
    }

    /** Writes a record, or removes it. Returns false if another write was ahead of it. */
    private boolean isWritten(KindTable table, Current before, @Nullable Stored put) {
        long number = ThreadLocalRandom.current().nextLong();
        List<Long> writes = Stream.concat(Stream.of(number), before.writes.stream())
                .limit(MOST_WRITES)
                .toList();
        Key key = put == null ? Objects.requireNonNull(before.record).key() : put.key();
        BoundStatement write = put == null
                ? table.removeIf(Objects.requireNonNull(before.record), writes)
                : table.putIf(put, writes, before.version);
        return cluster.writeOnCondition(write, () -> wasDone(number, before.writes, current(table, key).writes));
    }

    /** Returns true if a write was done, even if others have followed; empty if too many have. */
    private static Optional<Boolean> wasDone(long number, List<Long> before, List<Long> now) {
        boolean isDone = now.contains(number);
        boolean isSeen =
                before.isEmpty() ? !now.isEmpty() && now.size() < MOST_WRITES : now.contains(before.getFirst());
        return isDone || isSeen ? Optional.of(isDone) : Optional.empty();
    }

    private boolean isStored(KindTable table, Stored record) {
        List<Row> rows = cluster.readAll(table.selectCurrent(record.key()));
        return !rows.isEmpty() && KindTable.value(record).equals(rows.getFirst().getByteBuffer("value"));
    }

    private boolean isReplaced(Stored read, Bytes body) {
        KindTable table = tables.of(read.key().kind());
        Stored record = read.withBody(body);
        if (table.isGuarded()) {
            return cluster.writeOnCondition(table.replaceIf(read, body), () -> Optional.of(isStored(table, record)));
        }
        List<Row> rows = cluster.readAll(table.selectCurrent(read.key()));
        if (rows.isEmpty() || !KindTable.value(read).equals(rows.getFirst().getByteBuffer("value"))) {
            return false;
        }
        // Of two cells with the same time stamp, the one that ends later stays; if neither ends, the greater one.
        boolean ends = !rows.getFirst().isNull("seconds");
        if (!ends && body.compareTo(read.body()) <= 0) {
            return false;
        }
        cluster.write(table.put(record, ends ? rows.getFirst().getInt("seconds") + 1 : 0));
        return true;
    }
}
