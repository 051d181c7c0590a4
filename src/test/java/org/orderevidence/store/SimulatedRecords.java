package org.orderevidence.store;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Kind.Mode;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStore.Followed;
import org.orderevidence.store.RecordStore.RecordCount;
import org.orderevidence.store.RecordStore.Replacement;

/**
 * An instance over records in memory, which several instances share. What a test injects decides at each step of an
 * operation whether it goes on. On one thread, everything repeats exactly.
 *
 * <p>The memory is atomic, as an SQL database: an update is one step. Or it is torn, as Cassandra: each row is a step,
 * the record is written only if it is still as read, a time stamp decides between writes of a row, a deletion leaves
 * a time stamp, and a cut write can arrive later.
 */
public final class SimulatedRecords implements RecordStore {
    private static final int MAX_TRIES = 20;
    private static final long NOTE_SECONDS = 120;

    private static final Comparator<Key> PLACES = Comparator.<Key, String>comparing(
                    key -> key.space().account())
            .thenComparing(key -> key.space().mode())
            .thenComparing(Key::part)
            .thenComparing(Key::sort);

    private final Memory memory;
    private final InstantSource clock;
    private final Faults faults;

    /** Part of an operation. */
    public enum Step {
        READ,
        /** A row of torn memory that is written before its record. */
        BEFORE,
        /** A row, or the deletion of one; all rows of a merge where the store is atomic. */
        ROW,
        /** A record of a guarded kind; with its rows where the store is atomic. */
        RECORD
    }

    /** What becomes of a step. */
    public enum Fate {
        PASSES,
        /** Nothing is written, and the operation ends. */
        STOPS,
        /** It is written, but the operation ends. */
        STOPS_AFTER,
        /** The operation ends, and a row is written later: in torn memory at {@link Memory#deliver}. */
        ARRIVES_LATE
    }

    /** Decides about steps. May use another instance meanwhile: so operations interleave. */
    @FunctionalInterface
    public interface Faults {
        Fate next(Step step);
    }

    /** What instances share. */
    public static final class Memory {
        private final boolean isAtomic;
        private final Random random;
        private final Map<Kind, NavigableMap<Key, Cell>> tables = new HashMap<>();
        private final Map<AccountSpace, Long> counts = new HashMap<>();
        private final List<Runnable> late = new ArrayList<>();
        private long ticks;

        public Memory(boolean isAtomic, long seed) {
            this.isAtomic = isAtomic;
            random = new Random(seed);
        }

        /** Writes one of the rows that are late; any of them. Returns false if there is none. */
        public synchronized boolean deliver() {
            if (late.isEmpty()) {
                return false;
            }
            late.remove(random.nextInt(late.size())).run();
            return true;
        }

        private synchronized long tick() {
            return ++ticks;
        }

        private NavigableMap<Key, Cell> table(Kind kind) {
            return tables.computeIfAbsent(kind, any -> new TreeMap<>(PLACES));
        }
    }

    /**
     * What is stored at a place.
     *
     * @param time decides between writes of one row of torn memory; of a guarded record that was removed, its version
     * @param record {@code null} if it was deleted
     * @param ends when torn memory forgets it
     */
    private record Cell(long time, @Nullable Stored record, Instant ends) {
        boolean isNewerThan(@Nullable Cell other) {
            if (other == null || time != other.time) {
                return other == null || time > other.time;
            }
            boolean fades = record == null || record.body().isEmpty();
            boolean otherFades = other.record == null || other.record.body().isEmpty();
            if (record == null || other.record == null || fades != otherFades) {
                return fades;
            }
            return record.body().compareTo(other.record.body()) >= 0;
        }
    }

    public SimulatedRecords(Memory memory, InstantSource clock, Faults faults) {
        this.memory = memory;
        this.clock = clock;
        this.faults = faults;
    }

    // Steps

    /** How far a call is. It ends with an unknown outcome as soon as something was written. */
    private final class Course {
        private boolean wrote;

