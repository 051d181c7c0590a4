package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.evidence.TestDispute.qualified;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of the answer other than the verdict, and verdicts that neither cases nor random tests reach. */
class CompellingEvidenceTest {
    @Test
    void showsTheUsableElementsOfTheOrderInClear() {
        Eligibility answer = new TestDispute()
                .disputed(order -> order.with(Element.SHIPPING_ADDRESS, "12 Example Street")
                        .with(Element.DEVICE_ID, TestOrder.UNUSABLE)
                        .with(Element.EMAIL, "ann"))
                .judge();
        assertEquals(
                Map.of(
                        Element.IP, ofOrder("203.0.113.1"),
                        Element.ACCOUNT_ID, ofOrder("ann"),
                        Element.SHIPPING_ADDRESS, ofOrder("12 Example Street, Leeds, LS1 4AB, GB")),
                answer.evidence());
        assertEquals("EvidenceItem[order]", ofOrder("203.0.113.1").toString());
    }

    @Test
    void everyTestIsListedInOrderPassedOrNot() {
        Eligibility answer = qualified()
                .profile(Profile.STRIPE)
                .disputed(order -> {
                    order.brand = "Visa Debit";
                    order.category = null;
                    order.description = null;
                })
                .judge();
        assertEquals(
                List.of(
                        "network true: Visa / visa",
                        "card true: card-absent / card-absent",
                        "charge true: succeeded / succeeded",
                        "dispute true: none, or condition 10.4 / none",
                        "credential true: PAR, fingerprint, or BIN and last four digits / fingerprint",
                        "description false: product description / none",
                        "category false: merchandise or services / none",
                        "priors true: 2 earlier orders that count / 2",
                        "elements true: 2 that are the same on three orders, with the IP address or device / ip,"
                                + " accountId",
                        "prior_descriptions true: a product description on both earlier orders / on both"),
                answer.checks().stream()
                        .map(check -> check.code().wireName() + " " + check.passed() + ": " + check.needed() + " / "
                                + check.found())
                        .toList());
    }

    @Test
    void aClosedOrderIsSaidToBeClosedOnlyWithoutADate() {
        TestDispute closed = qualified().today("2027-03-11").asOf((LocalDate) null);
        assertTrue(closed.judge().closed());
        assertTrue(closed.judge()
                .explanation()
                .startsWith("No dispute can be raised any more (the last day was 2027-03-10)."));
        Eligibility asked = closed.asOf("2026-11-20").judge();
        assertTrue(asked.closed());
        assertTrue(asked.explanation().startsWith("Eligible."), asked.explanation());
        assertFalse(
                qualified().today("2027-03-10").asOf((LocalDate) null).judge().closed(), "the last day");
    }

    @Test
    void showsTheChosenPairAndEighteenOthersNewestFirst() {
        TestDispute dispute = qualified();
        LocalDate newest = LocalDate.of(2026, 11, 1);
        for (int i = 0; i < 30; i++) {
            dispute.prior(new TestOrder("X" + (10 + i), newest.minusDays(i / 2)));
        }
        List<String> shown = dispute.judge().priorTransactions().stream()
                .map(prior -> prior.orderId().value())
                .toList();
        List<String> expected =
                IntStream.range(8, 28).mapToObj(i -> "X" + (2 + i)).toList();
        assertEquals(20, shown.size());
        assertEquals(List.of("P1", "P2"), shown.subList(0, 2));
        assertEquals(expected.subList(0, 18), shown.subList(2, 20));
    }

