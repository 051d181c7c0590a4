package org.orderevidence.evidence.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.coverage.DisputeSum.Grouping;
import org.orderevidence.evidence.coverage.DisputeSum.Outcomes;
import org.orderevidence.evidence.coverage.Monitoring.Month;
import org.orderevidence.evidence.coverage.Monitoring.Threshold;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;

/** Counts of disputes by outcome, and by month for the monitoring program, compared with a naive recount. */
class DisputeCountsTest {
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
