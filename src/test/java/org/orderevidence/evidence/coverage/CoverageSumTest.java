package org.orderevidence.evidence.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
import org.orderevidence.evidence.coverage.OrderSnapshot.OrderScope;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;

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
}
