package org.orderevidence.evidence.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.ReasonCode.DecisiveReason;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.coverage.Coverage.Amount;
import org.orderevidence.evidence.coverage.Coverage.Counted;
import org.orderevidence.evidence.coverage.Coverage.DayCount;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastAmount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.Left;
import org.orderevidence.evidence.coverage.Coverage.MissingField;
import org.orderevidence.evidence.coverage.Coverage.OrderSample;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.evidence.coverage.DisputeSum.Grouping;
import org.orderevidence.evidence.coverage.DisputeSum.Outcomes;
import org.orderevidence.evidence.coverage.Monitoring.Month;
import org.orderevidence.evidence.coverage.Monitoring.Threshold;
import org.orderevidence.evidence.coverage.OrderSnapshot.OrderScope;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;

class CoverageSumTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);
    private static final LocalDate DAY = LocalDate.of(2026, 11, 1);
    private static final Money USD = new Money(100, Currency.getInstance("USD"));
    private static final DateRange DISPUTABLE = new DateRange(DAY, DAY.plusDays(120));

    private static KeyedHash key(int number) {
        byte[] bytes = new byte[KeyedHash.LENGTH];
        new Random(number).nextBytes(bytes);
        return KeyedHash.of(bytes);
    }

    private static OrderSnapshot order(String id, Status status, DateRange... windows) {
        return new OrderSnapshot(
                new OrderId(id), DAY, USD, status, DISPUTABLE, List.of(windows), Set.of(), Set.of(), null, null);
    }

    private static OrderSnapshot from(int customer, @Nullable KeyedHash ip) {
        OrderId id = new OrderId("C-" + customer);
        KeyedHash of = key(customer);
        return new OrderSnapshot(id, DAY, USD, Status.NOT_QUALIFIED, DISPUTABLE, List.of(), Set.of(), Set.of(), of, ip);
    }

    /** An order that is not eligible for these reasons. */
    private static OrderSnapshot lacking(
            String id, LocalDate day, Status status, Set<ReasonCode> reasons, Set<MissingField> fields) {
        return new OrderSnapshot(new OrderId(id), day, USD, status, DISPUTABLE, List.of(), reasons, fields, null, null);
    }

    private static CoverageSum sum() {
        return new CoverageSum(TODAY, Profile.VISA);
    }

    private static List<Amount> usd(long minor) {
        return List.of(new Amount(USD.currency(), minor));
    }

    private static OrderSnapshot costing(String id, long minor, String currency) {
        Money money = new Money(minor, Currency.getInstance(currency));
        List<DateRange> today = List.of(days(0, 0));
        return new OrderSnapshot(
                new OrderId(id), DAY, money, Status.QUALIFIED, DISPUTABLE, today, Set.of(), Set.of(), null, null);
    }

    private static DateRange days(int from, int until) {
        return new DateRange(TODAY.plusDays(from), TODAY.plusDays(until));
    }

    @Test
    void ordersThatDoNotCountAreCountedApart() {
        CoverageSum sum = sum();
        sum.addOther(OrderScope.FAILED);
        sum.addOther(OrderScope.DISPUTED);
        sum.addOther(OrderScope.DISPUTED);
        sum.addOther(OrderScope.CLOSED);
        sum.addUnreadable();

        assertEquals(new Left(1, 2, 1), sum.coverage(null).left());
        assertEquals(0, sum.coverage(null).disputable());
    }

    @Test
    void fieldsAndReasonsAreRankedByOrdersWithTheNewestAsExamples() {
        CoverageSum sum = sum();
        for (int i = 0; i < 3; i++) {
            Set<MissingField> fields =
                    i == 0 ? Set.of(MissingField.IP, MissingField.DEVICE_ID) : Set.of(MissingField.IP);
            Set<ReasonCode> reasons = Set.of(ElementReason.IP_MISSING);
            sum.add(lacking("A" + i, DAY.plusDays(i), Status.REQUIRES_ACTION, reasons, fields));
        }
        sum.add(lacking("B", DAY, Status.NOT_QUALIFIED, Set.of(DecisiveReason.CARD_PRESENT), Set.of()));

        Coverage coverage = sum.coverage(null);
        Counted newest = new Counted(3, List.of(new OrderId("A2"), new OrderId("A1"), new OrderId("A0")), usd(300));

        assertEquals(
                List.of(
                        new FieldCount(MissingField.IP, newest),
                        new FieldCount(MissingField.DEVICE_ID, new Counted(1, List.of(new OrderId("A0")), usd(100)))),
                coverage.missingFields());
        assertEquals(
                List.of(
                        new ReasonCount(Status.REQUIRES_ACTION, ElementReason.IP_MISSING, newest),
                        new ReasonCount(
                                Status.NOT_QUALIFIED,
                                DecisiveReason.CARD_PRESENT,
                                new Counted(1, List.of(new OrderId("B")), usd(100)))),
                coverage.reasons());
        assertEquals(
                List.of(
                        new DayCount(DAY, 0, 1, 1),
                        new DayCount(DAY.plusDays(1), 0, 1, 0),
                        new DayCount(DAY.plusDays(2), 0, 1, 0)),
                coverage.days());
    }

    @Test
    void examplesAreAHundredAndFewerIfTheIdsAreLong() {
        CoverageSum sum = sum();
        IntStream.range(0, 250).forEach(i -> sum.add(order("A" + i, Status.QUALIFIED)));
        Counted eligible = sum.coverage(null).eligible();
        assertEquals(250, eligible.orders());
        assertEquals(100, eligible.examples().size());
        assertEquals(new OrderId("A249"), eligible.examples().getFirst());
        assertEquals(new OrderId("A150"), eligible.examples().getLast());

        CoverageSum longIds = sum();
        IntStream.range(0, 250).forEach(i -> longIds.add(order("\u00e9".repeat(124) + (1_000 + i), Status.QUALIFIED)));
        assertEquals(23, longIds.coverage(null).eligible().examples().size(), "252 bytes each");
    }

    @Test
    void amountsAreOfTheTenCurrenciesOfTheMostOrders() {
        CoverageSum sum = sum();
        List<String> codes =
                List.of("USD", "EUR", "JPY", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON");
        for (int i = 0; i < codes.size(); i++) {
            for (int order = i; order < codes.size(); order++) {
                sum.add(costing(codes.get(i) + order, 7, codes.get(i)));
            }
        }
        Coverage coverage = sum.coverage(null);

        assertEquals(78, coverage.eligible().orders());
        assertEquals(
                IntStream.range(0, 10)
                        .mapToObj(i -> new Amount(Currency.getInstance(codes.get(i)), 7L * (12 - i)))
                        .toList(),
                coverage.eligible().amounts());
        assertEquals(10, coverage.forecast().getFirst().amounts().size());
        assertEquals(3, coverage.otherCurrencies());
    }

    @Tag("slow")
    @Test
    void anAmountOfZeroIsAnAmountAndALargerSumThanALongIsTheLargestLong() {
        CoverageSum sum = sum();
        sum.add(costing("free", 0, "EUR"));
        assertEquals(
                List.of(new Amount(Currency.getInstance("EUR"), 0)),
                sum.coverage(null).eligible().amounts());

        OrderSnapshot dearest = costing("A", Money.MAX_AMOUNT_MINOR, "USD");
        IntStream.range(0, 9_300_000).forEach(_ -> sum.add(dearest));

        assertEquals(
                Long.MAX_VALUE,
                sum.coverage(null).eligible().amounts().getFirst().minor());
    }

    @Test
    void anAddressOfManyCustomersLooksLikeAProxys() {
        CoverageSum sum = sum();
        KeyedHash proxy = key(-1);
        KeyedHash office = key(-2);
        for (int customer = 0; customer < 500; customer++) {
            sum.add(from(customer, customer < 10 ? proxy : customer < 19 ? office : key(1_000 + customer)));
        }
        // Another order of the same customer does not make the address more common.
        sum.add(from(15, office));
        sum.add(from(9_999, null));
        Coverage coverage = sum.coverage(null);

        assertEquals(500, coverage.customers());
        assertEquals(
                List.of(new SharedAddress(
                        proxy,
                        10,
                        IntStream.range(0, 10)
                                .mapToObj(i -> new OrderId("C-" + i))
                                .toList())),
                coverage.addresses());
    }

    @Test
    void anAddressWithASmallShareOfTheCustomersIsNotListed() {
        CoverageSum sum = sum();
        for (int customer = 0; customer < 1_000; customer++) {
            sum.add(from(customer, customer < 19 ? key(-1) : key(5_000 + customer)));
        }

        assertEquals(List.of(), sum.coverage(null).addresses());
    }

    @Test
    void manyCustomersAreEstimatedFromSome() {
        CoverageSum sum = sum();
        KeyedHash proxy = key(-1);
        for (int customer = 0; customer < 40_000; customer++) {
            sum.add(from(customer, customer % 4 == 0 ? proxy : key(50_000 + customer)));
        }
        Coverage coverage = sum.coverage(null);

        assertTrue(Math.abs(coverage.customers() - 40_000) < 2_500, () -> "customers: " + coverage.customers());
        SharedAddress shared = coverage.addresses().getFirst();
        assertEquals(proxy, shared.address());
        assertTrue(Math.abs(shared.customers() - 10_000) < 1_200, () -> "customers of it: " + shared.customers());
        assertEquals(1, coverage.addresses().size());
        assertEquals(100, shared.examples().size());
    }

    @Test
    void aSampleIsScaledToAllOrders() {
        CoverageSum sum = sum();
        IntStream.range(0, 3).forEach(i -> sum.add(order("A" + i, Status.QUALIFIED, days(0, 0))));
        sum.add(order("B", Status.NOT_QUALIFIED));
        sum.addOther(OrderScope.FAILED);
        Coverage coverage = sum.coverage(new Sample(5, 1_000_005));

        assertEquals(600_003, coverage.eligible().orders());
        assertEquals(usd(60_000_300), coverage.eligible().amounts());
        assertEquals(200_001, coverage.notQualified().orders());
        assertEquals(200_001, coverage.left().failed());
        assertEquals(
                new ForecastDay(
                        TODAY,
                        600_003,
                        0,
                        0,
                        0,
                        List.of(new ForecastAmount(Currency.getInstance("USD"), 60_000_300, 0, 0, 0))),
                coverage.forecast().getFirst());
        assertEquals(new DayCount(DAY, 600_003, 0, 200_001), coverage.days().getFirst());
    }

    @Test
    void theMarginOfErrorShrinksWithTheSample() {
        assertEquals(0.0044, new Sample(50_000, 10_000_000).marginOfError(), 0.0001);
        assertEquals(0.0438, new Sample(500, 10_000_000).marginOfError(), 0.0001);
        assertEquals(0, new Sample(10, 10).marginOfError());
        assertEquals(0, new Sample(0, 0).marginOfError());
    }

    @Test
    void aSampleHasAboutAsManyOrdersAsWantedAndAnotherSeedGivesAnother() {
        OrderSample one = new OrderSample(1, 1_000, 100_000);
        OrderSample other = new OrderSample(2, 1_000, 100_000);
        List<OrderId> all = IntStream.range(0, 100_000)
                .mapToObj(i -> new OrderId("order-" + i))
                .toList();
        List<OrderId> sampled = all.stream().filter(one::contains).toList();

        assertTrue(Math.abs(sampled.size() - 1_000) < 120, () -> "sampled: " + sampled.size());
        assertEquals(sampled, all.stream().filter(one::contains).toList());
        long inBoth = sampled.stream().filter(other::contains).count();
        assertTrue(inBoth < 40, () -> "in both samples: " + inBoth);
        assertTrue(all.stream().allMatch(new OrderSample(1, 100_000, 100_000)::contains));
    }

    @Test
    void noRemedyAsksForDataThatThePurchaseDidNotHave() {
        for (Element element : Element.values()) {
            String remedy = MissingField.of(element).remedy();
            String condition =
                    element == Element.SHIPPING_ADDRESS ? "if something was shipped" : "if the purchase had one";
            assertTrue(remedy.contains(condition), remedy);
        }
    }

    /**
     * A naive form of an order with one dispute and one fraud report.
     *
     * @param settled empty if it is not known
     */
    private record Row(
            boolean isCounted,
            Instant transaction,
            String settled,
            Instant reported,
            Instant opened,
            Dispute.Status status,
            boolean isAnswered,
            boolean isReady) {
        /** The month in UTC is the start of the time in ISO 8601. */
        String settledMonth() {
            return (settled.isEmpty() ? transaction.toString() : settled).substring(0, 7);
        }

        Dispute dispute() {
            Dispute.Details details = new Dispute.Details(
                    null, null, null, isAnswered ? OrderTime.at(opened) : null, null, "stripe:main");
            return new Dispute("dp", "10.4", OrderTime.at(opened), status, details);
        }

        StoredOrder order(Random random) {
            int flaw = isCounted ? -1 : random.nextInt(5);
            Charge charge = ChargeBuilder.at(OrderTime.at(transaction))
                    .amount(100, "USD")
                    .settledAt(settled.isEmpty() ? null : OrderTime.on(LocalDate.parse(settled)))
                    .credential(new PaymentCredential(
                            null, null, null, "4242", new Brand(flaw == 0 ? "mastercard" : "visa")))
                    .cardPresent(flaw == 1)
                    .validation(flaw == 2)
                    .status(flaw == 3 ? Charge.Status.FAILED : Charge.Status.SUCCEEDED)
                    .type(flaw == 4 ? Charge.Type.ORIGINAL_CREDIT : Charge.Type.PURCHASE)
                    .build();
            return stored(charge, List.of(dispute()), List.of(new FraudReport("f", OrderTime.at(reported), null)));
        }
    }

    private static StoredOrder stored(Charge charge, List<Dispute> disputes, List<FraudReport> reports) {
        Order order = new Order(
                new OrderId("A"), null, charge, new Customer(null, null, null, null), new ReceiptBuilder().build());
        return new StoredOrder(order, OrderSources.NONE, 1, Instant.EPOCH, disputes, reports);
    }

    /** Times around the ends of months, in the clock of a merchant. */
    private static Instant time(Random random, ZoneId zone, LocalDate today) {
        LocalDateTime edge =
                today.withDayOfMonth(1).minusMonths(random.nextInt(5)).atStartOfDay();
        return edge.plusMinutes(random.nextInt(4 * 24 * 60) - 2 * 24 * 60)
                .atZone(zone)
                .toInstant();
    }

    private static List<Row> rows(Random random, ZoneId zone, LocalDate today) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            Instant transaction = time(random, zone, today);
            rows.add(new Row(
                    random.nextInt(4) > 0,
                    transaction,
                    random.nextBoolean()
                            ? transaction
                                    .plusSeconds(86_400L * random.nextInt(9))
                                    .toString()
                                    .substring(0, 10)
                            : "",
                    time(random, zone, today),
                    time(random, zone, today),
                    List.of(Dispute.Status.values()).get(random.nextInt(Dispute.Status.values().length)),
                    random.nextBoolean(),
                    random.nextBoolean()));
        }
        return rows;
    }

    private static long count(List<Row> rows, Predicate<Row> which) {
        long count = 0;
        for (Row row : rows) {
            count += which.test(row) ? 1 : 0;
        }
        return count;
    }

    @ParameterizedTest
    @CsvSource({
        "1, UTC, 2026-11-30",
        "2, Pacific/Kiritimati, 2026-11-01",
        "3, America/Los_Angeles, 2026-03-31",
        "4, Asia/Kolkata, 2028-02-29",
        "5, Europe/Berlin, 2026-01-01",
        "6, Pacific/Pago_Pago, 2025-12-31"
    })
    void countsByMonthEqualANaiveRecount(long seed, String zone, String day) {
        Random random = new Random(seed);
        LocalDate today = LocalDate.parse(day);
        List<Row> rows = rows(random, ZoneId.of(zone), today);
        DisputeSum disputes = new DisputeSum();
        Monitoring.Sum sum = new Monitoring.Sum(today);
        for (Row row : rows) {
            StoredOrder order = row.order(random);
            disputes.add(DisputeSum.month(row.dispute()), row.dispute());
            sum.add(order);
            sum.add(order, row.dispute(), row.isReady());
        }

        List<String> months = rows.stream()
                .map(row -> row.opened().toString().substring(0, 7))
                .distinct()
                .sorted()
                .toList()
                .reversed();
        assertEquals(months.stream().map(month -> outcomes(rows, month)).toList(), disputes.groups(Grouping.MONTH));
        assertEquals(
                IntStream.range(0, 3)
                        .mapToObj(back -> month(
                                rows, today, today.minusMonths(back).toString().substring(0, 7)))
                        .toList(),
                sum.monitoring(null).months());
    }

    private static Outcomes outcomes(List<Row> all, String month) {
        List<Row> rows = all.stream()
                .filter(row -> row.opened().toString().startsWith(month))
                .toList();
        return new Outcomes(
                month,
                rows.size(),
                count(rows, Row::isAnswered),
                count(rows, row -> row.status() == Dispute.Status.WON),
                count(rows, row -> row.status() == Dispute.Status.LOST),
                count(rows, row -> row.status() == Dispute.Status.PREVENTED),
                count(rows, row -> row.status() == Dispute.Status.WITHDRAWN),
                count(rows, row -> row.status() == Dispute.Status.OPEN));
    }

    /** What is after today is not counted. */
    private static Month month(List<Row> rows, LocalDate today, String month) {
        String end = today + "T24";
        Predicate<Row> disputed = row -> row.isCounted()
                && row.status() != Dispute.Status.PREVENTED
                && row.opened().toString().startsWith(month)
                && row.opened().toString().compareTo(end) < 0;
        return new Month(
                LocalDate.parse(month + "-01"),
                count(
                        rows,
                        row -> row.isCounted()
                                && row.settledMonth().equals(month)
                                && (row.settled().isEmpty() ? row.transaction().toString() : row.settled())
                                                .compareTo(end)
                                        < 0),
                count(
                        rows,
                        row -> row.isCounted()
                                && row.reported().toString().startsWith(month)
                                && row.reported().toString().compareTo(end) < 0),
                count(rows, disputed),
                count(rows, disputed.and(Row::isReady)));
    }

    @Test
    void bothLimitsMustBeReached() {
        Month exactly = new Month(LocalDate.of(2026, 11, 1), 100_000, 700, 800, 0);
        assertTrue(exactly.isReached(exactly.total()));
        assertEquals(150, Monitoring.basisPoints(exactly.total(), exactly.settled()));
        assertFalse(exactly.isReached(1_499));

        Month cheaper = new Month(LocalDate.of(2026, 11, 1), 100_001, 700, 800, 0);
        assertFalse(cheaper.isReached(cheaper.total()));
        assertEquals(149, Monitoring.basisPoints(cheaper.total(), cheaper.settled()));

        Month ready = new Month(LocalDate.of(2026, 11, 1), 1_000, 0, 1_600, 101);
        assertFalse(ready.isReached(ready.totalWithoutReady()));
    }

    @Test
    void theLimitIsThatOfTheMonth() {
        assertEquals(220, Threshold.on(LocalDate.of(2026, 3, 1)).basisPoints());
        assertEquals(150, Threshold.on(LocalDate.of(2026, 4, 1)).basisPoints());
        assertEquals(220, Threshold.on(LocalDate.of(2020, 1, 1)).basisPoints());
    }

    @ParameterizedTest
    @CsvSource({"2026-11-01, 3000", "2026-11-02, 1500", "2026-11-20, 150", "2026-11-30, 100", "2026-12-05, 100"})
    void theProjectionCountsTheDaysThatHaveBegun(String today, long expected) {
        Month month = new Month(LocalDate.of(2026, 11, 1), 1_000, 40, 60, 0);

        assertEquals(expected, month.projected(LocalDate.parse(today)));
        assertEquals(expected >= 1_500, month.isReachedAtEnd(LocalDate.parse(today)));
    }

    @Test
    void aSampleIsScaledButNotItsDisputes() {
        Row row = rows(new Random(1), ZoneId.of("UTC"), LocalDate.of(2026, 11, 30)).stream()
                .filter(each -> each.isCounted() && each.status() == Dispute.Status.OPEN)
                .findFirst()
                .orElseThrow();
        Monitoring.Sum sum = new Monitoring.Sum(LocalDate.ofInstant(row.opened(), ZoneId.of("UTC")));
        StoredOrder order = row.order(new Random(1));
        sum.add(order, row.dispute(), false);
        Month alone = sum.monitoring(new Coverage.Sample(10, 1_000)).months().getFirst();

        assertEquals(1, alone.disputes());
        assertEquals(0, alone.settled());
        assertTrue(
                new Monitoring.Sum(LocalDate.of(2026, 11, 20)).monitoring(null).isEmpty());
    }

    @Test
    void aProcessorIsThePlatformOrElseTheGateway() {
        Charge charge = ChargeBuilder.at(OrderTime.on(LocalDate.of(2026, 11, 1)))
                .amount(1, "USD")
                .references(new Charge.References(null, null, null, null, " Adyen ", null))
                .build();
        Dispute dispute = new Dispute("dp", "10.4", OrderTime.on(LocalDate.of(2026, 11, 2)), Dispute.Status.WON);

        assertEquals("adyen", DisputeSum.processor(dispute, charge));
        assertEquals("stripe", DisputeSum.processor(dispute.with(Dispute.Details.NONE.from("stripe:main")), charge));
        assertEquals(
                "unknown",
                DisputeSum.processor(
                        dispute,
                        ChargeBuilder.at(OrderTime.on(LocalDate.of(2026, 11, 1)))
                                .amount(1, "USD")
                                .build()));
    }

    @Test
    void groupsBeyondTheLimitAreCountedTogether() {
        Dispute dispute = new Dispute("dp", "10.4", OrderTime.on(LocalDate.of(2026, 11, 2)), Dispute.Status.WON);
        DisputeSum sum = new DisputeSum();
        for (int i = 0; i < 150; i++) {
            sum.add("g" + i, dispute);
        }

        List<Outcomes> groups = sum.groups(Grouping.PROCESSOR);
        assertEquals(DisputeSum.MAX_GROUPS, groups.size());
        assertEquals(new Outcomes("other", 51, 0, 51, 0, 0, 0, 0), groups.getFirst());
        assertEquals("ip+accountId", DisputeSum.elements(List.of(Element.IP, Element.ACCOUNT_ID)));
        assertEquals("none", DisputeSum.elements(List.of()));
        assertEquals("other_condition", DisputeSum.elements(null));
    }
}
