package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;

/** What is read to replace a missing IP address: sightings and initial orders, up to their limits. */
class IpStandInsTest extends CaseReading {
    @Test
    void sightingsAreReadForNoMoreCustomersThanTheLimit() {
        put(order("D", "2026-11-10", IP, null));
        put(
                order("P1", "2026-05-04", null, "ann@example.com"),
                order("P2", "2026-05-03", null, "ann@example.com"),
                order("P3", "2026-05-02", null, "bob@example.com"));
        track("ann@example.com", IP, "2026-05-04T10:00:00Z");
        track("ann@example.com", IP, "2026-05-03T10:00:00Z");
        track("bob@example.com", IP, "2026-05-02T10:00:00Z");
        Eligibility one = read(limits(1_000, 1, 16));
        assertEquals(List.of("P1", "P2"), selected(one));
        assertTrue(one.priorsTruncated());
        assertEquals(
                Eligibility.Comparison.NOT_READ,
                one.priorTransactions().get(2).elements().get(Element.IP));
        Eligibility two = read(limits(1_000, 2, 16));
        assertFalse(two.priorsTruncated());
        assertEquals(
                Eligibility.Comparison.EQUAL,
                two.priorTransactions().get(2).elements().get(Element.IP));
    }

    @Test
    void initialOrdersAreReadUpToTheLimit() {
        put(order("D", "2026-11-10", IP, null));
        put(order("I1", "2020-01-01", IP, null), order("I2", "2020-01-02", IP, null));
        put(
                recurring(order("P1", "2026-05-04", null, null), "I1"),
                recurring(order("P2", "2026-05-03", null, null), "I1"),
                recurring(order("P3", "2026-05-02", null, null), "I2"),
                recurring(order("P4", "2026-05-01", null, null), "I3"));
        Eligibility one = read(limits(1_000, 16, 1));
        assertEquals(List.of("P1", "P2"), selected(one));
        assertTrue(one.priorsTruncated());
        assertNull(one.priorTransactions().get(2).ipSource());
        Eligibility all = read(limits(1_000, 16, 3));
        assertFalse(all.priorsTruncated());
        assertEquals(
                Eligibility.IpSource.INITIAL_ORDER,
                all.priorTransactions().get(2).ipSource());
        assertNull(all.priorTransactions().get(3).ipSource());
    }

    @Test
    void anInitialOrderThatMayNotLendUsesUpAReadOfTheLimit() {
        put(order("D", "2026-11-10", IP, null), order("I1", "2020-01-01", IP, null));
        put(
                recurring(order("P1", "2026-05-04", null, null), "D"),
                recurring(order("P2", "2026-05-03", null, null), "I1"));
        List<Eligibility.Comparison> one = ipStates(read(limits(1_000, 16, 1)));
        assertEquals(List.of(Eligibility.Comparison.MISSING, Eligibility.Comparison.NOT_READ), one);
        assertEquals(
                List.of(Eligibility.Comparison.MISSING, Eligibility.Comparison.EQUAL),
                ipStates(read(limits(1_000, 16, 2))));
    }

    private static List<Eligibility.Comparison> ipStates(Eligibility answer) {
        return answer.priorTransactions().stream()
                .map(prior -> Objects.requireNonNull(prior.elements().get(Element.IP)))
                .toList();
    }

    @Test
    void aRecurringOrderTakesNoSightingNeitherAsPriorNorAsDisputed() {
        put(
                recurring(order("D", "2026-11-10", null, "ann@example.com"), "P1"),
                order("P1", "2026-05-04", IP, null),
                recurring(order("P2", "2026-01-24", null, "ann@example.com"), null));
        track("ann@example.com", IP, "2026-11-10T10:00:00Z");
        track("ann@example.com", IP, "2026-01-24T10:00:00Z");
        Eligibility answer = read();
        assertEquals(Eligibility.Status.REQUIRES_ACTION, answer.status());
        assertNull(answer.evidence().get(Element.IP));
        assertNull(answer.priorTransactions().getLast().ipSource());
    }

    @Test
    void moreSightingsThanAStoreTakesAtOnceAreReadInTurns() {
        put(order("D", "2026-11-10", IP, null));
        LocalDate newest = LocalDate.of(2026, 7, 1);
        for (int i = 0; i < 1_100; i++) {
            String day = newest.minusDays(i / 6).toString();
            put(order("P" + (1_000 + i), day, null, "ann@example.com"));
        }
        track("ann@example.com", IP, newest.minusDays(183) + "T10:00:00Z");
        Eligibility answer = read(limits(2_000, 16, 16));
        assertEquals(Eligibility.Status.QUALIFIED, answer.status());
        assertFalse(answer.priorsTruncated());
    }
}