        void step(Step step, Runnable write) {
            Fate fate = faults.next(step);
            boolean isRow = step == Step.ROW || step == Step.BEFORE;
            boolean isLate = fate == Fate.ARRIVES_LATE && isRow && !memory.isAtomic;
            synchronized (memory) {
                if (isLate) {
                    memory.late.add(write);
                } else if (fate == Fate.PASSES || fate == Fate.STOPS_AFTER) {
                    write.run();
                }
            }
            boolean counts = step == Step.ROW || step == Step.RECORD;
            boolean mayHave = wrote || (counts && (isLate || fate == Fate.STOPS_AFTER));
            if (fate != Fate.PASSES) {
                StoreUnavailable stopped = new StoreUnavailable("stopped at " + step);
                throw mayHave ? new UnknownOutcome("stopped at " + step, stopped) : stopped;
            }
        }
    }

    private @Nullable Stored live(@Nullable Cell cell) {
        boolean isThere = cell != null && (memory.isAtomic || cell.ends.isAfter(clock.instant()));
        return cell != null && isThere ? cell.record : null;
    }

    private @Nullable Stored held(Key key) {
        return live(memory.table(key.kind()).get(key));
    }

    private void putCell(Key key, long time, @Nullable Stored record, Instant ends) {
        Cell cell = new Cell(time, record, ends);
        NavigableMap<Key, Cell> table = memory.table(key.kind());
        if (cell.isNewerThan(table.get(key))) {
            table.put(key, cell);
        }
    }

    private static Instant end(Stored record) {
        return Objects.requireNonNullElse(record.expires(), Instant.MAX);
    }

    /** Returns the writing of a row. What is first was issued first, also if it arrives later. */
    private Runnable put(Stored row) {
        if (memory.isAtomic || row.key().kind().mode() == Mode.NEWEST) {
            return () -> putRow(row);
        }
        long tick = memory.tick();
        Stored first = new Stored(row.key(), tick, row.expires(), row.link(), row.head(), row.body());
        return () -> putCell(row.key(), -tick, first, end(row));
    }

    private void putRow(Stored row) {
        NavigableMap<Key, Cell> table = memory.table(row.key().kind());
        boolean isFirst = row.key().kind().mode() == Mode.FIRST;
        Cell was = table.get(row.key());
        Stored held = was == null ? null : was.record;
        if (!memory.isAtomic) {
            putCell(row.key(), row.version(), row, end(row));
        } else if (held == null || (!isFirst && row.version() >= held.version())) {
            table.put(row.key(), new Cell(0, row, end(row)));
        }
    }

    private void deleteRow(Key key, long version) {
        Stored held = held(key);
        if (!memory.isAtomic) {
            putCell(key, key.kind().mode() == Mode.FIRST ? -version : version, null, Instant.MAX);
        } else if (held != null
                && (key.kind().mode() == Mode.FIRST ? held.version() == version : held.version() <= version)) {
            memory.table(key.kind()).remove(key);
        }
    }

