package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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

import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.document.UnreadableDocument;

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

    /** Its later facts are lost. That they were there is in its head. */
    @Test
    default void anUploadRepairsADamagedOrderAndItsDisputesStillMarkIt() {
        put(write(order("A"), ANN, CARD));
        putDispute(SHOP, id("A"), dispute("D", Dispute.Status.OPEN));
        damage(SHOP, id("A"));
        assertThrows(UnreadableDocument.class, () -> held("A"));
        assertEquals(List.of(), page(null, 0, 10));

        put(write(order("A"), ANN, CARD));

        assertEquals(order("A"), held("A").order());
        assertEquals(List.of(), held("A").disputes());
        assertEquals(FactOutcome.CREATED, putDispute(SHOP, id("A"), dispute("D", Dispute.Status.WITHDRAWN)));
        assertEquals(
                List.of(ActiveDisputes.FRAUD),
                history(CARD).stream().map(HistoryRow::disputes).toList());
    }

    /** A source delivers late, and a pending fact is joined late: neither may replace what is newer. */
    @Test
    default void anOlderVersionOfASourceChangesNothing() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        Dispute open = dispute("D", Dispute.Status.OPEN);
        Dispute withdrawn = dispute("D", Dispute.Status.WITHDRAWN);
        FraudReport corrected = new FraudReport("F", OrderTime.on(DAY), null);

        assertEquals(FactOutcome.CREATED, store().putDispute(SHOP, id("A"), open, 10L, NOON));
        assertEquals(FactOutcome.UPDATED, store().putDispute(SHOP, id("A"), withdrawn, 30L, NOON));
        assertEquals(FactOutcome.CREATED, store().putFraudReport(SHOP, id("A"), corrected, 30L, NOON));
        long version = held("A").version();
        assertEquals(FactOutcome.UNCHANGED, store().putDispute(SHOP, id("A"), open, 20L, NOON));
        assertEquals(FactOutcome.UNCHANGED, store().putDispute(SHOP, id("A"), withdrawn, 30L, NOON));
        assertEquals(FactOutcome.UNCHANGED, store().putFraudReport(SHOP, id("A"), report("F"), 20L, NOON));

        assertEquals(List.of(withdrawn), held("A").disputes());
        assertEquals(List.of(corrected), held("A").fraudReports());
        assertEquals(version, held("A").version());
        assertMarked(ActiveDisputes.NONE, true);
    }

    /** Otherwise what happened between the two versions could replace the fact later. */
    @Test
    default void aNewerVersionThatStatesTheSameIsStored() {
        put(write(order("A")));
        Dispute open = dispute("D", Dispute.Status.OPEN);
        store().putDispute(SHOP, id("A"), open, 10L, NOON);
        long version = held("A").version();

        assertEquals(FactOutcome.UNCHANGED, store().putDispute(SHOP, id("A"), open, 30L, NOON));
        assertEquals(version, held("A").version());
        assertEquals(
                FactOutcome.UNCHANGED, store().putDispute(SHOP, id("A"), dispute("D", Dispute.Status.WON), 20L, NOON));
        assertEquals(List.of(open), held("A").disputes());
    }

    /** What a platform knew before the call of a merchant does not replace it, also if the call stated nothing new. */
    @Test
    default void whatAMerchantSendsAgainIsNewerThanAllBefore() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        Dispute open = dispute("D", Dispute.Status.OPEN);
        store().putDispute(SHOP, id("A"), open, 10L, NOON);
        store().putFraudReport(SHOP, id("A"), report("F"), 10L, NOON);

        long version = held("A").version();

        assertEquals(FactOutcome.UNCHANGED, putDispute(SHOP, id("A"), open));
        assertEquals(FactOutcome.UNCHANGED, putFraudReport(SHOP, id("A"), report("F")));
        assertEquals(version, held("A").version());

        Dispute lost = dispute("D", Dispute.Status.LOST);
        FraudReport other = new FraudReport("F", OrderTime.on(DAY), null);
        assertEquals(FactOutcome.UNCHANGED, store().putDispute(SHOP, id("A"), lost, FIRST_VERSION, NOON));
        assertEquals(FactOutcome.UNCHANGED, store().putFraudReport(SHOP, id("A"), other, FIRST_VERSION, NOON));
        assertEquals(List.of(open), held("A").disputes());
        assertEquals(List.of(report("F")), held("A").fraudReports());
        assertMarked(ActiveDisputes.FRAUD, true);
        assertEquals(FactOutcome.UPDATED, store().putDispute(SHOP, id("A"), lost, FIRST_VERSION + 1, NOON));
    }

    /** Also than a source's fact with a version in the future. */
    @Test
    default void whatAMerchantSendsIsNewerThanAllBefore() {
        put(write(order("A")));
        long future = FIRST_VERSION + 1_000_000;
        store().putDispute(SHOP, id("A"), dispute("D", Dispute.Status.OPEN), future, NOON);
        store().putFraudReport(SHOP, id("A"), new FraudReport("F", OrderTime.on(DAY), null), future, NOON);

        assertEquals(FactOutcome.UPDATED, putDispute(SHOP, id("A"), dispute("D", Dispute.Status.WON)));
        assertEquals(FactOutcome.UPDATED, putFraudReport(SHOP, id("A"), report("F")));
        Dispute late = dispute("D", Dispute.Status.LOST);
        assertEquals(FactOutcome.UNCHANGED, store().putDispute(SHOP, id("A"), late, future, NOON));

        assertEquals(List.of(dispute("D", Dispute.Status.WON)), held("A").disputes());
        assertEquals(List.of(report("F")), held("A").fraudReports());
        assertEquals(FactOutcome.UPDATED, store().putDispute(SHOP, id("A"), late, future + 2, NOON));
        assertEquals(List.of(late), held("A").disputes());
    }

    /** Two callers that change the dispute they have read at the same time: one of them reads it again. */
    @Test
    default void aDisputeIsReplacedOnlyIfItIsTheOneThatWasRead() {
        put(write(order("A")));
        Dispute open = dispute("D", Dispute.Status.OPEN);
        Dispute won = open.with(DETAILS);
        Dispute lost = dispute("D", Dispute.Status.LOST);

        assertEquals(FactOutcome.CONFLICT, store().replaceDispute(SHOP, id("A"), lost, open, NOON));
        assertEquals(FactOutcome.CREATED, store().replaceDispute(SHOP, id("A"), null, open, NOON));
        assertEquals(FactOutcome.CONFLICT, store().replaceDispute(SHOP, id("A"), null, lost, NOON));
        assertEquals(FactOutcome.UPDATED, store().replaceDispute(SHOP, id("A"), open, won, NOON));
        assertEquals(FactOutcome.CONFLICT, store().replaceDispute(SHOP, id("A"), open, lost, NOON));
        long version = held("A").version();
        assertEquals(FactOutcome.UNCHANGED, store().replaceDispute(SHOP, id("A"), won, won, NOON));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, store().replaceDispute(SHOP, id("B"), null, open, NOON));

        assertEquals(List.of(won), held("A").disputes());
        assertEquals(version, held("A").version());
    }

    /** Everything that can be known of a dispute. */
    Dispute.Details DETAILS = new Dispute.Details(
            OrderTime.at(Instant.parse("2026-12-01T23:59:59Z")),
            new Money(1999, Currency.getInstance("EUR")),
            "fraudulent",
            OrderTime.on(DAY),
            new Dispute.ProcessorEligibility("requires_action", List.of("missing_customer_identifiers", "other")),
            "stripe:main");

    @Test
    default void aDisputeOfUnknownConditionIsKeptAndMarksTheHistoryRows() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        Dispute unknown = new Dispute("D-1", Dispute.UNKNOWN_CONDITION, OrderTime.on(DAY), Dispute.Status.OPEN);

        assertEquals(FactOutcome.CREATED, putDispute(SHOP, id("A"), unknown));

        assertEquals(List.of(unknown), held("A").disputes());
        assertMarked(ActiveDisputes.FRAUD, false);
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
                List.of(new HistoryRow(
                        id("A"),
                        DAY.plusDays(1),
                        held("A").version(),
                        facts("facts of A"),
                        ActiveDisputes.FRAUD,
                        true)),
                history(OTHER_CARD));
    }

    @Test
    default void laterFactsMarkTheHistoryRows() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        assertMarked(ActiveDisputes.NONE, false);

        putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.WITHDRAWN));
        assertMarked(ActiveDisputes.NONE, false);
        putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.WON));
        assertMarked(ActiveDisputes.FRAUD, false);
        putFraudReport(SHOP, id("A"), report("F"));
        assertMarked(ActiveDisputes.FRAUD, true);
        putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.PREVENTED));
        assertMarked(ActiveDisputes.NONE, true);
        putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.OPEN));
        assertMarked(ActiveDisputes.FRAUD, true);
    }

    @Test
    default void aRowIsMarkedByTheWorstOfItsActiveDisputes() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        putDispute(SHOP, id("A"), of("D-1", "13.1"));
        assertMarked(ActiveDisputes.NOT_FRAUD, false);
        putDispute(SHOP, id("A"), of("D-2", Dispute.UNKNOWN_CONDITION));
        assertMarked(ActiveDisputes.FRAUD, false);
        putDispute(SHOP, id("A"), of("D-2", "13.3"));
        assertMarked(ActiveDisputes.NOT_FRAUD, false);
        putDispute(SHOP, id("A"), of("D-1", Dispute.FRAUD_CARD_ABSENT));
        assertMarked(ActiveDisputes.FRAUD, false);
    }

    private static Dispute of(String id, String condition) {
        return new Dispute(id, condition, OrderTime.on(DAY), Dispute.Status.OPEN);
    }

    default void assertMarked(ActiveDisputes disputed, boolean fraudReported) {
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
