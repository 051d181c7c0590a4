package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Kind.Mode;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.waiting.Waits;

/** What every engine guarantees. Its test extends this, and may keep one store for all tests. */
public abstract class RecordStoreContract extends RecordReadsContract {
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
        assertEquals(
                Optional.of(second), update(Change.of(first.key(), held -> Decision.keep(Optional.ofNullable(held)))));
        assertHeld(second);
    }

    @Test
    void updatesOfOneCallSeeThoseBeforeThem() {
        List<Update<Integer>> updates = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < mostUpdates(); i++) {
            updates.add(increment(key(i % 2 == 0 ? NOTE : ORDER, "p", "s" + i % 10)));
            expected.add(i / 10 + 1);
        }

        assertEquals(expected, store.update(updates));
        assertEquals(List.of(), store.update(List.<Update<Integer>>of()));
        assertEquals(mostUpdates() / 10 + 1, update(increment(key(NOTE, "p", "s4"))));
    }

    /** Returns how many updates of one call a test makes. */
    protected int mostUpdates() {
        return RecordStore.MAX_WRITES;
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
        Update<Integer> refused = Change.of(bad, held -> {
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
        assertEquals(
                40,
                read(Range.part(NOTE, space, text("p"), 100)).stream()
                        .filter(found -> !found.key().sort().equals(text("before")))
                        .count());
    }

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static Update<Optional<Stored>> remove(Key key) {
        return Change.of(key, held -> Decision.remove(Optional.ofNullable(held), List.of(), 0));
    }

    @Test
    void aRemovedRecordIsAbsentAndCanBePutAgain() {
        for (Kind kind : List.of(ORDER, TOKEN, NOTE)) {
            Stored first = record(key(kind, "p", "s"), 5, "first");
            write(first);
            assertEquals(Optional.of(first), update(remove(first.key())));
            assertAbsent(first.key());
            assertEquals(Optional.empty(), update(remove(first.key())));

            Stored again = record(first.key(), 2, "again");
            assertEquals(true, update(Change.of(first.key(), held -> Decision.put(held == null, again))));
            assertPutAgain(again, 5);
        }
        Stored record = record(key(NOTE, "p", "in one call"), 5, "x");
        List<Update<Boolean>> both = List.of(
                Change.of(record.key(), held -> Decision.put(held == null, record)),
                Change.of(record.key(), held -> Decision.remove(held == null, List.of(), 0)),
                Change.of(record.key(), held -> Decision.put(held == null, record)));
        assertEquals(List.of(true, false, true), store.update(both));
        assertPutAgain(record, 5);
    }

    /** An engine may raise the version of a record that was removed before: then it is greater than that one. */
    private void assertPutAgain(Stored record, long removed) {
        long version = Objects.requireNonNull(held(record.key())).version();
        assertHeld(record.ofVersion(version));
        assertTrue(version == record.version() || version > removed, () -> "version " + version);
    }

    @Test
    void theRowsOfARecordThatIsPutAgainAreSeenAlsoIfItsVersionIsLower() {
        Key order = key(ORDER, "A", "");
        Key before = key(REFERENCE, "charge", "A");
        Key after = key(HISTORY, "card", "A");
        Key own = key(DAY, "", "A");
        update(Change.move(record(order, 50, "1"), List.of(record(before, 50, "1")), List.of(record(after, 50, "1"))));
        update(Change.of(order, held -> Decision.remove("", List.of(before, after), 0)));

        update(Change.move(
                record(order, 20, "2"),
                List.of(record(before, 20, "2"), record(own, 7, "of another version")),
                List.of(record(after, 20, "2"))));

        assertPutAgain(record(order, 20, "2"), 50);
        long version = Objects.requireNonNull(held(order)).version();
        assertHeld(record(before, version, "2"));
        assertHeld(record(after, version, "2"));
        assertHeld(record(own, 7, "of another version"));
    }

    @Test
    void removedRecordsTakeNoPlaceOfALimit() {
        List<Stored> written = IntStream.range(0, 30)
                .mapToObj(i -> record(key(NOTE, "p", "s" + (10 + i)), 5, "n" + i))
                .toList();
        store.update(written.stream().map(Change::put).toList());
        List<Stored> left =
                IntStream.range(0, 10).mapToObj(i -> written.get(3 * i + 1)).toList();
        written.stream().filter(one -> !left.contains(one)).forEach(one -> update(remove(one.key())));
        Range all = Range.part(NOTE, space, text("p"), 100);

        for (int limit = 1; limit <= left.size() + 1; limit++) {
            List<Stored> expected = left.stream().limit(limit).toList();
            assertEquals(expected, read(Range.part(NOTE, space, text("p"), limit)));
            assertEquals(left.reversed().stream().limit(limit).toList(), read(reverse(all, limit)));
        }
    }

    @Test
    void rowsComeAndLeaveWithTheirRecord() {
        Key order = key(ORDER, "A", "");
        Key card = key(HISTORY, "card", "A");
        Key other = key(HISTORY, "other card", "A");
        Key charge = key(REFERENCE, "charge", "A");
        update(Change.move(record(order, 10, "1"), List.of(record(charge, 10, "1")), List.of(record(card, 10, "1"))));
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
                    record.key(), held -> new Decision<>("", record, false, List.of(), List.of(), List.of(), 1)));
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
        assertEquals(
                500, read(Range.part(DAY, space, text("p"), Range.MAX_LIMIT)).size());
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
            extended.add(Stored.of(key(kind, "p", "never ends"), 5, text("head"), text("z")));
        }
        extended.forEach(this::write);

        for (Key key : ended) {
            // Where the engine deletes by itself, it does so by its own clock.
            Waits.until(
                    () -> {
                        sweepAll(key.kind(), soon);
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
        boolean mayGoOn;
        do {
            mayGoOn = store.sweep(kind, now);
        } while (mayGoOn);
    }

    @Test
    void ofManyThatAreWrittenOnceASweepTakesThoseThatHaveEnded() {
        Instant soon = Instant.now().plusSeconds(1);
        List<Stored> ended = new ArrayList<>();
        List<Stored> staying = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            Stored record = record(key(SIGHTING, "p" + i % 7, "s" + i), 1, "x");
            if (i % 3 == 0) {
                ended.add(ending(record, soon));
            } else {
                staying.add(i % 3 == 1 ? record : ending(record, soon.plus(Duration.ofDays(1))));
            }
        }
        store.merge(ended, List.of());
        for (int start = 0; start < staying.size(); start += RecordStore.MAX_WRITES) {
            store.merge(staying.subList(start, Math.min(staying.size(), start + RecordStore.MAX_WRITES)), List.of());
        }

        Waits.until(
                () -> {
                    sweepAll(SIGHTING, soon);
                    return heldSightings().size() <= staying.size();
                },
                "sightings that have ended are still there");
        assertEquals(
                staying.stream().map(RecordStoreContract::comparable).collect(Collectors.toSet()), heldSightings());
    }

    private Set<Stored> heldSightings() {
        return IntStream.range(0, 7)
                .mapToObj(part -> read(between(SIGHTING, "p" + part, sort(SIGHTING, 0, ""), sort(SIGHTING, 1, ""))))
                .flatMap(List::stream)
                .collect(Collectors.toSet());
    }

    @Test
    void aSweepNeverTakesWhatIsExtendedMeanwhile() throws Exception {
        Instant now = LATER.plusSeconds(1);
        for (Kind kind : List.of(TOKEN, PENDING)) {
            List<Key> keys = IntStream.range(0, 60)
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
            assertEquals(60, read(Range.part(kind, space, text("p"), 1_000)).size());
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
        refused(() ->
                store.replace(Collections.nCopies(RecordStore.MAX_WRITES + 1, new Replacement(guarded, text("x")))));
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
