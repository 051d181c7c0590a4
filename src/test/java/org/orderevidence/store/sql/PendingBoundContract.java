package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.OTHER;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.store.PendingStore;

/** Pending facts for orders that never come are bounded in each space, also if two instances write them. */
interface PendingBoundContract {
    /** The space to which rows are added. */
    String SHOP_NUMBER = "(SELECT number FROM spaces WHERE account = 'shop' AND mode = 'live')";

    /** Opens an instance on the store of the running test. */
    SqlStore open();

    /** Adds rows to the space {@code shop}. Rows that cannot be opened take room too. */
    void addRows(int rows);

    private static PendingFact fact(String id, long version) {
        PendingFact.Reference charge = new PendingFact.Reference(
                new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, key("charge of " + id)),
                new PersonalText("ch_1"));
        return PendingFact.of(charge, report(id), Source.of(Platform.STRIPE, "main"), version, NOON);
    }

    @Test
    default void aFullSpaceRefusesAnotherFactAndStillReplacesOne() {
        try (SqlStore open = open()) {
            PendingStore pending = open.pending();
            assertTrue(pending.put(SHOP, fact("F-1", 1)));
            addRows(PendingStore.MAX_FACTS - 1);
            // As a sweep does each minute: this instance counts what others have stored.
            pending.expire(SHOP, Instant.EPOCH);

            assertFalse(pending.put(SHOP, fact("F-2", 1)), "it is full");
            assertTrue(pending.put(SHOP, fact("F-1", 2)), "a newer state needs no more room");
            assertTrue(pending.put(OTHER, fact("F-2", 1)), "another space has its own room");

            pending.end(SHOP, fact("F-1", 1).key(), 1);
            assertFalse(pending.put(SHOP, fact("F-2", 1)), "the newer state is still there");
            pending.end(SHOP, fact("F-1", 2).key(), 2);
            assertTrue(pending.put(SHOP, fact("F-2", 1)));
            assertFalse(pending.put(SHOP, fact("F-3", 1)), "it is full again");
            assertEquals(2, pending.spaces(null, 10).size());
        }
    }

    /** Each instance takes a sixteenth of the room before it counts again, so 15 of them stay below the bound. */
    @Test
    default void anInstanceThatHasCountedEarlierTakesOnlyItsShareOfTheRoom() {
        int room = 160;
        try (SqlStore open = open()) {
            PendingStore pending = open.pending();
            assertTrue(pending.put(SHOP, fact("F-0", 1)));
            addRows(PendingStore.MAX_FACTS - 1 - room);
            pending.expire(SHOP, Instant.EPOCH);
            assertTrue(pending.put(SHOP, fact("F-1", 1)), "it counts now");
            addMoreRows(room - 1);

            int stored = 0;
            while (stored < room && pending.put(SHOP, fact("more " + stored, 1))) {
                stored++;
            }

            assertEquals(room / 16 - 1, stored, "then it counts again, and the space is full");
        }
    }

    /** The same with other keys. */
    void addMoreRows(int rows);
}
