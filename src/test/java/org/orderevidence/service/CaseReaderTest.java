package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.PriorReason;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.store.OrderWrite;

/** Which orders are read as priors of an order, and how many. */
class CaseReaderTest extends CaseReading {
    @Test
    void anOrderIsWrittenUnderItsFingerprintAndItsBin() {
        OrderWrite write = write(order("A", "2026-05-04", IP, "Ann@example.com"));
        assertEquals(
                List.of(TestHashes.of("fingerprint", "the card"), keys.binCredential(SPACE, "424242|4242|visa")),
                write.credentials());
        assertEquals(
                List.of(
                        new OrderReference(
                                Kind.CUSTOMER,
                                keys.customer(
                                        SPACE, Email.parse("ann@example.com").orElseThrow())),
                        keys.reference(SPACE, Kind.CARD, "4242424242")),
                write.references());
        assertEquals(LocalDate.of(2026, 5, 4), write.historyDay());
        assertNull(write.expectedVersion());
        assertEquals(
                7L,
                writes.write(SPACE, order("A", "2026-05-04", IP, "ann@"), 7L).expectedVersion());
        assertEquals(
                List.of(keys.reference(SPACE, Kind.CARD, "4242424242")),
                write(order("A", "2026-05-04", IP, "ann@")).references(),
                "an e-mail that cannot be valid finds nothing");
    }

    @Test
    void anOrderOfNoKnownCardHasNoHistory() {
        Order unknown = ofCard(order("D", "2026-11-10", IP, null), PaymentCredential.NONE);
        put(unknown, order("P1", "2026-05-04", IP, null));
        assertEquals(List.of(), write(unknown).credentials());
        assertEquals(List.of(), read().priorTransactions());
    }

    @Test
    void theOrderItselfIsNoPrior() {
        putQualified();
        assertEquals(List.of("P1", "P2"), selected(read()));
        assertEquals(2, read().priorTransactions().size());
    }

    @Test
    void aDisputeOfUnknownConditionExcludesAPrior() {
        putQualified();
        record("P1", Dispute.Status.WITHDRAWN);
        assertTrue(read().isEligible());
        record("P1", Dispute.Status.OPEN);
        assertEquals(PriorReason.DISPUTED, reason("P1"));
        assertEquals(Eligibility.Status.NOT_QUALIFIED, read().status());
    }

    @Test
    void oneChargeUnderTwoOrderIdsIsOnePrior() {
        putQualified();
        put(charged(order("P1", "2026-05-04", IP, null), "ch_9x"));
        put(charged(order("P2", "2026-01-24", IP, null), "ch_9x"));
        assertEquals(PriorReason.SAME_CHARGE, reason("P2"));
        assertFalse(read().isEligible());
        put(charged(order("D", "2026-11-10", IP, null), "ch_9x"));
        assertEquals(PriorReason.SAME_CHARGE, reason("P1"));
    }

    /** A known limit: what is not read cannot be recognized as the same charge. */
    @Test
    void anOrderOutsideTheDaysThatAreReadIsNotCompared() {
        putQualified();
        put(charged(order("P1", "2026-05-04", IP, null), "ch_9x"));
        put(charged(order("A", "2025-11-10", IP, null), "ch_9x"));
        assertEquals(PriorReason.SAME_CHARGE, reason("P1"), "the first day that is read");
        put(charged(order("A", "2025-11-09", IP, null), "ch_9x"));
        assertEquals(List.of("P1", "P2"), selected(read()));
    }

    @Test
    void theLimitCountsPriorsAndSaysWhenItCut() {
        putQualified();
        put(order("P3", "2025-12-01", IP, null));
        Eligibility all = read(limits(3, 16, 16));
        assertFalse(all.priorsTruncated());
        assertEquals(3, all.priorTransactions().size());
        Eligibility cut = read(limits(2, 16, 16));
        assertTrue(cut.priorsTruncated());
        assertEquals(2, cut.priorTransactions().size());
    }

    @Test
    void whatCountsByAgeIsReadFirst() {
        putQualified();
        put(order("A", "2026-11-01", IP, null), order("B", "2026-10-01", IP, null));
        assertEquals(List.of("P1", "P2"), selected(read(limits(2, 16, 16))));
    }

    @Test
    void profileStripeReadsFirstWhatCountsByItsTransactionDate() {
        put(order("D", "2026-11-10", IP, null));
        // Settled 100 days before the order, made 130 days before it: inside the window of profile stripe.
        put(settled(order("P1", "2026-07-03", IP, null), "2026-08-02"));
        put(settled(order("P2", "2026-07-02", IP, null), "2026-08-01"));
        put(order("A", "2026-09-20", IP, null), order("B", "2026-08-20", IP, null));
        put(order("C", "2026-08-03", IP, null));
        Eligibility answer = read(limits(2, 16, 16), TODAY, Profile.STRIPE);
        assertEquals(List.of("P1", "P2"), selected(answer));
        assertTrue(answer.priorsTruncated());
    }

    @Test
    void aHistoryOfTwoHundredThousandOrdersIsCutAtTheLimit() {
        put(order("D", "2026-11-10", IP, null));
        OrderWrite prior = write(order("P", "2026-05-04", IP, null));
        for (int i = 0; i < 200_000; i++) {
            OrderWrite numbered = new OrderWrite(
                    order("P" + i, "2026-05-04", IP, null),
                    List.of(),
                    prior.historyDay(),
                    prior.credentials().subList(0, 1),
                    prior.facts(),
                    null);
            store.addRows(numbered, 1);
            if (i < 2) {
                put(numbered.order());
            }
        }
        Eligibility answer = read();
        assertTrue(answer.priorsTruncated());
        assertEquals(List.of("P0", "P1"), selected(answer));
    }

    private void record(String order, Dispute.Status status) {
        Dispute unknown = new Dispute(
                "dp " + status, Dispute.UNKNOWN_CONDITION, OrderTime.on(LocalDate.parse("2026-06-01")), status);
        store.putDispute(SPACE, new OrderId(order), unknown, NOW);
    }

    private @Nullable PriorReason reason(String prior) {
        return read().priorTransactions().stream()
                .filter(shown -> shown.orderId().value().equals(prior))
                .findFirst()
                .orElseThrow()
                .reason();
    }
}
