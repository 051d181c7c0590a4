package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.OTHER;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.SHOP_TEST;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.sighting;
import static org.orderevidence.store.OrderFixtures.stored;
import static org.orderevidence.store.OrderFixtures.write;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;

/** What one account space sees of another: nothing. */
interface SpacesContract extends StoreUnderTest {
    @Test
    default void accountsAndModesSeeOnlyTheirOwn() {
        List<AccountSpace> spaces = List.of(SHOP, SHOP_TEST, OTHER, new AccountSpace("other", AccountSpace.Mode.TEST));
        for (int i = 0; i < spaces.size(); i++) {
            AccountSpace space = spaces.get(i);
            store().put(space, OrderFixtures.parts(List.of(write(order("A-1", DAY.plusDays(i), i), ANN, CARD))), NOON);
            putDispute(space, id("A-1"), dispute("D-" + i, Dispute.Status.OPEN));
            putFraudReport(space, id("A-1"), report("F-" + i));
            track(space, sighting("ann", "203.0.113." + i, "2026-03-01T00:00:00Z"));
        }
        long minute = sighting("203.0.113.1", "2026-03-01T00:00:00Z").minute();
        for (int i = 0; i < spaces.size(); i++) {
            AccountSpace space = spaces.get(i);
            StoredOrder expected = stored(
                    order("A-1", DAY.plusDays(i), i),
                    FIRST_VERSION + 2,
                    NOON,
                    List.of(dispute("D-" + i, Dispute.Status.OPEN)),
                    List.of(report("F-" + i)));
            assertEquals(Optional.of(expected), store().order(space, id("A-1")));
            assertEquals(List.of(expected), store().page(space, null, 0, 10));
            assertEquals(
                    List.of(new HistoryRow(
                            id("A-1"),
                            DAY.plusDays(i),
                            FIRST_VERSION + 2,
                            facts("facts of A-1"),
                            ActiveDisputes.FRAUD,
                            true)),
                    store().history(space, CARD, ALL_DAYS, 10));
            assertEquals(
                    List.of(List.of(sighting("203.0.113." + i, "2026-03-01T00:00:00Z"))),
                    sightings(space, List.of(new SightingSearch(ANN, minute, minute, minute, minute))));
            assertCount(1, space);
        }
        assertEquals(Optional.empty(), store().order(new AccountSpace("third", AccountSpace.Mode.LIVE), id("A-1")));
    }
}
