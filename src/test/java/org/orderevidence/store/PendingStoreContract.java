package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;

/** How facts wait for their orders. Each test has spaces that no other test has. */
interface PendingStoreContract extends StoreUnderTest {
    int PARTS = 16;

    /** What waits in the store of the running test. */
    PendingStore pending();

    /** The records of the same store. */
    RecordStore records();

    static AccountSpace newSpace() {
        return new AccountSpace("pending-" + UUID.randomUUID(), Mode.LIVE);
    }

    static OrderReference charge(int number) {
        return new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, key("charge " + number));
    }

    static List<OrderReference> charges(int from, int until) {
        return IntStream.range(from, until)
                .mapToObj(PendingStoreContract::charge)
                .toList();
    }

    static PendingFact fact(int charge, String id, long version) {
        PendingFact.Reference reference = new PendingFact.Reference(charge(charge), new PersonalText("ch_" + charge));
        return PendingFact.of(reference, report(id), Source.of(Platform.STRIPE, "main"), version, NOON);
    }

    private Set<String> found(AccountSpace space, List<OrderReference> references) {
        List<PendingFact> found = pending().of(space, references, PendingStore.MAX_PAGE);
        Set<String> ids = found.stream().map(fact -> fact.key().id()).collect(Collectors.toSet());
        assertEquals(ids.size(), found.size(), "each fact once");
        return ids;
    }

    @Test
    default void factsOfManyReferencesAreFoundTogether() {
        AccountSpace space = newSpace();
        for (int i = 0; i < PendingStore.MAX_REFERENCES; i += 3) {
            assertTrue(pending().put(space, fact(i, "F-" + i, 1)));
        }
        pending().put(space, fact(0, "second of 0", 1));
        pending().put(space, fact(1_000, "of another charge", 1));
        pending().put(newSpace(), fact(1, "of another space", 1));

        Set<String> expected = IntStream.range(0, PendingStore.MAX_REFERENCES)
                .filter(i -> i % 3 == 0)
                .mapToObj(i -> "F-" + i)
                .collect(Collectors.toSet());
        expected.add("second of 0");

        assertEquals(expected, found(space, charges(0, PendingStore.MAX_REFERENCES)));
        assertEquals(Set.of("F-0", "second of 0"), found(space, charges(0, 1)));
        assertEquals(Set.of("F-99"), found(space, charges(98, 150)));
        assertEquals(Set.of(), found(space, charges(1, 3)));
        assertEquals(Set.of(), found(space, List.of()));
        assertEquals(Set.of(), found(newSpace(), charges(0, 10)));
        assertEquals(
                7,
                pending().of(space, charges(0, PendingStore.MAX_REFERENCES), 7).size());
        assertThrows(
                IllegalArgumentException.class,
                () -> pending().of(space, charges(0, PendingStore.MAX_REFERENCES + 1), 1));
    }

    @Test
    default void aNewerVersionReplacesAnOlderOneAndEndsOnlyAsThatVersion() {
        AccountSpace space = newSpace();
        pending().put(space, fact(1, "F", 10));
        pending().put(space, fact(1, "F", 30));
        pending().put(space, fact(1, "F", 20));

        assertEquals(List.of(fact(1, "F", 30)), pending().of(space, charges(1, 2), 10));
        pending().end(space, fact(1, "F", 20).key(), 20);
        assertEquals(1, pending().of(space, charges(1, 2), 10).size(), "a newer version is stored");
        pending().end(space, fact(1, "F", 30).key(), 30);
        assertEquals(new PendingStore.Listing(List.of(), null, 0), pending().page(space, null, 10));
    }

    private List<AccountSpace> listed(int limit) {
        List<AccountSpace> all = new ArrayList<>();
        List<AccountSpace> page = pending().spaces(null, limit);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = pending().spaces(page.getLast(), limit);
        }
        return all;
    }

    @Test
    default void theSpacesWithFactsAreListedPageByPage() {
        List<AccountSpace> spaces =
                List.of(newSpace(), newSpace(), new AccountSpace(newSpace().account(), Mode.TEST), newSpace());
        spaces.forEach(space -> pending().put(space, fact(1, "F", 1)));
        pending().put(spaces.getFirst(), fact(2, "F", 1));

        for (int limit : List.of(1, 2, PendingStore.MAX_SPACES)) {
            List<AccountSpace> listed = listed(limit);
            spaces.forEach(space -> assertEquals(1, Collections.frequency(listed, space)));
            assertEquals(listed.size(), Set.copyOf(listed).size(), "each space once");
        }
        assertFalse(listed(2).contains(newSpace()));
    }

    @Test
    default void aSpaceIsNoLongerListedAfterItsFactsHaveEnded() {
        AccountSpace space = newSpace();
        pending().put(space, fact(1, "F", 1));
        pending().endSpace(space, NOON.plus(Duration.ofHours(2)));
        assertTrue(listed(100).contains(space), "it got a fact a moment ago");

        pending().end(space, fact(1, "F", 1).key(), 1);
        pending().endSpace(space, NOON.plus(Duration.ofHours(3)));

        assertFalse(listed(100).contains(space));
    }

    @Test
    default void pagesGoThroughAllPartsAndLeaveOutWhatCannotBeRead() {
        AccountSpace space = newSpace();
        Set<String> expected = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            // Many of one charge are in one part.
            pending().put(space, fact(i % 2 == 0 ? 0 : i, "F-" + i, 1));
            expected.add("F-" + i);
        }
        Key key = records().scan(PendingStore.PENDING, null, 1_000).found().stream()
                .map(found -> ((Page.Whole) found).record().key())
                .filter(each -> each.space().equals(space))
                .findFirst()
                .orElseThrow();
        records().merge(List.of(unreadable(key, 2)), List.of());
        expected.remove(PendingKey.of(key.sort().toArray()).id());

        for (int limit : List.of(1, 7, 100, PendingStore.MAX_PAGE)) {
            List<String> found = new ArrayList<>();
            PendingKey after = null;
            int rows = 0;
            do {
                PendingStore.Listing page = pending().page(space, after, limit);
                page.facts().forEach(fact -> found.add(fact.key().id()));
                rows += page.rows();
                after = page.next();
                assertTrue(after == null || page.rows() == limit, "a page is full unless it is the last");
            } while (after != null);
            assertEquals(300, rows);
            assertEquals(expected.size(), found.size());
            assertEquals(expected, Set.copyOf(found));
        }
    }

    private static Stored unreadable(Key key, long version) {
        Instant end = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MICROS);
        return new Stored(key, version, end, Bytes.EMPTY, Bytes.EMPTY, Bytes.wrap(new byte[] {1}));
    }

    /** Adds records to the part of the only fact of a space. Those that cannot be read take room too. */
    private void fill(AccountSpace space, String prefix, int count) {
        Bytes part = IntStream.range(0, PARTS)
                .mapToObj(number -> Bytes.wrap(new byte[] {(byte) number}))
                .filter(each -> !records()
                        .read(List.of(Range.part(PendingStore.PENDING, space, each, 1)))
                        .getFirst()
                        .isEmpty())
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < count; i += RecordStore.MAX_WRITES) {
            records()
                    .merge(
                            IntStream.range(i, Math.min(count, i + RecordStore.MAX_WRITES))
                                    .mapToObj(number -> Bytes.wrap(
                                            (prefix + "%05d".formatted(number)).getBytes(StandardCharsets.UTF_8)))
                                    .map(sort -> unreadable(new Key(PendingStore.PENDING, space, part, sort), 1))
                                    .toList(),
                            List.of());
        }
    }

    @Test
    default void aFullPartRefusesAnotherFactAndStillReplacesOne() {
        AccountSpace space = newSpace();
        assertTrue(pending().put(space, fact(1, "F-1", 1)));
        fill(space, "a", PendingStore.MAX_FACTS / PARTS - 2);
        pending().recount();
        assertTrue(pending().put(space, fact(1, "F-0", 1)), "the last one that fits");

        assertFalse(pending().put(space, fact(1, "F-2", 1)), "it is full");
        assertTrue(pending().put(space, fact(1, "F-1", 2)), "a newer state needs no more room");
        assertTrue(pending().put(newSpace(), fact(1, "F-2", 1)), "another space has its own room");
        long accepted = IntStream.range(2, 162)
                .filter(charge -> pending().put(space, fact(charge, "F", 1)))
                .count();
        assertTrue(accepted > 120 && accepted < 160, () -> accepted + " in the other parts");

        pending().end(space, fact(1, "F-1", 1).key(), 1);
        assertFalse(pending().put(space, fact(1, "F-2", 1)), "the newer state is still there");
        pending().end(space, fact(1, "F-1", 2).key(), 2);
        assertTrue(pending().put(space, fact(1, "F-2", 1)));
        assertFalse(pending().put(space, fact(1, "F-3", 1)), "it is full again");
    }

    /** Each instance takes a sixteenth of the room before it counts again, so 15 of them stay below the bound. */
    @Test
    default void anInstanceThatHasCountedEarlierTakesOnlyItsShareOfTheRoom() {
        int room = 160;
        AccountSpace space = newSpace();
        assertTrue(pending().put(space, fact(1, "F-0", 1)));
        fill(space, "a", PendingStore.MAX_FACTS / PARTS - 1 - room);
        pending().recount();
        assertTrue(pending().put(space, fact(1, "F-1", 1)), "it counts now");
        fill(space, "b", room - 1);

        int stored = 0;
        while (stored < room && pending().put(space, fact(1, "more " + stored, 1))) {
            stored++;
        }

        assertEquals(room / 16 - 1, stored, "then it counts again, and the space is full");
    }

    @Test
    default void aFactEndsAfter550Days() {
        AccountSpace space = newSpace();
        pending().put(space, fact(1, "F", 1));

        List<Instant> ends = IntStream.range(0, PARTS)
                .mapToObj(part -> Range.part(PendingStore.PENDING, space, Bytes.wrap(new byte[] {(byte) part}), 10))
                .flatMap(range -> records().read(List.of(range)).getFirst().stream())
                .map(Stored::expires)
                .toList();

        assertEquals(List.of(NOON.plus(Duration.ofDays(550))), ends);
    }
}
