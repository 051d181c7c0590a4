package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.pending.PendingFact;

/** How facts wait for their orders. Each test has spaces that no other test has. */
interface PendingStoreContract extends StoreUnderTest {
    /** What waits in the store of the running test. */
    PendingStore pending();

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
        pending().endSpace(space, Instant.now());
        assertTrue(listed(100).contains(space), "it got a fact a moment ago");

        pending().end(space, fact(1, "F", 1).key(), 1);
        pending().endSpace(space, Instant.now().plus(Duration.ofHours(2)));

        assertFalse(listed(100).contains(space));
    }
}
