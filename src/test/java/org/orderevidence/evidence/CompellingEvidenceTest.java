package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.evidence.TestDispute.qualified;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.evidence.Eligibility.Protection;
import org.orderevidence.evidence.IpStandIn.SightingChoice;
import org.orderevidence.evidence.IpStandIn.SightingChoice.SightingWindow;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;

/** What neither cases nor random tests reach: the content of the answer, days, protections, and sightings. */
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

    private static final LocalDate ORDERED = LocalDate.of(2026, 3, 1);

    private static final OrderTime NOON = OrderTime.at(Instant.parse("2026-11-10T12:00:59Z"));

    private static final OrderTime DAY = OrderTime.on(LocalDate.of(2026, 11, 10));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-04-01 | VISA | 2025-04-01/2025-12-02 2025-12-03/2026-06-29 2025-03-01/2025-03-31
            2026-02-01 | VISA | 2025-02-01/2025-10-04 2025-10-05/2026-06-29
            2027-03-01 | VISA | 2026-03-01/2026-11-01 2026-11-02/2027-03-01 2025-03-01/2026-02-28
            2026-06-01 | STRIPE | 2025-03-02/2025-11-01 2025-11-02/2025-12-31 2026-01-01/2026-06-29 2024-12-31/2025-03-01
            """)
    void theHistoryIsReadFirstWhereItCountsThenWhatIsYoungerThenWhatIsOlder(
            LocalDate asked, Profile profile, String ranges) {
        HistoryReach reach = HistoryReach.of(DisputeDate.of(order(null), asked, ORDERED), ORDERED, profile);
        assertEquals(
                ranges,
                reach.ranges().stream()
                        .map(range -> range.from() + "/" + range.until())
                        .collect(Collectors.joining(" ")));
        assertEquals(profile == Profile.STRIPE ? reach.ranges().getFirst() : null, reach.transactionsFirst());
    }

    @ParameterizedTest(name = "asked {0}, settled {1}: {2}")
    @CsvSource({
        "2026-03-01, , true",
        "2026-06-29, , true",
        "2026-04-01, 2026-04-30, true",
        "2026-08-28, 2026-04-30, true",
        "2026-02-28, , false",
        "2026-06-30, , false",
        "2026-08-29, 2026-04-30, false"
    })
    void theUsualReachIsThatOfEachDayOnWhichADisputeCanBeRaised(
            LocalDate asked, @Nullable LocalDate settled, boolean usual) {
        StoredOrder order = order(settled);
        LocalDate counts = settled == null ? ORDERED : settled;
        for (Profile profile : Profile.values()) {
            DateRange days =
                    new DateRange(ORDERED.minusDays(profile.reachDays()), counts.plusDays(RuleNumbers.DISPUTABLE_DAYS));
            List<DateRange> ranges = HistoryReach.of(DisputeDate.of(order, asked, ORDERED), ORDERED, profile)
                    .ranges();
            LocalDate first = ranges.stream()
                    .map(DateRange::from)
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
            LocalDate last = ranges.stream()
                    .map(DateRange::until)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            assertEquals(usual, new DateRange(first, last).equals(days), profile + " reads " + ranges);
        }
    }

    private static StoredOrder order(@Nullable LocalDate settled) {
        TestOrder order = new TestOrder("D", ORDERED);
        order.settled = settled;
        return new StoredOrder(order.order(), OrderSources.NONE, 1, Instant.EPOCH, List.of(), List.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            visa       | 05     |    | visa_secure
            visa       | 5      |    | visa_secure
            visa       | 06     |    | visa_secure
            Visa Debit | ' 05 ' |    | visa_secure
                       | 05     |    | visa_secure
            visa       | 07     |    |
            visa       | 02     |    |
            visa       | 005    |    |
            visa       |        |    |
            mastercard | 05     |    |
            mastercard |        | Y  | avs_match
            mastercard |        | X  | avs_match
            mastercard |        | D  | avs_match
            mastercard |        | M  | avs_match
            mastercard |        | F  | avs_match
            mastercard |        | A  |
            mastercard |        | N  |
            mastercard |        | y  |
            mastercard |        | YY |
            """)
    void anAuthenticatedVisaCardAndAMatchingAddressAreProtections(
            @Nullable String brand, @Nullable String eci, @Nullable String avs, @Nullable String code) {
        assertEquals(
                code == null ? List.of() : List.of(code), codes(order(brand, Charge.ThreeDs.of(eci, "ds-1"), avs)));
    }

    @Test
    void eachHasTheSourceThatStatedIt() {
        OrderSources sources =
                new OrderSources(Map.of("threeDs", "stripe:main", "avsResult", "upload"), List.of(), false, null, null);
        assertEquals(
                List.of(
                        new Protection(Protection.Code.VISA_SECURE, "stripe:main"),
                        new Protection(Protection.Code.AVS_MATCH, "upload")),
                Protection.of(stored(order("visa", Charge.ThreeDs.of("05", null), "Y"), sources)));
    }

    private static List<String> codes(Order order) {
        return Protection.of(stored(order, OrderSources.NONE)).stream()
                .map(protection -> protection.code().wireName())
                .toList();
    }

    private static StoredOrder stored(Order order, OrderSources sources) {
        return new StoredOrder(order, sources, 1, Instant.EPOCH, List.of(), List.of());
    }

    private static Order order(@Nullable String brand, Charge.@Nullable ThreeDs threeDs, @Nullable String avs) {
        Charge charge = ChargeBuilder.on(LocalDate.of(2026, 11, 10))
                .amount(4999, "USD")
                .credential(new PaymentCredential(null, null, "424242", null, brand == null ? null : new Brand(brand)))
                .verification(new Charge.Verification(threeDs, avs))
                .build();
        return new Order(new OrderId("D"), null, charge, Customer.NONE, Receipt.EMPTY);
    }

    /** A date without time is a whole day. */
    @ParameterizedTest
    @CsvSource({
        "NOON, 2026-11-09T11:59:59Z, none",
        "NOON, 2026-11-09T12:00:00Z, 1440",
        "NOON, 2026-11-10T11:59:59Z, 1",
        "NOON, 2026-11-10T12:00:00Z, 0",
        "NOON, 2026-11-10T13:00:59Z, 60",
        "NOON, 2026-11-10T13:01:00Z, none",
        "DAY, 2026-11-08T23:59:59Z, none",
        "DAY, 2026-11-09T00:00:00Z, 1440",
        "DAY, 2026-11-09T23:59:00Z, 1",
        "DAY, 2026-11-10T00:00:00Z, 0",
        "DAY, 2026-11-10T23:59:59Z, 0",
        "DAY, 2026-11-11T00:59:59Z, 60",
        "DAY, 2026-11-11T01:00:00Z, none"
    })
    void liesFromADayBeforeToAnHourAfterInWholeMinutes(String order, Instant observedAt, String distance) {
        SightingWindow window = SightingWindow.of(order.equals("NOON") ? NOON : DAY, RuleSettings.DEFAULTS);
        assertEquals(
                distance,
                SightingChoice.choose(window, List.of(seen("203.0.113.7", observedAt.toString())))
                        .map(choice -> Long.toString(choice.distanceMinutes()))
                        .orElse("none"));
    }

    /** The nearest, then the earlier, then in the same minute the lower address: by its bytes, and IPv4 first. */
    @ParameterizedTest
    @CsvSource({
        "NOON, 203.0.113.7, 12:05:00, 203.0.113.5, 11:50:00",
        "NOON, 203.0.113.7, 11:55:00, 203.0.113.5, 12:05:00",
        "DAY, 203.0.113.7, 08:00:00, 203.0.113.5, 22:00:00",
        "NOON, 203.0.113.7, 11:50:50, 203.0.113.8, 11:50:05",
        "NOON, 9.0.0.1, 11:50:00, 203.0.113.7, 11:50:00",
        "NOON, 203.0.113.7, 11:50:00, 2001:db8::1, 11:50:00"
    })
    void oneOfTwoWinsInWhateverOrderTheyCome(String order, String wins, String at, String loses, String then) {
        IpSighting one = seen(wins, "2026-11-10T" + at + "Z");
        IpSighting other = seen(loses, "2026-11-10T" + then + "Z");
        SightingWindow window = SightingWindow.of(order.equals("NOON") ? NOON : DAY, RuleSettings.DEFAULTS);

        for (List<IpSighting> both : List.of(List.of(one, other), List.of(other, one))) {
            assertEquals(
                    wins,
                    SightingChoice.choose(window, both)
                            .orElseThrow()
                            .sighting()
                            .ip()
                            .text());
        }
    }

    @Test
    void theBoundsAreSettings() {
        RuleSettings settings = new RuleSettings(
                RuleSettings.RefundedPriors.EXCLUDE,
                RuleSettings.DisputedPriors.ANY,
                RuleSettings.RenewalIp.PRIORS,
                0,
                0,
                1_000,
                16,
                16);
        assertEquals(
                Optional.empty(),
                SightingChoice.choose(
                        SightingWindow.of(NOON, settings), List.of(seen("203.0.113.7", "2026-11-10T11:59:59Z"))));
        assertEquals(
                0,
                SightingChoice.choose(
                                SightingWindow.of(NOON, settings), List.of(seen("203.0.113.7", "2026-11-10T12:00:00Z")))
                        .orElseThrow()
                        .distanceMinutes());
    }

    private static IpSighting seen(String ip, String observedAt) {
        return new IpSighting(((IpAddress.Usable) IpAddress.parse(ip)).address(), Instant.parse(observedAt));
    }
}
