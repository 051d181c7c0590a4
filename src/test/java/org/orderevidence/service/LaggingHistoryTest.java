package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.PriorReason;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentCredential;

/** A history row that is older than its order never decides. */
class LaggingHistoryTest extends CaseReading {
    @Test
    void aRowThatLagsBehindItsOrderDoesNotDecide() {
        putQualified();
        store.putOrderOnly(write(failed(order("P1", "2026-05-04", IP, null))), NOW);
        Eligibility answer = read();
        assertEquals(Eligibility.Status.NOT_QUALIFIED, answer.status());
        assertEquals(PriorReason.FAILED, answer.priorTransactions().getFirst().reason());
    }

    @Test
    void aRowThatLagsBehindTheReferencesOfItsChargeDoesNotDecide() {
        putQualified();
        put(charged(order("P1", "2026-05-04", IP, null), "ch_9x"));
        store.putOrderOnly(write(charged(order("P2", "2026-01-24", IP, null), "ch_9x")), NOW);
        Eligibility answer = read();
        assertEquals(Eligibility.Status.NOT_QUALIFIED, answer.status());
        assertEquals(
                PriorReason.SAME_CHARGE, answer.priorTransactions().getLast().reason());
    }

    @Test
    void aRowWhoseOrderIsGoneIsDropped() {
        putQualified();
        store.removeOrderOnly(new OrderId("P1"));
        assertEquals(
                List.of("P2"),
                read().priorTransactions().stream()
                        .map(prior -> prior.orderId().value())
                        .toList());
    }

    @Test
    void aRowWhoseOrderIsOfAnotherCardByNowIsDropped() {
        putQualified();
        PaymentCredential other = new PaymentCredential(
                null, TestHashes.of("fingerprint", "another"), "424242", "4242", new Brand("visa"));
        store.putOrderOnly(write(ofCard(order("P1", "2026-05-04", IP, null), other)), NOW);
        assertEquals(
                List.of("P2"),
                read().priorTransactions().stream()
                        .map(prior -> prior.orderId().value())
                        .toList());
    }

    @Test
    void aRowWhoseOrderMovedOutOfReachIsDropped() {
        putQualified();
        store.putOrderOnly(write(order("P1", "2020-05-04", IP, null)), NOW);
        assertEquals(1, read().priorTransactions().size());
    }

    @Test
    void ofTwoRowsOfAnOrderTheNewerVersionCounts() {
        putQualified();
        store.addRows(write(order("P1", "2026-05-05", "203.0.113.9", null)), 0);
        Eligibility answer = read();
        assertEquals(List.of("P1", "P2"), selected(answer));
        assertEquals(
                LocalDate.of(2026, 5, 4), answer.priorTransactions().getFirst().date());
        assertEquals(2, answer.priorTransactions().size());
    }

    @Test
    void manyLaggingRowsEndInReadingEveryOrderOnce() {
        put(order("D", "2026-11-10", IP, null));
        LocalDate newest = LocalDate.of(2026, 6, 1);
        for (int i = 0; i < 120; i++) {
            Order order = order("P" + (100 + i), newest.minusDays(i).toString(), IP, null);
            put(order);
            if (i < 118) {
                store.putOrderOnly(write(failed(order)), NOW);
            }
        }
        store.orderReads = 0;
        assertEquals(List.of("P218", "P219"), selected(read()));
        assertEquals(5, store.orderReads, "three pairs, then 114 orders in two reads");
    }
}
