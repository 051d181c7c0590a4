package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Kind.Mode;
import org.orderevidence.store.Page.Whole;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.SimulatedRecords.Fate;
import org.orderevidence.store.SimulatedRecords.Memory;
import org.orderevidence.store.SimulatedRecords.Step;

/**
 * One history of boxes. A box has a value; from it follow a label, which is written before it, and a shelf, which is
 * written after it. Two instances put, remove, find and seal boxes again, and merge facts and firsts; operations run
 * within the steps of others, end at any step, and clocks jump.
 *
 * <p>The model: operations of a box happen one after another, each at some moment between its start and its end; one
 * whose outcome is unknown happens or not. Rows follow from the box.
 */
final class RecordSimulation {
    private static final Kind SHELF = Kind.of("shelf", Mode.NEWEST).leavingNotes();
    private static final Kind LABEL = Kind.of("label", Mode.NEWEST);
    private static final Kind BOX = Kind.of("box", Mode.GUARDED).linkedTo(SHELF).sealed();
    private static final Kind FACT = Kind.of("fact", Mode.NEWEST);
    private static final Kind FIRST = Kind.of("first", Mode.FIRST);
    private static final AccountSpace SPACE = new AccountSpace("simulated", AccountSpace.Mode.LIVE);

    private static final List<Fate> STOPS = List.of(Fate.STOPS, Fate.STOPS_AFTER, Fate.ARRIVES_LATE);
    private static final int ROUNDS = 30;

    /** After this time and a jump of a clock, notes have ended. */
    private static final Duration NOTES_END = Duration.ofMinutes(5);

    private static final int VALUES = 4;
    private static final List<String> BOXES = List.of("a", "b");

    private final Random random;
    private final Memory memory;
    private final boolean isAtomic;
    private final Instant[] clocks = {Instant.ofEpochSecond(1_000), Instant.ofEpochSecond(1_000)};
    private final List<RecordStore> instances = new ArrayList<>();
    private final RecordStore observer;
    private final List<String> story = new ArrayList<>();
    private int depth;
    private long moment;

    private final Map<String, BoxModel> boxes = new TreeMap<>();
    private final FactModel facts = new FactModel();
    private List<Change> round = new ArrayList<>();

    RecordSimulation(long seed) {
        random = new Random(seed);
        isAtomic = random.nextInt(3) == 0;
        memory = new Memory(isAtomic, random.nextLong());
        for (int i = 0; i < clocks.length; i++) {
            int instance = i;
            instances.add(new SimulatedRecords(memory, () -> clocks[instance], this::fate));
        }
        observer = new SimulatedRecords(memory, () -> clocks[0], step -> Fate.PASSES);
        BOXES.forEach(name -> boxes.put(name, new BoxModel(name)));
    }

    /** Returns what has happened, a line for each operation and stop. */
    String story() {
        return story.stream().map(line -> "\n    " + line).collect(Collectors.joining());
    }

    void run() {
        for (int i = 0; i < ROUNDS; i++) {
            round = new ArrayList<>();
            if (random.nextInt(6) == 0) {
                clocks[0] = clocks[0].plus(NOTES_END);
                clocks[1] = clocks[1].plus(NOTES_END);
            }
            operate(random.nextInt(2));
            boxes.values().forEach(BoxModel::check);
            facts.check();
        }
        round = List.of();
        while (memory.deliver()) {
            boxes.values().forEach(BoxModel::check);
        }
        repair();
        boxes.values().forEach(BoxModel::checkRepaired);
        facts.check();
    }

    // What happens

    private Fate fate(Step step) {
        moment++;
        if (random.nextInt(20) == 0) {
            int instance = random.nextInt(2);
            clocks[instance] = clocks[1 - instance].plusMillis(random.nextInt(-20_000, 20_000));
        }
        if (random.nextInt(10) == 0 && memory.deliver()) {
            story.add("a late row arrives");
        }
        if (depth < 3 && random.nextInt(8) == 0) {
            operate(random.nextInt(2));
        }
        Fate fate = random.nextInt(20) > 0 ? Fate.PASSES : STOPS.get(random.nextInt(STOPS.size()));
        if (fate != Fate.PASSES) {
            story.add("  ".repeat(depth) + step + " " + fate);
        }
        return fate;
    }

