package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.write;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left when a store is closed, and what of a closed one. */
interface DurabilityContract extends StoreUnderTest {
    @Test
    default void aProbeReturnsAsOftenAsItIsAsked() {
        store().probe(NOON);
        store().probe(NOON);
        store().probe(NOON.minusSeconds(1));
        assertEquals(0, store().count(SHOP).total());
    }

    @Test
    default void aClosedStoreIsUnavailable() {
        put(write(order("A")));
        close();

        assertThrows(StoreUnavailable.class, () -> put(write(order("B"))));
        assertThrows(StoreUnavailable.class, () -> store().order(SHOP, id("A")));
        assertThrows(StoreUnavailable.class, () -> store().probe(NOON));

        reopen();
        assertEquals(List.of("A"), page(null, 0, 10));
    }
}
