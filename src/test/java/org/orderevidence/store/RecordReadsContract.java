package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Kind.Mode;
import org.orderevidence.store.Page.Whole;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStore.Followed;

/** What every engine returns: ranges, followed links, and scans. */
public abstract class RecordReadsContract extends RecordStoreUnderTest {
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
        for (Kind kind : List.of(TOKEN, DUE)) {
            written.add(Stored.of(key(kind, "p", "without end"), 3, Bytes.EMPTY, text("x")));
        }
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
            assertEquals(
                    2, read(Range.part(kind, space, random(Key.MAX_PART), 10)).size());
        }
        Key key = key(NOTE, "p", "s");
        Bytes tooLong = random(Stored.MAX_BODY + 1);
        assertThrows(IllegalArgumentException.class, () -> Stored.of(key, 1, Bytes.EMPTY, tooLong));
        Bytes tooLongHead = random(Stored.MAX_HEAD + 1);
        assertThrows(IllegalArgumentException.class, () -> Stored.of(key, 1, tooLongHead, Bytes.EMPTY));
        assertThrows(IllegalArgumentException.class, () -> new Key(NOTE, space, random(Key.MAX_PART + 1), Bytes.EMPTY));
        assertThrows(IllegalArgumentException.class, () -> new Key(NOTE, space, Bytes.EMPTY, random(Key.MAX_SORT + 1)));
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
        assertEquals(0, store.count(unknown).total());
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
                int shift = (Long.BYTES - kind.bucket().bytes()) * Byte.SIZE;
                long start = sort(kind, 0, "").leading(kind.bucket().bytes()) + (i * step);
                Bytes sort = Bytes.wrap(
                        ByteBuffer.allocate(Long.BYTES).putLong(start << shift).array());
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
            Range heads = new Range(written.key().kind(), space, text("p"), Bytes.EMPTY, Bytes.EMPTY, false, 5, false);
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
                for (int i = 0; i < 6; i++) {
                    Stored record =
                            record(new Key(kind, of, text("p" + i % 3), sort(kind, i % 2, "s" + i)), 5, kind + "" + i);
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
                        if (written == 2 && limit == 7) {
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
}
