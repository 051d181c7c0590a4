package org.orderevidence.store.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.record.Kind.Mode;
import org.orderevidence.store.record.Page.Whole;
import org.orderevidence.waiting.Waits;

/** What every engine guarantees. Each test has spaces of its own: an engine may keep one store for all tests. */
public abstract class RecordStoreContract {
    protected static final Kind HISTORY =
            Kind.of("history", Mode.NEWEST).inBuckets(Bucket.YEAR_OF_DAYS).leavingNotes();
    protected static final Kind ORDER =
            Kind.of("order", Mode.GUARDED).linkedTo(HISTORY).sealed().withLongBodies();
    protected static final Kind DAY = Kind.of("day", Mode.NEWEST).inBuckets(Bucket.MONTH_OF_DAYS);
    protected static final Kind REFERENCE = Kind.of("reference", Mode.NEWEST);
    protected static final Kind SIGHTING =
            Kind.of("sighting", Mode.FIRST).inBuckets(Bucket.YEAR_OF_MINUTES).sealed();
    protected static final Kind PENDING =
            Kind.of("pending", Mode.NEWEST).sealed().ending().withLongBodies();
    protected static final Kind TOKEN = Kind.of("token", Mode.GUARDED).sealed().ending();
    protected static final Kind TOKEN_OF_OWNER =
            Kind.of("token_of_owner", Mode.NEWEST).ending();
    protected static final Kind DUE =
            Kind.of("due", Mode.NEWEST).inBuckets(Bucket.HOUR_OF_MICROS).ending();
    protected static final Kind AUDIT = Kind.of("audit", Mode.FIRST);
    protected static final Kind NOTE = Kind.of("note", Mode.GUARDED);

    protected static final List<Kind> KINDS =
            List.of(ORDER, HISTORY, REFERENCE, DAY, SIGHTING, PENDING, TOKEN, TOKEN_OF_OWNER, DUE, AUDIT, NOTE);

