package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.stored;
import static org.orderevidence.store.OrderFixtures.write;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;

/** How later facts are kept with their orders. */
interface FactsContract extends StoreUnderTest {
    @Test
    default void laterFactsAreKeptByTheirIds() {
        put(write(order("A")));

        assertEquals(FactOutcome.CREATED, putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.CREATED, putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.LOST)));
        assertEquals(FactOutcome.UNCHANGED, putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.UPDATED, putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.WON)));
        assertEquals(FactOutcome.CREATED, putFraudReport(SHOP, id("A"), report("F-1")));
        assertEquals(FactOutcome.UNCHANGED, putFraudReport(SHOP, id("A"), report("F-1")));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, putDispute(SHOP, id("B"), dispute("D-1", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, putFraudReport(SHOP, id("B"), report("F-1")));

        assertEquals(
                stored(
                        order("A"),
                        FIRST_VERSION + 4,
                        NOON,
                        List.of(dispute("D-1", Dispute.Status.LOST), dispute("D-2", Dispute.Status.WON)),
                        List.of(report("F-1"))),
                held("A"));
        assertEquals(Optional.empty(), store().order(SHOP, id("B")));
    }

    @Test
    default void aDisputeOfUnknownConditionIsKeptAndMarksTheHistoryRows() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        Dispute unknown = new Dispute("D-1", Dispute.UNKNOWN_CONDITION, OrderTime.on(DAY), Dispute.Status.OPEN);

        assertEquals(FactOutcome.CREATED, putDispute(SHOP, id("A"), unknown));

        assertEquals(List.of(unknown), held("A").disputes());
        assertMarked(true, false);
    }

    @Test
    default void laterFactsSurviveEveryUpload() {
        put(write(order("A", DAY, 1), ANN, CARD));
        putDispute(SHOP, id("A"), dispute("D", Dispute.Status.OPEN));
        putFraudReport(SHOP, id("A"), report("F"));

        put(write(order("A", DAY.plusDays(1), 2), ANN, OTHER_CARD));

        assertEquals(List.of(dispute("D", Dispute.Status.OPEN)), held("A").disputes());
        assertEquals(List.of(report("F")), held("A").fraudReports());
        assertEquals(
                List.of(new HistoryRow(id("A"), DAY.plusDays(1), held("A").version(), facts("facts of A"), true, true)),
                history(OTHER_CARD));
    }

    @Test
    default void laterFactsMarkTheHistoryRows() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        assertMarked(false, false);

        putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.WITHDRAWN));
        assertMarked(false, false);
        putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.WON));
        assertMarked(true, false);
        putFraudReport(SHOP, id("A"), report("F"));
        assertMarked(true, true);
        putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.WITHDRAWN));
        assertMarked(false, true);
        putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.OPEN));
        assertMarked(true, true);
    }

    default void assertMarked(boolean disputed, boolean fraudReported) {
        List<HistoryRow> expected = List.of(
                new HistoryRow(id("A"), DAY, held("A").version(), facts("facts of A"), disputed, fraudReported));
        assertEquals(expected, history(CARD));
        assertEquals(expected, history(OTHER_CARD));
    }

    @Test
    default void anOrderHoldsNoMoreFactsThanItMay() {
        put(write(order("A")));
        for (int i = 0; i < StoredOrder.MAX_FACTS; i++) {
            assertEquals(FactOutcome.CREATED, putDispute(SHOP, id("A"), dispute("D-" + i, Dispute.Status.OPEN)));
            assertEquals(FactOutcome.CREATED, putFraudReport(SHOP, id("A"), report("F-" + i)));
        }

        assertEquals(FactOutcome.TOO_MANY, putDispute(SHOP, id("A"), dispute("one more", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.TOO_MANY, putFraudReport(SHOP, id("A"), report("one more")));
        assertEquals(FactOutcome.UPDATED, putDispute(SHOP, id("A"), dispute("D-0", Dispute.Status.WON)));
        assertEquals(StoredOrder.MAX_FACTS, held("A").disputes().size());
        assertEquals(StoredOrder.MAX_FACTS, held("A").fraudReports().size());
    }
}