    private void leaveRow(Key key, long version) {
        if (memory.isAtomic || !key.kind().leavesNotes()) {
            deleteRow(key, version);
        } else if (version > 0) {
            Instant ends = clock.instant().plusSeconds(NOTE_SECONDS);
            Stored note =
                    new Stored(key, version, key.kind().ends() ? ends : null, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
            putCell(key, version, note, ends);
        }
    }

    // Reads

    @Override
    public List<List<Stored>> read(List<Range> ranges) {
        List<List<Stored>> found = new ArrayList<>();
        Course course = new Course();
        if (memory.isAtomic) {
            course.step(Step.READ, () -> ranges.forEach(range -> found.add(within(range))));
        } else {
            ranges.forEach(range -> course.step(Step.READ, () -> found.add(within(range))));
        }
        return found;
    }

    private List<Stored> within(Range range) {
        Key from = new Key(range.kind(), range.space(), range.part(), range.from());
        List<Stored> found = new ArrayList<>();
        for (Map.Entry<Key, Cell> entry :
                memory.table(range.kind()).tailMap(from).entrySet()) {
            Key key = entry.getKey();
            boolean isFull = found.size() == range.limit() && !range.reverse();
            if (isFull || !key.space().equals(range.space()) || !key.part().equals(range.part())) {
                break;
            }
            Stored record = live(entry.getValue());
            boolean isBefore = range.until().isEmpty() || key.sort().compareTo(range.until()) < 0;
            if (record != null && isBefore && key.sort().compareTo(range.from()) >= 0) {
                found.add(range.withBodies() ? record : record.withBody(Bytes.EMPTY));
            }
        }
        if (range.reverse()) {
            Collections.reverse(found);
        }
        return List.copyOf(found.subList(0, Math.min(found.size(), range.limit())));
    }

    @Override
    public @Nullable Followed follow(Key key, int limit) {
        Kind target = key.kind().linksTo();
        List<Followed> found = new ArrayList<>();
        new Course().step(Step.READ, () -> {
            Stored record = held(key);
            if (record != null) {
                found.add(new Followed(record, linked(record, Objects.requireNonNull(target), limit)));
            }
        });
        return found.isEmpty() ? null : found.getFirst();
    }

    private @Nullable List<Stored> linked(Stored record, Kind target, int limit) {
        if (record.link().isEmpty()) {
            return List.of();
        }
        List<Stored> rows =
                within(Range.part(target, record.key().space(), record.link(), Math.min(limit + 1, Range.MAX_LIMIT)));
        return rows.size() > limit || !memory.isAtomic ? null : rows;
    }

    // Updates

    @Override
    public <T> List<T> update(List<? extends Update<T>> updates) {
        Course course = new Course();
        List<T> outcomes = new ArrayList<>();
        for (Update<T> update : updates) {
            outcomes.add(memory.isAtomic ? atomic(course, update) : torn(course, update));
        }
        return outcomes;
    }

    private <T> T atomic(Course course, Update<T> update) {
        List<T> outcome = new ArrayList<>();
        course.step(Step.RECORD, () -> {
            Stored held = held(update.key());
            Decision<T> decision = update.decide(held, 0);
            outcome.add(decision.outcome());
            if (decision.put() != null || decision.removes()) {
                long until = replaceRecord(update.key(), held, decision);
                decision.left().forEach(key -> leaveRow(key, until));
                decision.before().forEach(this::putRow);
                decision.after().forEach(this::putRow);
                course.wrote = true;
            }
        });
        return outcome.getFirst();
    }

    /** Returns the version up to which rows end that the record has left. */
    private long replaceRecord(Key key, @Nullable Stored held, Decision<?> decision) {
        Stored put = decision.put();
        memory.counts.merge(key.space(), (long) decision.counted(), Long::sum);
        if (put != null) {
            memory.table(key.kind()).put(key, new Cell(0, put, end(put)));
            return put.version() - 1;
        }
        if (held == null) {
            return 0;
        }
        memory.table(key.kind()).put(key, new Cell(held.version() + 1, null, Instant.MAX));
        return held.version();
    }

    /** Returns the version of a guarded record, also of a removed one; 0 if there was none. */
    private long version(Key key) {
        Cell cell = memory.table(key.kind()).get(key);
        if (cell == null || !cell.ends.isAfter(clock.instant())) {
            return 0;
        }
        return cell.record == null ? cell.time : cell.record.version();
    }

    private <T> T torn(Course course, Update<T> update) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            @Nullable Stored[] read = new Stored[1];
            long[] was = new long[1];
            course.step(Step.READ, () -> {
                read[0] = held(update.key());
                was[0] = version(update.key());
            });
            Stored held = read[0];
            Decision<T> decision = update.decide(held, held == null ? was[0] : 0);
            boolean stays = decision.put() == null && !decision.removes();
            decision.before().forEach(row -> course.step(Step.BEFORE, put(row)));
            long[] until = {-1};
            if (!stays) {
                course.step(Step.RECORD, () -> {
                    if (version(update.key()) == was[0]) {
                        until[0] = replaceRecord(update.key(), held, decision);
                        course.wrote = true;
                    }
                });
            }
            if (stays || until[0] >= 0) {
                List<Runnable> rows = new ArrayList<>();
                decision.after().forEach(row -> rows.add(put(row)));
                inAnyOrder(course, rows);
                decision.left().forEach(key -> course.step(Step.ROW, () -> leaveRow(key, until[0])));
                return decision.outcome();
            }
        }
        throw StoreUnavailable.overloaded("many writers of one record");
    }

    private void inAnyOrder(Course course, List<Runnable> writes) {
        synchronized (memory) {
            Collections.shuffle(writes, memory.random);
        }
        for (Runnable write : writes) {
            course.step(Step.ROW, write);
            course.wrote = true;
        }
    }

    // Other writes

    @Override
    public void merge(List<Stored> puts, List<Deletion> deletions) {
        List<Runnable> writes = new ArrayList<>();
        puts.forEach(put -> writes.add(put(put)));
        deletions.forEach(deletion -> writes.add(() -> deleteRow(deletion.key(), deletion.version())));
        if (memory.isAtomic) {
            new Course().step(Step.ROW, () -> writes.forEach(Runnable::run));
        } else {
            inAnyOrder(new Course(), writes);
        }
    }

    @Override
    public int replace(List<Replacement> replacements) {
        int[] replaced = {0};
        Course course = new Course();
        for (Replacement one : replacements) {
            Key key = one.read().key();
            course.step(key.kind().mode() == Mode.GUARDED ? Step.RECORD : Step.ROW, () -> {
                Stored held = held(key);
                if (held != null
                        && held.version() == one.read().version()
                        && held.body().equals(one.read().body())) {
                    memory.table(key.kind())
                            .computeIfPresent(
                                    key, (same, was) -> new Cell(was.time, held.withBody(one.body()), was.ends));
                    replaced[0]++;
                    course.wrote = true;
                }
            });
        }
        return replaced[0];
    }

    @Override
    public boolean sweep(Kind kind, Instant now) {
        List<Key> ended = new ArrayList<>();
        if (memory.isAtomic) {
            new Course().step(Step.ROW, () -> {
                memory.table(kind).entrySet().stream()
                        .filter(entry -> !entry.getValue().ends.isAfter(now))
                        .limit(MAX_WRITES)
                        .forEach(entry -> ended.add(entry.getKey()));
                ended.forEach(memory.table(kind)::remove);
            });
        }
        return ended.size() == MAX_WRITES;
    }

    // The whole

    @Override
    public Page scan(Kind kind, @Nullable String after, int limit) {
        List<Page.Found> found = new ArrayList<>();
        String[] next = new String[1];
        new Course().step(Step.READ, () -> {
            NavigableMap<Key, Cell> table = memory.table(kind);
            long bytes = 0;
            for (Cell cell : (after == null ? table : table.tailMap(place(kind, after), false)).values()) {
                Stored record = live(cell);
                boolean isNote = record != null
                        && !memory.isAtomic
                        && kind.leavesNotes()
                        && record.head().isEmpty()
                        && record.body().isEmpty();
                if (record != null && !isNote) {
                    if (found.size() == limit || bytes >= Page.BYTES) {
                        next[0] = cursor(((Page.Whole) found.getLast()).record().key());
                        return;
                    }
                    found.add(new Page.Whole(record));
                    bytes += record.bytes();
                }
            }
        });
        return new Page(found, next[0]);
    }

    private static String cursor(Key key) {
        HexFormat hex = HexFormat.of();
        return key.space().account() + "/" + key.space().mode() + "/"
                + hex.formatHex(key.part().toArray()) + "/"
                + hex.formatHex(key.sort().toArray()) + "/";
    }

    private static Key place(Kind kind, String cursor) {
        String[] values = cursor.split("/", -1);
        HexFormat hex = HexFormat.of();
        return new Key(
                kind,
                new AccountSpace(values[0], AccountSpace.Mode.valueOf(values[1])),
                Bytes.wrap(hex.parseHex(values[2])),
                Bytes.wrap(hex.parseHex(values[3])));
    }

    @Override
    public RecordCount count(AccountSpace space) {
        long[] count = {0};
        new Course().step(Step.READ, () -> count[0] = memory.counts.getOrDefault(space, 0L));
        return new RecordCount(count[0], null);
    }

    @Override
    public boolean isAtomic() {
        return memory.isAtomic;
    }

    @Override
    public List<String> faults() {
        return List.of();
    }

    @Override
    public void close() {}
}