    private void operate(int instance) {
        depth++;
        RecordStore store = instances.get(instance);
        String box = BOXES.get(random.nextInt(BOXES.size()));
        try {
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> new Change(instance, box, random.nextInt(VALUES), false).run();
                case 4 -> new Change(instance, box, 0, true).run();
                case 5, 6 -> find(store);
                case 7 -> sealAgain(store, box);
                case 8 -> facts.merge(store);
                default -> facts.mergeFirst(store);
            }
        } catch (StoreUnavailable | UnknownOutcome stopped) {
            story.add("  ".repeat(depth) + "ends: " + stopped.getMessage());
        }
        depth--;
        clocks[instance] = clocks[instance].plusMillis(1);
    }

    private void sealAgain(RecordStore store, String box) {
        story.add("  ".repeat(depth) + "seal again " + box);
        for (Stored read : store.read(List.of(Range.one(boxKey(box)))).getFirst()) {
            store.replace(List.of(
                    new Replacement(read, text(moment + "/" + Content.of(read).text()))));
        }
    }

    /** A box that has been on a shelf is found there, or on the one that it has left. */
    private void find(RecordStore store) {
        List<BoxModel> there =
                boxes.values().stream().filter(box -> box.isShelved).toList();
        story.add("  ".repeat(depth) + "find "
                + there.stream().map(box -> box.name).toList());
        Set<String> found = store
                .read(List.of(
                        Range.part(SHELF, SPACE, text("0"), Range.MAX_LIMIT),
                        Range.part(SHELF, SPACE, text("1"), Range.MAX_LIMIT)))
                .stream()
                .flatMap(List::stream)
                .map(row -> string(row.key().sort()))
                .collect(Collectors.toSet());
        for (BoxModel box : there) {
            boolean isRemoved = round.stream().anyMatch(change -> change.removes && change.box.equals(box.name));
            assertTrue(isRemoved || found.contains(box.name), () -> "not found: " + box.name);
        }
    }

    private static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String string(Bytes bytes) {
        return new String(bytes.toArray(), StandardCharsets.UTF_8);
    }

    private static Key boxKey(String box) {
        return new Key(BOX, SPACE, text(box), Bytes.EMPTY);
    }

    /** What a box holds: the operation that put it, its value, and the names of rows that it may have left behind. */
    private record Content(long change, int value, Set<String> stale) {
        static Content of(Stored record) {
            String[] parts = string(record.body()).split("/", -1);
            Set<String> stale = parts[3].isEmpty() ? Set.of() : Set.of(parts[3].split(","));
            return new Content(Long.parseLong(parts[1]), Integer.parseInt(parts[2]), stale);
        }

        String text() {
            return change + "/" + value + "/" + String.join(",", new TreeSet<>(stale));
        }

        Set<String> rows() {
            return Set.of("label" + value % 2, "shelf" + value / 2);
        }

        Set<String> rowsAndStale() {
            return Stream.concat(rows().stream(), stale.stream()).collect(Collectors.toCollection(TreeSet::new));
        }

        Stored record(String box, long version) {
            return new Stored(
                    boxKey(box),
                    version,
                    null,
                    RecordSimulation.text("" + value / 2),
                    Bytes.EMPTY,
                    RecordSimulation.text("0/" + text()));
        }
    }

    private static Key rowKey(String name, String box) {
        Kind kind = name.startsWith("label") ? LABEL : SHELF;
        return new Key(kind, SPACE, text(name.substring(5)), text(box));
    }

    private static Stored row(String name, String box, Content content, long version) {
        String body = name.startsWith("label") ? "label" : "" + content.change;
        return Stored.of(rowKey(name, box), version, Bytes.EMPTY, text(body));
    }

    /** A put or a removal of a box. */
    private final class Change {
        private final long number = ++moment;
        private final RecordStore store;
        private final int instance;
        private final String box;
        private final int value;
        private final boolean removes;
        private long ended = Long.MAX_VALUE;
        private boolean happened;
        private boolean mayHaveHappened;

        /** The change that put what this one found, and what is there after it; 0 for no box. */
        private long found;

        private long leaves;

        Change(int instance, String box, int value, boolean removes) {
            this.instance = instance;
            this.store = instances.get(instance);
            this.box = box;
            this.value = value;
            this.removes = removes;
        }

        void run() {
            story.add("  ".repeat(depth) + number + (removes ? " remove " + box : " put " + box + " = " + value));
            round.add(this);
            try {
                store.update(List.of(Update.of(boxKey(box), 100, this::decide)));
                happened = true;
            } catch (UnknownOutcome unknown) {
                mayHaveHappened = true;
                throw unknown;
            } finally {
                ended = ++moment;
                story.add("  ".repeat(depth) + number + ": " + found + " -> " + leaves);
            }
        }

        private Decision<Long> decide(@Nullable Stored held) {
            Content was = held == null ? null : Content.of(held);
            found = was == null ? 0 : was.change;
            if (removes) {
                leaves = 0;
                if (was == null) {
                    return Decision.keep(number);
                }
                return Decision.remove(number, keys(was.rowsAndStale()), -1);
            }
            if (held != null && was != null && was.value == value) {
                leaves = found;
                String shelf = "shelf" + value / 2;
                return Decision.repeat(number, List.of(row(shelf, box, was, held.version())));
            }
            leaves = number;
            long micros = Duration.between(Instant.EPOCH, clocks[instance]).toNanos() / 1_000;
            long version = Stored.nextVersion(held, micros);
            Set<String> left = was == null ? new TreeSet<>() : was.rowsAndStale();
            left.removeAll(new Content(number, value, Set.of()).rows());
            Content next = new Content(number, value, left);
            return new Decision<>(
                    number,
                    next.record(box, version),
                    false,
                    List.of(row("label" + value % 2, box, next, version)),
                    List.of(row("shelf" + value / 2, box, next, version)),
                    keys(left),
                    held == null ? 1 : 0);
        }

        private List<Key> keys(Set<String> names) {
            return names.stream().map(name -> rowKey(name, box)).toList();
        }
    }

    // The model

    private @Nullable Stored stored(Key key) {
        List<Stored> found = observer.read(List.of(Range.one(key))).getFirst();
        return found.isEmpty() ? null : found.getFirst();
    }

    private final class BoxModel {
        private final String name;
        private long state;
        /** True if a change that put the box has ended, so that its row was there. */
        private boolean isShelved;
        /** True if the change that put the box has not been cut: no row that it has left is there. */
        private boolean isTidy = true;
        /** True if a removal was cut: what it left behind nothing knows any more. */
        private boolean hasStrays;

        BoxModel(String name) {
            this.name = name;
        }

        void check() {
            Stored record = stored(boxKey(name));
            Content content = record == null ? null : Content.of(record);
            long now = content == null ? 0 : content.change;
            List<Change> mine = round.stream()
                    .filter(change -> change.box.equals(name) && (change.happened || change.mayHaveHappened))
                    .toList();
            assertTrue(
                    isReached(state, now, mine),
                    () -> name + ": no order of changes leads from " + state + " to " + now);
            note(now, mine);
            state = now;
            checkRows(record, content);
            long there = boxes.values().stream()
                    .filter(box -> stored(boxKey(box.name)) != null)
                    .count();
            assertEquals(there, observer.count(SPACE).total(), "count");
        }

        /** Tries every order of changes in which each starts before the next ends. */
        private boolean isReached(long from, long to, List<Change> left) {
            if (from == to && left.stream().noneMatch(change -> change.happened)) {
                return true;
            }
            for (Change next : left) {
                boolean isEarly = left.stream().noneMatch(other -> other.happened && other.ended < next.number);
                if (isEarly && next.found == from) {
                    List<Change> rest = new ArrayList<>(left);
                    rest.remove(next);
                    if (isReached(next.leaves, to, rest)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private void note(long now, List<Change> mine) {
            for (Change change : mine) {
                hasStrays |= change.removes && change.mayHaveHappened && change.found != 0 && change.found != now;
                boolean isLast = change.leaves == now && change.found != now;
                if (isLast) {
                    isTidy = change.happened;
                    isShelved &= now != 0;
                }
                if (mine.stream().anyMatch(other -> other.removes)) {
                    isShelved = false;
                }
            }
            isShelved |= now != 0 && mine.stream().anyMatch(change -> change.happened && change.leaves == now);
        }

        private @Nullable Stored storedRow(String row) {
            String box = name;
            return stored(rowKey(row, box));
        }

        private void checkRows(@Nullable Stored record, @Nullable Content content) {
            Set<String> rows = new TreeSet<>();
            for (String row : List.of("label0", "label1", "shelf0", "shelf1")) {
                Stored stored = storedRow(row);
                if (stored != null && !stored.body().isEmpty()) {
                    rows.add(row);
                }
            }
            if (content != null && record != null) {
                assertTrue(rows.contains("label" + content.value % 2), () -> name + " has no label, but " + rows);
                boolean isPlaced = rows.contains("shelf" + content.value / 2);
                assertTrue(isPlaced || !(isShelved && isTidy), () -> name + " is not on its shelf, but on " + rows);
                Stored row = stored(rowKey("shelf" + content.value / 2, name));
                if (isPlaced && isTidy && row != null) {
                    assertEquals(record.version(), row.version(), "version of the row");
                    assertEquals(content.change + "", string(row.body()), "content of the row");
                }
            }
            Set<String> strays = new TreeSet<>(rows);
            strays.removeAll(content == null ? Set.of() : content.rows());
            if (!isAtomic) {
                strays.removeIf(row -> !isTidy || hasStrays || row.startsWith("label"));
            }
            assertEquals(Set.of(), strays, () -> "strays of " + name);
        }

        void checkRepaired() {
            isTidy = true;
            isShelved = true;
            hasStrays = false;
            Stored record = stored(boxKey(name));
            checkRows(record, record == null ? null : Content.of(record));
            for (String row : List.of("label0", "label1")) {
                boolean belongs = record != null && Content.of(record).rows().contains(row);
                boolean isThere = storedRow(row) != null;
                assertEquals(belongs, isThere, () -> row + " of " + name);
            }
        }
    }

    /** Does what a repair does: merges the rows that a record should have, and deletes those that it has not. */
    private void repair() {
        Map<Key, Stored> expected = new HashMap<>();
        for (Page.Found found : observer.scan(BOX, null, Page.MAX_RECORDS).found()) {
            Stored record = ((Whole) found).record();
            Content content = Content.of(record);
            String box = string(record.key().part());
            content.rows().forEach(name -> expected.put(rowKey(name, box), row(name, box, content, record.version())));
        }
        List<Deletion> strays = new ArrayList<>();
        for (Kind kind : List.of(LABEL, SHELF)) {
            for (Page.Found found : observer.scan(kind, null, Page.MAX_RECORDS).found()) {
                Stored row = ((Whole) found).record();
                if (!expected.containsKey(row.key())) {
                    strays.add(new Deletion(row.key(), row.version()));
                }
            }
        }
        observer.merge(List.copyOf(expected.values()), strays);
    }

    /** Facts, of which the newest stays, and firsts. */
    private final class FactModel {
        private final Map<String, Long> put = new HashMap<>();
        private final Map<String, Long> deleted = new HashMap<>();
        private final Map<String, Long> mayBeDeleted = new HashMap<>();
        private final Map<String, Set<Long>> issued = new HashMap<>();
        private final Map<String, Long> firsts = new HashMap<>();
        private final Set<String> mergedFirsts = new HashSet<>();

        private Key key(Kind kind, String name) {
            return new Key(kind, SPACE, text("p"), text(name));
        }

        private Stored fact(String name, long version) {
            return Stored.of(key(FACT, name), version, Bytes.EMPTY, text(name + "/" + version));
        }

        void merge(RecordStore store) {
            Map<String, Long> puts = new TreeMap<>();
            Map<String, Long> deletions = new TreeMap<>();
            for (String name : List.of("x", "y")) {
                if (random.nextBoolean()) {
                    puts.put(name, random.nextLong(1, 30));
                    issued.computeIfAbsent(name, any -> new HashSet<>()).add(puts.get(name));
                } else if (random.nextInt(3) == 0) {
                    deletions.put(name, random.nextLong(1, 30));
                    mayBeDeleted.merge(name, deletions.get(name), Math::max);
                }
            }
            story.add("  ".repeat(depth) + "merge " + puts + ", delete " + deletions);
            store.merge(
                    puts.entrySet().stream()
                            .map(one -> fact(one.getKey(), one.getValue()))
                            .toList(),
                    deletions.entrySet().stream()
                            .map(one -> new Deletion(key(FACT, one.getKey()), one.getValue()))
                            .toList());
            puts.forEach((name, version) -> put.merge(name, version, Math::max));
            deletions.forEach((name, version) -> deleted.merge(name, version, Math::max));
        }

        void mergeFirst(RecordStore store) {
            String name = random.nextBoolean() ? "x" : "y";
            long number = ++moment;
            story.add("  ".repeat(depth) + number + " first of " + name);
            store.merge(List.of(Stored.of(key(FIRST, name), number, Bytes.EMPTY, text("" + number))), List.of());
            mergedFirsts.add(name);
        }

        void check() {
            for (String name : List.of("x", "y")) {
                Stored fact = stored(key(FACT, name));
                long least = put.getOrDefault(name, 0L);
                if (least > mayBeDeleted.getOrDefault(name, 0L)) {
                    assertTrue(fact != null && fact.version() >= least, () -> name + " has not version " + least);
                }
                if (fact != null) {
                    assertEquals(fact(name, fact.version()), fact);
                    assertTrue(issued.getOrDefault(name, Set.of()).contains(fact.version()), "a version that was put");
                    boolean isDeleted = fact.version() <= deleted.getOrDefault(name, 0L);
                    assertTrue(isAtomic || !isDeleted, () -> name + " came back");
                }
                checkFirst(name, stored(key(FIRST, name)));
            }
        }

        private void checkFirst(String name, @Nullable Stored first) {
            assertTrue(first != null || !mergedFirsts.contains(name), () -> "first of " + name + " is lost");
            if (first != null) {
                long now = Long.parseLong(string(first.body()));
                Long was = firsts.put(name, now);
                assertTrue(
                        was == null || now == was || (!isAtomic && now < was),
                        () -> "first of " + name + " was " + was + " and is " + now);
            }
        }
    }
}