    private static final Instant LATER =
            Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MICROS);
    private static final int DAY_0 = ~20_000;
    private static final int MINUTE_0 = 20_000 * 24 * 60;

    private final AccountSpace space = newSpace();
    private RecordStore store;

    /** Opens the store of the running test with some kinds. What was written before, with any kinds, is still there. */
    protected abstract RecordStore open(List<Kind> kinds);

    /** Expects a count. A store that counts from time to time waits until it has. */
    protected void assertCount(long expected, AccountSpace counted) {
        assertEquals(expected, store().count(counted));
    }

    @BeforeEach
    void openStore() {
        store = open(KINDS);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    protected final RecordStore store() {
        return store;
    }

    private void reopen(List<Kind> kinds) {
        store.close();
        store = open(kinds);
    }

    protected static AccountSpace newSpace() {
        return new AccountSpace("records-" + UUID.randomUUID(), AccountSpace.Mode.LIVE);
    }

    protected static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    protected static Bytes bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return Bytes.wrap(bytes);
    }

    /** Returns bytes that cannot be compressed. */
    private static Bytes random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return Bytes.wrap(bytes);
    }

    /** Returns a sort key as the bucket of a kind needs it. */
    private static Bytes sort(Kind kind, int number, String rest) {
        byte[] end = rest.getBytes(StandardCharsets.UTF_8);
        ByteBuffer sort = ByteBuffer.allocate(Long.BYTES + end.length);
        if (kind.bucket().bytes() == Long.BYTES) {
            sort.putLong(ChronoUnit.MICROS.between(Instant.EPOCH, LATER) + number);
        } else if (kind.bucket().bytes() == Integer.BYTES) {
            sort.putInt((kind == SIGHTING ? MINUTE_0 : DAY_0) + number);
        }
        sort.put(end);
        return Bytes.wrap(Arrays.copyOf(sort.array(), sort.position()));
    }

    private Key key(Kind kind, String part, String rest) {
        return new Key(kind, space, text(part), sort(kind, 0, rest));
    }

    protected static Stored record(Key key, long version, String content) {
        return record(key, version, text("head of " + content), text(content));
    }

    protected static Stored record(Key key, long version, Bytes head, Bytes body) {
        return new Stored(key, version, key.kind().ends() ? LATER : null, Bytes.EMPTY, head, body);
    }

    private static Stored linked(Stored record, String part) {
        return new Stored(
                record.key(), record.version(), record.expires(), text(part), record.head(), record.body());
    }

    private static Stored ending(Stored record, Instant end) {
        return new Stored(
                record.key(),
                record.version(),
                end.truncatedTo(ChronoUnit.MICROS),
                record.link(),
                record.head(),
                record.body());
    }

    /** An update that does what a function says. */
    protected record Change<T>(Key key, int bytes, Function<@Nullable Stored, Decision<T>> decision)
            implements Update<T> {
        protected static <T> Change<T> of(Key key, Function<@Nullable Stored, Decision<T>> decision) {
            return new Change<>(key, 1_000, decision);
        }

        static Change<String> put(Stored record) {
            return new Change<>(record.key(), record.bytes(), held -> Decision.put("put", record));
        }

        static Change<String> move(Stored record, List<Stored> before, List<Stored> after, Key... left) {
            return of(record.key(), held -> new Decision<>("", record, false, before, after, List.of(left), 0));
        }

        @Override
        public Decision<T> decide(@Nullable Stored held) {
            return decision.apply(held);
        }
    }

    private <T> T update(Update<T> update) {
        return store.update(List.of(update)).getFirst();
    }

    private void write(Stored record) {
        if (record.key().kind().mode() == Mode.GUARDED) {
            assertEquals("put", update(Change.put(record)));
        } else {
            store.merge(List.of(record), List.of());
        }
    }

    private static Update<Integer> increment(Key key) {
        return Change.of(key, held -> {
            int next = held == null ? 1 : held.head().buffer().getInt() + 1;
            Bytes head = Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(next).array());
            return Decision.put(next, record(key, Stored.nextVersion(held, 1), head, text("n")));
        });
    }

    private List<Stored> read(Range range) {
        List<Stored> found = store.read(List.of(range)).getFirst();
        return found.stream().map(RecordStoreContract::comparable).toList();
    }

    private @Nullable Stored held(Key key) {
        List<Stored> found = read(Range.one(key));
        return found.isEmpty() ? null : found.getFirst();
    }

    /** The version of a FIRST kind is the engine's own. */
    private static Stored comparable(Stored record) {
        return record.key().kind().mode() == Mode.FIRST
                ? record(record.key(), 1, record.head(), record.body())
                : record;
    }

    private void assertHeld(Stored expected) {
        assertEquals(comparable(expected), held(expected.key()));
    }

    private void assertAbsent(Key key) {
        assertNull(held(key));
    }

    private List<Bytes> sorts(Range range) {
        return read(range).stream().map(found -> found.key().sort()).toList();
    }

    private Range between(Kind kind, String part, Bytes from, Bytes until) {
        return new Range(kind, space, text(part), from, until, false, Range.MAX_LIMIT, true);
    }

    private Range reverse(Range range, int limit) {
        return new Range(
                range.kind(), space, range.part(), range.from(), range.until(), true, limit, range.withBodies());
    }

    // What is written is read

    @Test
    void recordsOfEveryKindAreReadAsTheyWereWrittenAndKeptOverAReopening() {
        List<Stored> written = new ArrayList<>();
        for (Kind kind : KINDS) {
            written.add(record(key(kind, "p", "s"), 7, "content of " + kind));
            written.add(record(key(kind, "p", "t"), 1, Bytes.EMPTY, Bytes.EMPTY));
            written.add(record(key(kind, "", ""), Long.MAX_VALUE / 4, random(300), random(3_000)));
        }
        written.add(linked(record(key(ORDER, "p", "linked"), 3, "x"), "a link"));
        written.forEach(this::write);

        written.forEach(this::assertHeld);
        reopen(KINDS);
        written.forEach(this::assertHeld);
    }

    @Test
    void aStoreIsOpenedWithMoreKindsAndKeepsWhatItHas() {
        Kind added = Kind.of("added", Mode.GUARDED).ending();
        Stored old = record(key(NOTE, "p", "s"), 1, "old");
        write(old);

        reopen(Stream.concat(KINDS.stream(), Stream.of(added)).toList());

        assertHeld(old);
        Stored first = record(key(added, "p", "s"), 1, "new");
        write(first);
        assertHeld(first);
    }

    @Test
    void theLongestKeysHeadsAndBodiesFitAndLongerOnesAreRefused() {
        for (Kind kind : List.of(ORDER, NOTE, REFERENCE, AUDIT)) {
            Key longest = new Key(kind, space, random(Key.MAX_PART), random(Key.MAX_SORT));
            Stored small = record(longest, 1, "small");
            Stored greatest = record(
                    new Key(kind, space, random(Key.MAX_PART), random(Key.MAX_SORT - 1)),
                    2,
                    random(Stored.MAX_HEAD),
                    random(Stored.MAX_BODY));
            write(small);
            write(greatest);
            assertHeld(small);
            assertHeld(greatest);
            assertEquals(2, read(Range.part(kind, space, random(Key.MAX_PART), 10)).size());
        }
        Key key = key(NOTE, "p", "s");
        Bytes tooLong = random(Stored.MAX_BODY + 1);
        assertThrows(IllegalArgumentException.class, () -> Stored.of(key, 1, Bytes.EMPTY, tooLong));
        Bytes tooLongHead = random(Stored.MAX_HEAD + 1);
        assertThrows(IllegalArgumentException.class, () -> Stored.of(key, 1, tooLongHead, Bytes.EMPTY));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Key(NOTE, space, random(Key.MAX_PART + 1), Bytes.EMPTY));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Key(NOTE, space, Bytes.EMPTY, random(Key.MAX_SORT + 1)));
    }

    @Test
    void manyGreatBodiesAreWrittenInOneCallAndReadInOne() {
        List<Stored> great = IntStream.range(0, 6)
                .mapToObj(i -> record(key(ORDER, "great", "s" + i), 1, Bytes.EMPTY, random(Stored.MAX_BODY - i)))
                .toList();
        store.update(great.stream().map(Change::put).toList());

        assertEquals(great, read(Range.part(ORDER, space, text("great"), 10)));
    }

    @Test
    void kindsSpacesAndPartsAreSeparate() {
        AccountSpace test = new AccountSpace(space.account(), AccountSpace.Mode.TEST);
        List<Stored> written = new ArrayList<>();
        for (AccountSpace of : List.of(space, test, newSpace())) {
            for (Kind kind : KINDS) {
                for (String part : List.of("p", "p1", "q")) {
                    written.add(record(new Key(kind, of, text(part), sort(kind, 0, "s")), 5, kind + part + of));
                }
            }
        }
        written.forEach(this::write);
        Stored removed = written.getFirst();
        Stored deleted = record(key(REFERENCE, "p", "s"), 5, "" + REFERENCE + "p" + space);
        assertTrue(written.remove(removed) && written.remove(deleted));

        update(Change.of(removed.key(), held -> Decision.remove("", List.of(), 0)));
        store.merge(List.of(), List.of(new Deletion(deleted.key(), 5)));

        assertAbsent(removed.key());
        assertAbsent(deleted.key());
        written.forEach(this::assertHeld);
    }

    @Test
    void anUnknownSpaceIsEmpty() {
        AccountSpace unknown = newSpace();
        for (Kind kind : KINDS) {
            Key key = new Key(kind, unknown, text("p"), sort(kind, 0, "s"));
            assertAbsent(key);
            if (kind.mode() == Mode.GUARDED) {
                assertEquals("keep", update(Change.of(key, held -> Decision.keep(held == null ? "keep" : "held"))));
            } else {
                store.merge(List.of(), List.of(new Deletion(key, 9)));
            }
            assertAbsent(key);
        }
        assertNull(store.follow(new Key(ORDER, unknown, text("p"), Bytes.EMPTY), 10));
        assertEquals(0, store.count(unknown));
    }

    // Ranges

    @Test
    void aPartIsReadInTheOrderOfUnsignedBytes() {
        List<Bytes> ordered = List.of(
                Bytes.EMPTY,
                bytes(0),
                bytes(0, 0),
                bytes(0, 1),
                bytes(1),
                bytes(0x7E, 0xFF),
                bytes(0x7F),
                bytes(0x7F, 0),
                bytes(0x7F, 0xFF, 0xFF, 0xFF, 0xFF),
                bytes(0x80),
                bytes(0x80, 0, 0, 0, 0),
                bytes(0xFE),
                bytes(0xFF),
                bytes(0xFF, 0),
                bytes(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF));
        for (Kind kind : List.of(NOTE, ORDER, REFERENCE, AUDIT, PENDING, DAY, DUE)) {
            List<Bytes> shuffled = new ArrayList<>(ordered);
            Collections.shuffle(shuffled, new Random(1));
            shuffled.forEach(sort -> write(record(new Key(kind, space, text("p"), sort), 1, "x")));
            Range all = Range.part(kind, space, text("p"), Range.MAX_LIMIT);

            assertEquals(ordered, sorts(all));
            assertEquals(ordered.reversed(), sorts(reverse(all, Range.MAX_LIMIT)));
            for (int from = 0; from < ordered.size(); from++) {
                Range after = between(kind, "p", ordered.get(from), Bytes.EMPTY);
                assertEquals(ordered.subList(from, ordered.size()), sorts(after));
                for (int until = Math.max(1, from); until < ordered.size(); until += 3) {
                    Range some = between(kind, "p", ordered.get(from), ordered.get(until));
                    List<Bytes> expected = ordered.subList(from, until);
                    assertEquals(expected, sorts(some));
                    assertEquals(expected.reversed(), sorts(reverse(some, Range.MAX_LIMIT)));
                    assertEquals(expected.reversed().stream().limit(2).toList(), sorts(reverse(some, 2)));
                }
            }
            assertEquals(List.of(), sorts(between(kind, "p", bytes(0x80), bytes(0x7F))), "ends before it starts");
        }
    }

    @Test
    void rangesGoOverBucketsAndStopAtTheirLimit() {
        for (Kind kind : List.of(HISTORY, DAY, SIGHTING, DUE)) {
            long step = kind.bucket().size() / 3;
            List<Stored> written = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Bytes sort = Bytes.wrap(ByteBuffer.allocate(Long.BYTES)
                        .putLong(sort(kind, 0, "").leading(kind.bucket().bytes()) + i * step
                                << (Long.BYTES - kind.bucket().bytes()) * Byte.SIZE)
                        .array());
                written.add(record(new Key(kind, space, text("p"), sort), 1, "n" + i));
            }
            store.merge(written, List.of());
            List<Stored> expected =
                    written.stream().map(RecordStoreContract::comparable).toList();
            Range all = between(
                    kind,
                    "p",
                    expected.getFirst().key().sort(),
                    expected.getLast().key().sort().successor());

            assertEquals(expected, read(all));
            assertEquals(expected.reversed(), read(reverse(all, 100)));
            for (int limit : List.of(1, 2, 5, 11, 12)) {
                assertEquals(expected.reversed().subList(0, limit), read(reverse(all, limit)));
                assertEquals(
                        expected.subList(3, Math.min(12, 3 + limit)),
                        read(new Range(
                                kind,
                                space,
                                text("p"),
                                expected.get(3).key().sort(),
                                all.until(),
                                false,
                                limit,
                                true)));
            }
            if (kind.bucket().isListed()) {
                assertEquals(expected, read(Range.part(kind, space, text("p"), 100)));
                assertEquals(expected.reversed(), read(reverse(Range.part(kind, space, text("p"), 100), 100)));
            }
        }
    }

    @Test
    void rangesWithoutBodiesHaveEverythingElse() {
        Stored order = linked(record(key(ORDER, "p", "s"), 3, "order"), "card");
        Stored token = record(key(TOKEN, "p", "s"), 3, "token");
        Stored reference = record(key(REFERENCE, "p", "s"), 3, "reference");
        for (Stored written : List.of(order, token, reference)) {
            write(written);
            Range heads =
                    new Range(written.key().kind(), space, text("p"), Bytes.EMPTY, Bytes.EMPTY, false, 5, false);
            assertEquals(List.of(written.withBody(Bytes.EMPTY)), read(heads));
        }
    }

    @Test
    void thousandAndOneRangesAreReadTogether() {
        List<Stored> written = IntStream.range(0, 1_000)
                .mapToObj(i -> record(key(NOTE, "p" + i % 100, "s" + i), 1, "n" + i))
                .toList();
        store.update(written.stream().map(Change::put).toList());
        write(record(key(DAY, "", "a"), 1, "of another kind"));
        List<Range> ranges = new ArrayList<>();
        written.forEach(one -> ranges.add(Range.one(one.key())));
        ranges.add(Range.part(DAY, space, Bytes.EMPTY, 5));

        List<List<Stored>> found = store.read(ranges);

        assertEquals(RecordStore.MAX_RANGES, found.size());
        for (int i = 0; i < written.size(); i++) {
            assertEquals(List.of(written.get(i)), found.get(i));
        }
        assertEquals(1, found.getLast().size());
        assertEquals(10, read(Range.part(NOTE, space, text("p7"), 11)).size());
        assertEquals(4, read(Range.part(NOTE, space, text("p7"), 4)).size());
        assertEquals(List.of(), store.read(List.of()));
        ranges.add(ranges.getFirst());
        assertThrows(IllegalArgumentException.class, () -> store.read(ranges));
    }

    // Updates

    @Test
    void anUpdateDecidesWithWhatIsHeld() {
        Stored first = record(key(ORDER, "p", "s"), 5, "first");
        Stored second = record(first.key(), 6, "second");
        List<@Nullable Stored> seen = new ArrayList<>();
        for (Stored next : List.of(first, second)) {
            List<@Nullable Stored> held = new ArrayList<>();
            update(Change.of(next.key(), now -> {
                held.add(now);
                return Decision.put("", next);
            }));
            seen.add(held.getLast());
        }
        assertEquals(Arrays.asList(null, first), seen);
        assertEquals(second, update(Change.of(first.key(), Decision::keep)));
        assertHeld(second);
    }

    @Test
    void updatesOfOneCallSeeThoseBeforeThem() {
        List<Update<Integer>> updates = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < RecordStore.MAX_WRITES; i++) {
            updates.add(increment(key(i % 2 == 0 ? NOTE : ORDER, "p", "s" + i % 10)));
            expected.add(i / 10 + 1);
        }

        assertEquals(expected, store.update(updates));
        assertEquals(List.of(), store.update(List.<Update<Integer>>of()));
        assertEquals(101, update(increment(key(NOTE, "p", "s4"))));
    }

    @Test
    void manyThreadsThatUpdateOneRecordLoseNothing() throws Exception {
        Key key = key(ORDER, "p", "counter");
        int each = 25;
        List<Callable<List<Integer>>> tasks = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            tasks.add(() -> {
                List<Integer> outcomes = new ArrayList<>();
                while (outcomes.size() < each) {
                    try {
                        outcomes.add(update(increment(key)));
                    } catch (StoreUnavailable nothingWritten) {
                        assertNotNull(nothingWritten.getMessage());
                    }
                }
                return outcomes;
            });
        }

        List<Integer> outcomes =
                Waits.together(tasks).stream().flatMap(List::stream).sorted().toList();

        assertEquals(IntStream.rangeClosed(1, 8 * each).boxed().toList(), outcomes, "each number once");
    }

    @Test
    void aDecisionThatThrowsFailsOnlyItsCaller() throws Exception {
        Key bad = key(NOTE, "p", "bad");
        Change<Integer> refused = Change.of(bad, held -> {
            throw new Refused();
        });
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Key good = key(NOTE, "p", "good" + i);
            tasks.add(() -> update(increment(good)));
            tasks.add(() -> {
                assertThrows(Refused.class, () -> update(refused));
                return 1;
            });
        }

        assertEquals(Collections.nCopies(80, 1), Waits.together(tasks));
        assertAbsent(bad);
        assertThrows(Refused.class, () -> store.update(List.of(increment(key(NOTE, "p", "before")), refused)));
        assertEquals(40, read(Range.part(NOTE, space, text("p"), 100)).stream()
                .filter(found -> !found.key().sort().equals(text("before")))
                .count());
    }

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aRemovedRecordIsAbsentAndCanBePutAgain() {
        for (Kind kind : List.of(ORDER, TOKEN, NOTE)) {
            Stored first = record(key(kind, "p", "s"), 5, "first");
            write(first);
            assertEquals(first, update(Change.of(first.key(), held -> Decision.remove(held, List.of(), 0))));
            assertAbsent(first.key());
            assertNull(update(Change.of(first.key(), held -> Decision.remove(held, List.of(), 0))));

            Stored again = record(first.key(), 2, "again");
            assertNull(update(Change.of(first.key(), held -> new Decision<@Nullable Stored>(
                    held, again, false, List.of(), List.of(), List.of(), 0))));
            assertHeld(again);
        }
        Stored record = record(key(NOTE, "p", "in one call"), 5, "x");
        List<Update<Boolean>> both = List.of(
                Change.of(record.key(), held -> Decision.put(held == null, record)),
                Change.of(record.key(), held -> Decision.remove(held == null, List.of(), 0)),
                Change.of(record.key(), held -> Decision.put(held == null, record)));
        assertEquals(List.of(true, false, true), store.update(both));
        assertHeld(record);
    }

    @Test
    void rowsComeAndLeaveWithTheirRecord() {
        Key order = key(ORDER, "A", "");
        Key card = key(HISTORY, "card", "A");
        Key other = key(HISTORY, "other card", "A");
        Key charge = key(REFERENCE, "charge", "A");
        update(Change.move(
                record(order, 10, "1"), List.of(record(charge, 10, "1")), List.of(record(card, 10, "1"))));
        assertHeld(record(charge, 10, "1"));
        assertHeld(record(card, 10, "1"));

        update(Change.move(
                record(order, 20, "2"), List.of(), List.of(record(other, 20, "2"), record(charge, 20, "2")), card));
        assertHeld(record(charge, 20, "2"));
        assertHeld(record(other, 20, "2"));
        assertLeft(card);

        update(Change.move(record(order, 30, "3"), List.of(), List.of(record(other, 30, "3")), other, charge));
        assertHeld(record(other, 30, "3"));
        assertAbsent(charge);

        update(Change.of(order, held -> Decision.remove("", List.of(other), 0)));
        assertAbsent(order);
        assertLeft(other);
    }

    /** Where a kind leaves notes, an engine that is not atomic keeps a row without body for a while. */
    private void assertLeft(Key row) {
        Stored note = held(row);
        boolean isNote = note != null && row.kind().leavesNotes() && !store.isAtomic();
        assertTrue(note == null || (isNote && note.body().isEmpty()), () -> "still there: " + note);
    }

    @Test
    void aNewerRowStaysThoughAnOlderRecordLeavesItOrWritesItAgain() {
        Key row = key(REFERENCE, "charge", "A");
        Stored newest = record(row, 50, "of a newer write");
        store.merge(List.of(newest), List.of());

        update(Change.move(record(key(NOTE, "A", ""), 20, "1"), List.of(), List.of(), row));
        assertHeld(newest);
        update(Change.move(record(key(NOTE, "A", ""), 30, "2"), List.of(record(row, 30, "old")), List.of()));
        assertHeld(newest);
        update(Change.of(key(NOTE, "A", ""), held -> Decision.remove("", List.of(row), 0)));
        assertHeld(newest);
    }

    @Test
    void rowsMoveBackAndForthInOneCall() {
        Key order = key(NOTE, "A", "");
        Key here = key(REFERENCE, "here", "A");
        Key there = key(TOKEN_OF_OWNER, "there", "A");
        List<Update<String>> moves = new ArrayList<>();
        for (int version = 1; version <= 9; version++) {
            boolean isHere = version % 2 == 1;
            Stored row = record(isHere ? here : there, version, "v" + version);
            moves.add(Change.move(
                    record(order, version, "v" + version),
                    isHere ? List.of(row) : List.of(),
                    isHere ? List.of() : List.of(row),
                    isHere ? there : here));
        }

        store.update(moves);

        assertHeld(record(order, 9, "v9"));
        assertHeld(record(here, 9, "v9"));
        assertAbsent(there);
    }

    @Test
    void rowsOfARecordThatStaysAreRepeatedWhereACrashCanLoseThem() {
        Stored record = record(key(NOTE, "A", ""), 10, "1");
        Stored row = record(key(REFERENCE, "charge", "A"), 10, "1");
        write(record);

        assertEquals("again", update(Change.of(record.key(), held -> Decision.repeat("again", List.of(row)))));

        assertHeld(record);
        if (!store.isAtomic()) {
            assertHeld(row);
        }
        assertEquals("again", update(Change.of(record.key(), held -> Decision.repeat("again", List.of(row)))));
    }

    @Test
    void aReaderOfAnAtomicStoreSeesARecordAndItsRowsOfOneState() throws Exception {
        Key order = key(ORDER, "A", "");
        List<Key> rows = List.of(key(REFERENCE, "0", "A"), key(REFERENCE, "1", "A"));
        update(Change.move(record(order, 2, "2"), List.of(), List.of(record(rows.getFirst(), 2, "2"))));
        List<Range> all = List.of(Range.one(order), Range.one(rows.getFirst()), Range.one(rows.getLast()));
        AtomicBoolean ends = new AtomicBoolean();
        Callable<Boolean> writer = () -> {
            for (int i = 3; i < 100; i++) {
                Stored row = record(rows.get(i % 2), i, "" + i);
                update(Change.move(record(order, i, "" + i), List.of(), List.of(row), rows.get((i + 1) % 2)));
            }
            ends.set(true);
            return true;
        };
        Callable<Boolean> reader = () -> {
            boolean whole = true;
            while (!ends.get()) {
                List<List<Stored>> seen = store.read(all);
                long version = seen.getFirst().getFirst().version();
                List<Stored> ofRows = Stream.concat(seen.get(1).stream(), seen.get(2).stream())
                        .toList();
                whole &= !store.isAtomic()
                        || (ofRows.size() == 1 && ofRows.getFirst().version() == version);
            }
            return whole;
        };

        assertEquals(List.of(true, true), Waits.together(List.of(writer, reader)));
    }

    @Test
    void aSpaceCountsWhatItsUpdatesCount() {
        AccountSpace other = newSpace();
        List<Update<String>> puts = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Stored record = record(new Key(ORDER, i < 20 ? space : other, text("p" + i), Bytes.EMPTY), 1, "x");
            puts.add(Change.of(
                    record.key(),
                    held -> new Decision<>("", record, false, List.of(), List.of(), List.of(), 1)));
        }
        store.update(puts);
        assertCount(20, space);
        assertCount(10, other);

        for (int i = 0; i < 3; i++) {
            update(Change.of(key(ORDER, "p" + i, ""), held -> Decision.remove("", List.of(), -1)));
        }
        reopen(KINDS);
        assertCount(17, space);
        assertCount(10, other);
    }

    // Merges

    @Test
    void theNewestVersionStaysInEveryOrder() {
        Stored one = record(key(REFERENCE, "p", "s"), 1, "1");
        Stored two = record(one.key(), 2, "2");
        Stored three = record(one.key(), 3, "3");
        List<List<Stored>> orders = List.of(
                List.of(one, two, three),
                List.of(three, two, one),
                List.of(two, three, one),
                List.of(three, three, one, one));
        for (int i = 0; i < orders.size(); i++) {
            Key together = key(REFERENCE, "together", "s" + i);
            Key inTurn = key(DAY, "in turn", "s" + i);
            List<Stored> merged = orders.get(i);
            store.merge(merged.stream().map(record -> at(together, record)).toList(), List.of());
            merged.forEach(record -> store.merge(List.of(at(inTurn, record)), List.of()));
            assertHeld(at(together, three));
            assertHeld(at(inTurn, three));
        }
        store.merge(List.of(), List.of());
    }

    private static Stored at(Key key, Stored record) {
        return record(key, record.version(), record.head(), record.body());
    }

    @Test
    void ofEqualVersionsOneStaysWhole() {
        Stored one = record(key(REFERENCE, "p", "s"), 5, "one");
        Stored two = record(one.key(), 5, "two, which is longer");
        store.merge(List.of(one), List.of());
        store.merge(List.of(two), List.of());
        store.merge(List.of(one), List.of());
        store.merge(List.of(one, two), List.of());

        assertTrue(List.of(one, two).contains(Objects.requireNonNull(held(one.key()))));
    }

    @Test
    void whatIsFirstStays() {
        Stored first = record(key(AUDIT, "p", "s"), 5, "first");
        write(first);
        for (long version : List.of(1L, 5L, 9L)) {
            store.merge(List.of(record(first.key(), version, "later")), List.of());
            assertHeld(first);
        }
        Stored one = record(key(AUDIT, "p", "t"), 5, "one");
        Stored two = record(one.key(), 5, "two");
        store.merge(List.of(one, two), List.of());
        assertTrue(List.of(comparable(one), comparable(two)).contains(held(one.key())));

        Stored read = store.read(List.of(Range.one(first.key()))).getFirst().getFirst();
        store.merge(List.of(), List.of(new Deletion(first.key(), read.version())));
        assertAbsent(first.key());
        assertNotNull(held(one.key()));
    }

    @Test
    void aDeletionEndsWhatIsNotNewer() {
        Stored row = record(key(REFERENCE, "p", "s"), 5, "5");
        write(row);
        store.merge(List.of(), List.of(new Deletion(row.key(), 4)));
        assertHeld(row);
        store.merge(List.of(), List.of(new Deletion(row.key(), 5)));
        assertAbsent(row.key());

        Stored again = record(row.key(), 6, "6");
        write(again);
        assertHeld(again);
        store.merge(List.of(record(row.key(), 8, "8")), List.of(new Deletion(row.key(), 7)));
        assertHeld(record(row.key(), 8, "8"));
        store.merge(
                List.of(record(key(DAY, "p", "s"), 1, "x")),
                List.of(new Deletion(row.key(), 3), new Deletion(row.key(), 9), new Deletion(row.key(), 3)));
        assertAbsent(row.key());
        assertHeld(record(key(DAY, "p", "s"), 1, "x"));
    }

    @Test
    void thousandPutsAndDeletionsAreMergedInOneCall() {
        List<Stored> puts = new ArrayList<>();
        List<Deletion> deletions = new ArrayList<>();
        for (int i = 0; i < RecordStore.MAX_WRITES; i++) {
            puts.add(record(key(i % 2 == 0 ? REFERENCE : DAY, "p", "s" + i), 1, "n" + i));
            deletions.add(new Deletion(puts.get(i).key(), 1));
        }
        store.merge(puts, List.of());
        assertEquals(500, read(Range.part(DAY, space, text("p"), Range.MAX_LIMIT)).size());
        store.merge(List.of(), deletions.subList(0, 999));
        assertAbsent(puts.getFirst().key());
        assertHeld(puts.getLast());
        deletions.add(deletions.getFirst());
        puts.add(puts.getFirst());
        assertThrows(IllegalArgumentException.class, () -> store.merge(List.of(), deletions));
        assertThrows(IllegalArgumentException.class, () -> store.merge(puts, List.of()));
    }

    // Ends

    @Test
    void whatHasEndedIsSweptUnlessItWasExtended() {
        Instant soon = Instant.now().plusSeconds(2);
        List<Key> ended = new ArrayList<>();
        List<Stored> extended = new ArrayList<>();
        for (Kind kind : List.of(TOKEN, TOKEN_OF_OWNER, DUE, PENDING)) {
            for (String name : List.of("ends", "is extended")) {
                write(ending(record(key(kind, "p", name), 5, "x"), soon));
            }
            ended.add(key(kind, "p", "ends"));
            extended.add(record(key(kind, "p", "is extended"), 6, "y"));
            extended.add(record(key(kind, "p", "ends later"), 5, "z"));
        }
        extended.forEach(this::write);

        for (Key key : ended) {
            Waits.until(
                    () -> {
                        sweepAll(key.kind(), Instant.now());
                        return held(key) == null;
                    },
                    "what has ended is still there: " + key.kind());
        }
        extended.forEach(this::assertHeld);
        Stored again = record(ended.getFirst(), 1, "again");
        write(again);
        assertHeld(again);
    }

    private void sweepAll(Kind kind, Instant now) {
        int swept;
        do {
            swept = store.sweep(kind, now);
            assertTrue(swept >= 0 && swept <= RecordStore.MAX_WRITES);
        } while (swept == RecordStore.MAX_WRITES);
    }

    @Test
    void aSweepNeverTakesWhatIsExtendedMeanwhile() throws Exception {
        Instant now = LATER.plusSeconds(1);
        for (Kind kind : List.of(TOKEN, PENDING)) {
            List<Key> keys = IntStream.range(0, 300)
                    .mapToObj(i -> key(kind, "p", "s" + i))
                    .toList();
            keys.forEach(key -> write(record(key, 1, "ends")));
            AtomicBoolean ends = new AtomicBoolean();
            Callable<Boolean> sweeper = () -> {
                while (!ends.get()) {
                    sweepAll(kind, now);
                }
                return true;
            };
            Callable<Boolean> extender = () -> {
                keys.forEach(key -> write(ending(record(key, 2, "stays"), now.plusSeconds(60))));
                ends.set(true);
                return true;
            };
            Waits.together(List.of(sweeper, extender));
            assertEquals(300, read(Range.part(kind, space, text("p"), 1_000)).size());
        }
    }

    // Sealing again

    @Test
    void aBodyIsReplacedOnlyWhereTheRecordIsAsItWasRead() {
        for (Kind kind : List.of(ORDER, TOKEN, PENDING, SIGHTING)) {
            Key key = key(kind, "p", "s");
            write(record(key, 5, "1 sealed"));
            Stored read = store.read(List.of(Range.one(key))).getFirst().getFirst();
            Replacement again = new Replacement(read, text("2 sealed again"));

            assertEquals(1, store.replace(List.of(again)));
            assertHeld(read.withBody(text("2 sealed again")));
            assertEquals(0, store.replace(List.of(new Replacement(read, text("3 of another body")))));
            assertHeld(read.withBody(text("2 sealed again")));

            if (kind.mode() == Mode.FIRST) {
                store.merge(List.of(), List.of(new Deletion(key, read.version())));
                assertAbsent(key);
                continue;
            }
            write(record(key, 6, "2 sealed again"));
            Replacement old = new Replacement(read.withBody(text("2 sealed again")), text("4 of another version"));
            assertEquals(0, store.replace(List.of(old)));
            assertHeld(record(key, 6, "2 sealed again"));
        }
        assertEquals(0, store.replace(List.of()));
    }

    @Test
    void aReplacementBringsNothingBack() {
        Stored order = record(key(ORDER, "p", "s"), 5, "1");
        Stored pending = record(key(PENDING, "p", "s"), 5, "1");
        Stored stays = record(key(ORDER, "p", "stays"), 5, "1");
        List.of(order, pending, stays).forEach(this::write);
        update(Change.of(order.key(), held -> Decision.remove("", List.of(), 0)));
        store.merge(List.of(), List.of(new Deletion(pending.key(), 5)));

        assertEquals(
                1,
                store.replace(Stream.of(order, stays, pending)
                        .map(read -> new Replacement(read, text("2")))
                        .toList()));

        assertAbsent(order.key());
        assertAbsent(pending.key());
        assertHeld(stays.withBody(text("2")));
    }

    // Followed links

    @Test
    void aLinkIsFollowedToItsPart() {
        List<Stored> rows = IntStream.range(0, 4)
                .mapToObj(i -> record(new Key(HISTORY, space, text("card"), sort(HISTORY, i, "A")), 5, "row" + i))
                .toList();
        store.merge(rows, List.of());
        write(record(key(HISTORY, "card2", "A"), 5, "of another card"));
        write(record(new Key(HISTORY, newSpace(), text("card"), sort(HISTORY, 0, "A")), 5, "of another space"));
        Stored order = linked(record(key(ORDER, "A", ""), 5, "order"), "card");
        Stored ofNone = record(key(ORDER, "B", ""), 5, "without link");
        Stored ofEmpty = linked(record(key(ORDER, "C", ""), 5, "order"), "card without rows");
        List.of(order, ofNone, ofEmpty).forEach(this::write);

        assertFollowed(order, rows, 4);
        assertFollowed(order, rows, Range.MAX_LIMIT);
        assertFollowed(ofEmpty, List.of(), 5);
        assertEquals(new Followed(ofNone, List.of()), store.follow(ofNone.key(), 5));
        assertEquals(new Followed(order, null), store.follow(order.key(), 3));
        assertNull(store.follow(key(ORDER, "D", ""), 5));
    }

    private void assertFollowed(Stored record, List<Stored> rows, int limit) {
        Followed followed = Objects.requireNonNull(store.follow(record.key(), limit));
        assertEquals(record, followed.record());
        if (store.isAtomic() || followed.rows() != null) {
            assertEquals(rows, followed.rows());
        }
    }

    // Scans

    @Test
    void aScanReturnsEveryEarlierRecordOnceWhileOthersAreWritten() {
        Map<Key, Stored> expected = new HashMap<>();
        List<AccountSpace> spaces =
                List.of(space, newSpace(), new AccountSpace(space.account(), AccountSpace.Mode.TEST));
        for (Kind kind : KINDS) {
            for (AccountSpace of : spaces) {
                for (int i = 0; i < 12; i++) {
                    Stored record = record(
                            new Key(kind, of, text("p" + i % 3), sort(kind, i % 2, "s" + i)), 5, kind + "" + i);
                    write(record);
                    expected.put(record.key(), comparable(record));
                }
            }
        }
        for (Kind kind : KINDS) {
            for (int limit : List.of(3, 7, Page.MAX_RECORDS)) {
                Map<Key, Stored> found = new HashMap<>();
                String next = null;
                int written = 0;
                do {
                    Page page = store.scan(kind, next, limit);
                    assertTrue(page.found().size() <= limit);
                    for (Page.Found one : page.found()) {
                        Stored record = ((Whole) one).record();
                        assertEquals(kind, record.key().kind());
                        assertNull(found.put(record.key(), comparable(record)), "returned twice");
                    }
                    next = page.next();
                    if (written++ < 5) {
                        Key other = new Key(kind, spaces.get(1), text("w" + written + limit), sort(kind, 0, "w"));
                        write(record(other, 5, "written meanwhile"));
                        if (written == 2) {
                            reopen(KINDS);
                        }
                    }
                } while (next != null);
                found.keySet().retainAll(expected.keySet());
                Map<Key, Stored> ofKind = new HashMap<>(expected);
                ofKind.keySet().removeIf(key -> !key.kind().equals(kind));
                assertEquals(ofKind, found);
            }
        }
    }

    @Test
    void aPageOfAScanEndsAtItsBytes() {
        for (int i = 0; i < 5; i++) {
            write(record(key(PENDING, "p", "s" + i), 1, Bytes.EMPTY, random(Stored.MAX_BODY)));
        }
        int found = 0;
        String next = null;
        do {
            Page page = store.scan(PENDING, next, Page.MAX_RECORDS);
            long bytes = page.found().stream()
                    .mapToLong(one -> ((Whole) one).record().bytes())
                    .sum();
            assertTrue(bytes < Page.BYTES + Stored.MAX_BODY + Stored.MAX_HEAD + 4_096, () -> bytes + " bytes");
            found += (int) page.found().stream()
                    .filter(one -> ((Whole) one).record().key().space().equals(space))
                    .count();
            next = page.next();
        } while (next != null);
        assertEquals(5, found);
    }

    // Wrong uses

    private static void refused(Runnable use) {
        assertThrows(IllegalArgumentException.class, use::run);
    }

    @Test
    void aWrongUseIsRefusedAndWritesNothing() {
        Stored note = record(key(NOTE, "p", "s"), 5, "note");
        Stored row = record(key(REFERENCE, "p", "s"), 9, "row");
        Stored guarded = record(key(TOKEN, "p", "s"), 9, "guarded");
        write(note);
        Stored next = record(note.key(), 6, "next");

        refused(() -> update(Change.put(row)));
        refused(() -> update(Change.put(record(note.key(), 5, "equal version"))));
        refused(() -> update(Change.put(record(note.key(), 4, "older version"))));
        refused(() -> update(Change.of(note.key(), held -> Decision.put("", guarded))));
        refused(() -> update(Change.move(next, List.of(guarded), List.of())));
        refused(() -> update(Change.move(next, List.of(row), List.of(guarded))));
        refused(() -> update(Change.move(next, List.of(row), List.of(), guarded.key())));
        refused(() -> store.update(Collections.nCopies(RecordStore.MAX_WRITES + 1, Change.put(next))));
        refused(() -> store.merge(List.of(row, guarded), List.of()));
        refused(() -> store.merge(List.of(row), List.of(new Deletion(note.key(), 9))));
        refused(() -> store.replace(List.of(new Replacement(note, text("not of a sealed kind")))));
        refused(() -> store.replace(
                Collections.nCopies(RecordStore.MAX_WRITES + 1, new Replacement(guarded, text("x")))));
        refused(() -> store.follow(note.key(), 1));
        refused(() -> store.follow(key(ORDER, "p", ""), 0));
        refused(() -> store.follow(key(ORDER, "p", ""), Range.MAX_LIMIT + 1));
        refused(() -> store.scan(NOTE, null, 0));
        refused(() -> store.scan(NOTE, null, Page.MAX_RECORDS + 1));
        Kind unknown = Kind.of("unknown", Mode.NEWEST);
        refused(() -> store.scan(unknown, null, 1));
        refused(() -> store.read(List.of(Range.one(key(unknown, "p", "s")))));
        refused(() -> store.merge(List.of(record(key(unknown, "p", "s"), 1, "x")), List.of()));

        assertHeld(note);
        assertAbsent(row.key());
        assertAbsent(guarded.key());
        assertEquals(List.of(), store.faults());
    }
}