    @Test
    void withoutAPairShowsEighteen() {
        TestDispute dispute = new TestDispute();
        for (int i = 0; i < 30; i++) {
            dispute.prior(new TestOrder("X" + (10 + i), "2026-11-01"));
        }
        assertEquals(18, dispute.judge().priorTransactions().size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-999999999-01-01", "0000-01-01", "1999-12-31", "2026-11-20", "+10000-01-01", "+999999999-12-31"
            })
    void noDayOfADisputeIsTooFarAway(String day) {
        for (Profile profile : Profile.values()) {
            Eligibility answer = qualified().profile(profile).asOf(day).judge();
            boolean near = day.equals("2026-11-20");
            boolean eligible = near || profile == Profile.STRIPE;
            assertEquals(eligible, answer.isEligible());
            assertEquals(near, answer.disputable());
            assertFalse(answer.explanation().isBlank());
        }
    }

    private static TestOrder prior(String id) {
        return new TestOrder(id, "2026-05-04").withIpAndAccount();
    }

    @ParameterizedTest
    @CsvSource({"x, y", "ch_1, CH_1", "ch_1, ' ch_1'", "1, 01", "é, e\u0301"})
    void ordersOfOtherReferencesAreOtherCharges(String one, String other) {
        List<BiConsumer<TestOrder, String>> references = List.of(
                (order, value) -> order.gatewayTransactionId = value,
                (order, value) -> order.arn = value,
                (order, value) -> order.authCode = value);
        for (BiConsumer<TestOrder, String> reference : references) {
            TestOrder first = prior("A");
            reference.accept(first, one);
            TestOrder second = prior("B");
            reference.accept(second, other);
            assertTrue(new TestDispute().prior(first).prior(second).judge().isEligible());
        }
    }

    /** However they are read. */
    @ParameterizedTest
    @CsvSource({"A, B", "#1001, 1001", "10, 9", "A, a", "a, a1", "\uFFFD, \uD83D\uDE00"})
    void ofTwoOrdersOfOneChargeTheOneWithTheLowerIdByCodePointCounts(String lower, String higher) {
        TestOrder first = prior(lower);
        first.arn = "x";
        TestOrder second = prior(higher);
        second.arn = "x";
        for (List<TestOrder> both : List.of(List.of(first, second), List.of(second, first))) {
            TestDispute dispute = new TestDispute().prior(prior("another"));
            both.forEach(dispute::prior);
            assertEquals(
                    Set.of(lower, "another"),
                    dispute.judge().priorTransactions().stream()
                            .filter(Eligibility.PriorTransaction::selected)
                            .map(shown -> shown.orderId().value())
                            .collect(Collectors.toSet()));
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void aProfileIsKnownByItsExactName(Profile profile) {
        assertEquals(Optional.of(profile), Profile.parse(profile.wireName()));
        assertEquals(Optional.empty(), Profile.parse(profile.name()));
        assertEquals(Optional.empty(), Profile.parse(profile.wireName() + ' '));
        assertEquals(Optional.empty(), Profile.parse(""));
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 60, 1000, 16, 16",
        "10081, 60, 1000, 16, 16",
        "60, -1, 1000, 16, 16",
        "60, 10081, 1000, 16, 16",
        "60, 60, 1, 16, 16",
        "60, 60, 99999, 16, 16",
        "60, 60, 1000, -1, 16",
        "60, 60, 1000, 101, 16",
        "60, 60, 1000, 16, -1",
        "60, 60, 1000, 16, 101"
    })
    void settingsAreRefusedOutOfRange(int before, int after, int priors, int customers, int initialOrders) {
        settings(0, 0, 2, 0, 0);
        settings(10_080, 10_080, 99_998, 100, 100);
        assertThrows(IllegalArgumentException.class, () -> settings(before, after, priors, customers, initialOrders));
    }

    private static RuleSettings settings(int before, int after, int priors, int customers, int initialOrders) {
        return new RuleSettings(
                RuleSettings.RefundedPriors.EXCLUDE,
                RuleSettings.DisputedPriors.ANY,
                RuleSettings.RenewalIp.PRIORS,
                before,
                after,
                priors,
                customers,
                initialOrders);
    }

    private static Eligibility.EvidenceItem ofOrder(String value) {
        return new Eligibility.EvidenceItem(value, Eligibility.IpSource.ORDER, null, null);
    }
}
