package org.orderevidence.store;

import static org.orderevidence.store.RecordStore.require;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/** A store of records that checks what it is asked, and counts its calls, their failures and the time that they took. */
public final class TimedStore implements RecordStore {
    private final RecordStore records;
    private final Set<Kind> kinds;
    private final Map<Operation, Calls> calls = new EnumMap<>(Operation.class);

    /** What is counted by itself. */
    public enum Operation {
        READ,
        FOLLOW,
        UPDATE,
        MERGE,
        REPLACE,
        SCAN,
        SWEEP,
        COUNT
    }

    /** The calls of an operation since the store was opened. */
    public static final class Calls {
        private final LongAdder ended = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final LongAdder nanos = new LongAdder();

        /** Returns how many have ended, with or without success. */
        public long ended() {
            return ended.sum();
        }

        public long failed() {
            return failed.sum();
        }

        /** Returns how long all of them took together. */
        public long nanos() {
            return nanos.sum();
        }
    }

    TimedStore(RecordStore records, Collection<Kind> kinds) {
        this.records = records;
        this.kinds = Set.copyOf(kinds);
        for (Operation operation : Operation.values()) {
            calls.put(operation, new Calls());
        }
    }

    public Calls calls(Operation operation) {
        return Objects.requireNonNull(calls.get(operation));
    }

    @SuppressWarnings("NullAway") // The result may be null where that of the store may be.
    private <T extends @Nullable Object> T timed(Operation operation, Supplier<T> call) {
        Calls counted = calls(operation);
        long start = System.nanoTime();
        boolean isWell = false;
        try {
            T result = call.get();
            isWell = true;
            return result;
        } finally {
            counted.nanos.add(System.nanoTime() - start);
            counted.ended.increment();
            if (!isWell) {
                counted.failed.increment();
            }
        }
    }

    private Kind known(Kind kind) {
        require(kinds.contains(kind), "the store was opened without this kind");
        return kind;
    }

    private void requireMerged(Key key) {
        known(key.kind()).requireMerged();
    }

    private static void requireFew(List<?> writes) {
        require(writes.size() <= MAX_WRITES, "a call has at most " + MAX_WRITES + " writes of a sort");
    }

    @Override
    public List<List<Stored>> read(List<Range> ranges) {
        require(ranges.size() <= MAX_RANGES, "a read has at most " + MAX_RANGES + " ranges");
        ranges.forEach(range -> known(range.kind()));
        return timed(Operation.READ, () -> records.read(ranges));
    }

    @Override
    public @Nullable Followed follow(Key key, int limit) {
        require(known(key.kind()).linksTo() != null, "only a kind that links is followed");
        require(limit >= 1 && limit <= Range.MAX_LIMIT, "a link is followed to 1 to " + Range.MAX_LIMIT + " rows");
        return timed(Operation.FOLLOW, () -> records.follow(key, limit));
    }

    @Override
    public <T> List<T> update(List<? extends Update<T>> updates) {
        requireFew(updates);
        updates.forEach(update -> require(
                known(update.key().kind()).mode() == Kind.Mode.GUARDED, "only records of guarded kinds are updated"));
        return timed(Operation.UPDATE, () -> records.update(updates));
    }

    @Override
    public void merge(List<Stored> puts, List<Deletion> deletions) {
        requireFew(puts);
        requireFew(deletions);
        puts.forEach(put -> requireMerged(put.key()));
        deletions.forEach(deletion -> requireMerged(deletion.key()));
        timed(Operation.MERGE, () -> {
            records.merge(puts, deletions);
            return true;
        });
    }

    @Override
    public int replace(List<Replacement> replacements) {
        requireFew(replacements);
        replacements.forEach(
                one -> require(known(one.read().key().kind()).isSealed(), "only sealed bodies are replaced"));
        return timed(Operation.REPLACE, () -> records.replace(replacements));
    }

    @Override
    public Page scan(Kind kind, @Nullable String after, int limit) {
        require(limit >= 1 && limit <= Page.MAX_RECORDS, "a page has 1 to " + Page.MAX_RECORDS + " records");
        return timed(Operation.SCAN, () -> records.scan(known(kind), after, limit));
    }

    @Override
    public boolean sweep(Kind kind, Instant now) {
        return timed(Operation.SWEEP, () -> records.sweep(known(kind), now));
    }

    @Override
    public RecordCount count(AccountSpace space) {
        return timed(Operation.COUNT, () -> records.count(space));
    }

    @Override
    public boolean isAtomic() {
        return records.isAtomic();
    }

    @Override
    public List<String> faults() {
        return records.faults();
    }

    @Override
    public void requireFiles() {
        records.requireFiles();
    }

    @Override
    public Optional<String> quickFault() {
        return records.quickFault();
    }

    @Override
    public Load load() {
        return records.load();
    }

    @Override
    public void close() {
        records.close();
    }
}
