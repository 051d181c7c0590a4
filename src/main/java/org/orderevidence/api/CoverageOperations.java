package org.orderevidence.api;

import static org.orderevidence.wire.AnswerShape.part;
import static org.orderevidence.wire.AnswerValue.COUNT;
import static org.orderevidence.wire.AnswerValue.DAY;
import static org.orderevidence.wire.AnswerValue.FLAG;
import static org.orderevidence.wire.AnswerValue.MOMENT;
import static org.orderevidence.wire.AnswerValue.code;
import static org.orderevidence.wire.AnswerValue.described;
import static org.orderevidence.wire.AnswerValue.listOf;
import static org.orderevidence.wire.AnswerValue.matching;
import static org.orderevidence.wire.AnswerValue.text;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.Amount;
import org.orderevidence.evidence.coverage.Coverage.Counted;
import org.orderevidence.evidence.coverage.Coverage.DayCount;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastAmount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.Left;
import org.orderevidence.evidence.coverage.Coverage.OrderGroup;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.evidence.coverage.DisputeSum;
import org.orderevidence.evidence.coverage.DisputeSum.Grouping;
import org.orderevidence.evidence.coverage.DisputeSum.Outcomes;
import org.orderevidence.evidence.coverage.Monitoring;
import org.orderevidence.evidence.coverage.Monitoring.Month;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.order.Brand;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Texts;
import org.orderevidence.order.WireNamed;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.service.Coverages.CountedOrder;
import org.orderevidence.service.DisputeQueue;
import org.orderevidence.service.DisputeQueue.CountedOutcomes;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.wire.AnswerShape;
import org.orderevidence.wire.AnswerValue;
import org.orderevidence.wire.Problem;

/** Returns how many orders could be defended, which orders these are, and how disputes ended. */
record CoverageOperations(EvidenceService service, Coverages coverages, CaptureRates captureRates) {
    /** Most example orders of a number, unless the request has another number. */
    static final int EXAMPLES = 10;

    private static final int MAX_RATES = 4_000;
    private static final int MAX_ALARMS = 100;

    static final AnswerValue<WireNamed> VERDICT = described("EligibilityStatus").of(WireNamed::wireName);
    private static final AnswerValue<OrderId> EXAMPLE =
            described("ExampleOrder").of(OrderId::value);

    private static final AnswerShape<DayCount> DAY_COUNT = new AnswerShape<DayCount>("CoverageDay")
            .means("The orders of a transaction day, by their verdict today.")
            .has("day", DAY, DayCount::day, "The transaction day.")
            .has("eligible", COUNT, DayCount::eligible, "Orders with the status `qualified`.")
            .has("requiresAction", COUNT, DayCount::requiresAction, "Orders with the status `requires_action`.")
            .has("notQualified", COUNT, DayCount::notQualified, "Orders with the status `not_qualified`.");

    private static final AnswerValue<Currency> CURRENCY = matching("^[A-Z]{3}$").of(Currency::getCurrencyCode);

    private static final AnswerShape<Amount> AMOUNT = new AnswerShape<Amount>("CoverageAmount")
            .means("The sum of the amounts of orders in a currency. Refunds are not subtracted.")
            .has("currency", CURRENCY, Amount::currency, "The currency.")
            .has("amount", COUNT, Amount::minor, "In the smallest unit of the currency.");

    private static final AnswerValue<List<Amount>> AMOUNTS = listOf(AMOUNT, Coverage.MAX_CURRENCIES);

    private static final AnswerShape<ForecastAmount> FORECAST_AMOUNT = new AnswerShape<ForecastAmount>(
                    "CoverageForecastAmount")
            .means("The amounts of orders of a day of the forecast, in the smallest unit of a currency.")
            .has("currency", CURRENCY, ForecastAmount::currency, "The currency.")
            .has("eligible", COUNT, ForecastAmount::eligible, "Of `eligible` orders.")
            .has("entering", COUNT, ForecastAmount::entering, "Of `entering` orders.")
            .has("leaving", COUNT, ForecastAmount::leaving, "Of `leaving` orders.")
            .has("ended", COUNT, ForecastAmount::ended, "Of `ended` orders.");

    private static final AnswerShape<ForecastDay> FORECAST = new AnswerShape<ForecastDay>("CoverageForecastDay")
            .means("A day of the forecast. New orders and new data are not in it.")
            .has("day", DAY, ForecastDay::day, "The day.")
            .has("eligible", COUNT, ForecastDay::eligible, "Orders that are eligible if they are disputed on this day.")
            .has("entering", COUNT, ForecastDay::entering, "Of these, those that were not on the day before.")
            .has("leaving", COUNT, ForecastDay::leaving, "Orders that were on the day before and are not any more.")
            .has("ended", COUNT, ForecastDay::ended, "Of the leaving orders, those that can no longer be disputed.")
            .has("amounts", listOf(FORECAST_AMOUNT, Coverage.MAX_CURRENCIES), ForecastDay::amounts)
            .means("The amounts of these orders, by currency.");

    private static final AnswerShape<CountedOrder> COUNTED_ORDER = new AnswerShape<CountedOrder>("CoverageOrder")
            .means("An order as it is now.")
            .has("id", EXAMPLE, CountedOrder::id, "The ID of the order.")
            .has("transactionDate", text(40), order -> dayOrTime(order.time()))
            .means("The time of the transaction, or its day if no time is known.")
            .has("amount", COUNT, order -> order.money().amountMinor(), "In the smallest unit of the currency.")
            .has("currency", CURRENCY, order -> order.money().currency(), "Its currency.")
            .mayHave("brand", text(64), order -> part(order.brand(), Brand::name), "Card brand.")
            .mayHave("customer", text(2_000), order -> part(order.customer(), PersonalText::value))
            .means("Name, e-mail address or ID of the customer. Left out if none is known.")
            .has("verdict", VERDICT, CountedOrder::verdict, "Its verdict for a dispute raised today.");

    static final AnswerShape<GroupAt> ORDERS = new AnswerShape<GroupAt>("CoverageOrderList")
            .means("The newest orders behind a number of the coverage.")
            .has("computedAt", MOMENT, GroupAt::computedAt, "When the computation of the number started.")
            .has("title", text(1_000), at -> at.group().title(), "What the orders have in common.")
            .has("total", COUNT, at -> at.group().orders(), "The number.")
            .has("orders", listOf(COUNTED_ORDER, Coverage.MAX_EXAMPLES), GroupAt::orders)
            .means("At most 100 of them that are still stored, newest first.");

    /** Returns a time, or the day if no time is known. */
    private static String dayOrTime(OrderTime time) {
        Instant instant = time.instant();
        return (instant == null ? time.day() : instant).toString();
    }

    private static final AnswerShape<Left> LEFT = new AnswerShape<Left>("CoverageNotCounted")
            .means("Orders that do not count.")
            .has("failed", COUNT, Left::failed, "Orders whose charge failed.")
            .has("disputed", COUNT, Left::disputed, "Orders with an active dispute.")
            .has("unreadable", COUNT, Left::unreadable, "Orders that are damaged, or that a newer release stored.");

    private static final AnswerShape<Sample> SAMPLE = new AnswerShape<Sample>("CoverageSample")
            .means("A random sample, which is used if more than 1,000,000 orders can be disputed.")
            .has("judged", COUNT, Sample::judged, "How many orders of the sample were judged.")
            .has("total", COUNT, Sample::total, "How many orders there are.")
            .has("marginOfError", COUNT, sample -> Math.ceil(sample.marginOfError() * sample.total()))
            .means("The margin of error of each number of orders, in orders, with 95 % confidence.");

    /** The first computation of a small account ends within this time after the account was created. */
    private static final String RETRY_SECONDS = "10";

    private static final String OF = "of must name a number of the coverage, such as qualified, field:deviceId,"
            + " requires_action:device_missing or address:0";

    /** The largest amount of a filter; as the upper limit, it excludes nothing. */
    private static final int MOST_AMOUNT = 999_999_999;

    private static final Map<String, Function<CountedOrder, @Nullable Object>> COLUMNS = columns();

    private static Map<String, Function<CountedOrder, @Nullable Object>> columns() {
        Map<String, Function<CountedOrder, @Nullable Object>> columns = new LinkedHashMap<>();
        columns.put("id", order -> order.id().value());
        columns.put("transactionDate", order -> dayOrTime(order.time()));
        columns.put("amount", order -> order.money().decimal());
        columns.put("currency", order -> order.money().currency());
        columns.put("brand", order -> part(order.brand(), Brand::name));
        columns.put("customer", order -> part(order.customer(), PersonalText::value));
        columns.put("verdict", order -> order.verdict().wireName());
        return columns;
    }

    Answer fetch(Exchange exchange) {
        Query query = new Query(exchange, List.of("examples"));
        int examples = query.number("examples", EXAMPLES, 0, Coverage.MAX_EXAMPLES);
        return query.answer(exchange, () -> {
            exchange.share().hold(RequestMemory.COVERAGE);
            Optional<Coverages.Report> report = coverages.report(exchange.space());
            if (report.isEmpty()) {
                return notReady(exchange);
            }
            List<CaptureDay> days = captureRates.days(exchange.space());
            return exchange.object(
                    200, coverage(examples), new CoverageAt(report.get(), days, captureRates.alarms(days)));
        });
    }

    private static Answer notReady(Exchange exchange) {
        return exchange.problem(
                Problem.NOT_READY,
                "The coverage of this account is not computed yet. Repeat the request in " + RETRY_SECONDS
                        + " seconds.",
                "Retry-After",
                RETRY_SECONDS);
    }

    /** Lists the newest orders behind a number. */
    Answer orders(Exchange exchange) {
        Query query = new Query(exchange, List.of("of", "verdict", "brand", "minAmount", "maxAmount", "format"));
        String of = query.text("of");
        Eligibility.Status verdict = query.value(
                "verdict", text -> WireNamed.find(Eligibility.Status.values(), text), FactOperations.VERDICTS);
        Brand brand = query.value(
                "brand",
                text -> Texts.isBlank(text) ? Optional.empty() : Optional.of(new Brand(text)),
                "brand must be the brand of a card, such as visa");
        long least = query.number("minAmount", 0, 0, MOST_AMOUNT);
        long most = query.number("maxAmount", MOST_AMOUNT, 0, MOST_AMOUNT);
        boolean isCsv = FactOperations.isCsv(query, exchange);
        return query.answer(exchange, () -> {
            exchange.share()
                    .hold(RequestMemory.COVERAGE
                            + RequestMemory.ofList(1, exchange.limits().lineBytes()));
            ComputedCoverage computed = coverages.computed(exchange.space()).orElse(null);
            if (computed == null) {
                return notReady(exchange);
            }
            OrderGroup group = of == null ? null : computed.coverage().group(of).orElse(null);
            if (group == null) {
                query.error("of", OF);
                return query.answer(exchange, () -> notReady(exchange));
            }
            List<CountedOrder> orders = coverages.orders(exchange.space(), group.examples()).stream()
                    .filter(order -> (verdict == null || verdict == order.verdict())
                            && (brand == null || brand.canonical().equals(part(order.brand(), Brand::canonical)))
                            && order.money().amountMinor() >= least
                            && (most == MOST_AMOUNT || order.money().amountMinor() <= most))
                    .toList();
            return isCsv
                    ? FactOperations.csv(exchange, "coverage.csv", COLUMNS, orders, null)
                    : exchange.object(200, ORDERS, new GroupAt(computed.computedAt(), group, orders));
        });
    }

    /**
     * A coverage.
     *
     * @param capture the days whose orders were counted, the oldest first
     * @param alarms what the orders lack more often than before
     */
    record CoverageAt(Coverages.Report report, List<CaptureDay> capture, List<CaptureAlarm> alarms) {
        private Coverage coverage() {
            return report.computed().coverage();
        }

        private List<AddressAt> addresses() {
            return coverage().addresses().stream()
                    .map(shared -> new AddressAt(report.addresses().get(shared.address()), shared))
                    .toList();
        }

        private List<CaptureDay.Rate> rates() {
            List<CaptureDay.Rate> rates =
                    capture.stream().flatMap(CaptureDay::rates).toList();
            return rates.subList(Math.max(0, rates.size() - MAX_RATES), rates.size());
        }
    }

    record GroupAt(Instant computedAt, OrderGroup group, List<CountedOrder> orders) {}

    private record AddressAt(@Nullable String ip, SharedAddress shared) {}

    /**
     * Returns the object of a coverage.
     *
     * @param examples most example orders of each number
     */
    static AnswerShape<CoverageAt> coverage(int examples) {
        AnswerShape<List<OrderId>> newest = new AnswerShape<List<OrderId>>("ExampleOrders")
                .has(
                        "exampleOrders",
                        listOf(EXAMPLE, Coverage.MAX_EXAMPLES),
                        orders -> orders.stream().limit(examples).toList())
                .means("IDs of the newest of them, at most as many as `examples` says.");
        AnswerShape<Counted> counted = new AnswerShape<Counted>("CoverageOrders")
                .means("A number of orders.")
                .has("orders", COUNT, Counted::orders, "How many orders.")
                .has("amounts", AMOUNTS, Counted::amounts, "Their amounts.")
                .hasAll(newest, Counted::examples);
        AnswerShape<FieldCount> field = new AnswerShape<FieldCount>("CoverageMissingField")
                .means("A field that alone would make orders eligible, if it has the same value on the order and two of"
                        + " the card's other orders.")
                .has("field", text(64), each -> each.field().wireName(), "The path of the field in an uploaded order.")
                .has("name", text(64), each -> each.field().noun(), "The name of the field in words.")
                .has("unlocks", COUNT, each -> each.unlocked().orders(), "How many orders it would make eligible.")
                .has("amounts", AMOUNTS, each -> each.unlocked().amounts(), "Their amounts.")
                .has("remedy", text(1_000), each -> each.field().remedy(), "What to do.")
                .hasAll(newest, each -> each.unlocked().examples());
        AnswerShape<ReasonCount> reason = new AnswerShape<ReasonCount>("CoverageReason")
                .means("A reason why orders are not eligible.")
                .has("status", VERDICT, ReasonCount::status, "Their verdict.")
                .has("code", described("ReasonCode").of(ReasonCode::wireName), ReasonCount::code, "The reason.")
                .has("orders", COUNT, each -> each.counted().orders(), "How many orders have this reason.")
                .has("amounts", AMOUNTS, each -> each.counted().amounts(), "Their amounts.")
                .has("detail", text(1_000), each -> each.code().detail(), "What prevents the verdict, in a sentence.")
                .mayHave("remedy", text(1_000), each -> each.code().remedy(), "What to do. Left out if nothing helps.")
                .hasAll(newest, each -> each.counted().examples());
        AnswerShape<AddressAt> address = new AnswerShape<AddressAt>("CoverageSharedAddress")
                .means("An IP address that many customers share. It is probably that of a proxy.")
                .mayHave("ip", text(45), AddressAt::ip, "Left out if the example orders have another one by now.")
                .has("customers", COUNT, each -> each.shared.customers(), "How many customers have it.")
                .hasAll(newest, each -> each.shared.examples());
        AnswerShape<Coverage> numbers = new AnswerShape<Coverage>("CoverageNumbers")
                .has("asOf", DAY, Coverage::asOf, "The day that is today in the numbers.")
                .has("profile", code("Profile"), Coverage::profile)
                .means("Which reading of the rule was applied. It is always `visa`.")
                .has("ruleVersion", text(64), _ -> RuleNumbers.RULE_VERSION, "The version of the rule.")
                .has("disputable", COUNT, Coverage::disputable)
                .means("Orders that can be disputed today and count: the sum of the three next numbers.")
                .has("eligible", counted, Coverage::eligible, "Orders with the status `qualified`.")
                .has("requiresAction", counted, Coverage::requiresAction)
                .means("Orders with the status `requires_action`: more data could make them eligible.")
                .has("notQualified", counted, Coverage::notQualified, "Orders with the status `not_qualified`.")
                .has("notCounted", LEFT, Coverage::left, "Orders of the same days that do not count.")
                .has("otherCurrencies", COUNT, Coverage::otherCurrencies)
                .means("Orders in other currencies: `amounts` has the ten currencies with the most orders.")
                .mayHave("sample", SAMPLE, Coverage::sample)
                .means("The sample from which the numbers are estimated. Left out if all orders were judged.")
                .has("missingFields", listOf(field, 1_000), Coverage::missingFields)
                .means("The fields that would make orders eligible, each alone. Most orders first.")
                .has("reasons", listOf(reason, 1_000), Coverage::reasons)
                .means("Why orders are not eligible, most orders first. An order can have several reasons. Reasons that"
                        + " would not change the verdict are left out.")
                .has("days", listOf(DAY_COUNT, 1_000), Coverage::days)
                .means("The orders by transaction day, oldest first. Days without orders are left out.")
                .has("forecast", listOf(FORECAST, 1_000), Coverage::forecast)
                .means("Today and the next 30 days, for the orders and data that are stored now.")
                .has("customers", COUNT, Coverage::customers, "Customers with a usable IP address.");
        return new AnswerShape<CoverageAt>("Coverage")
                .means("How many orders that can be disputed today could be defended, and what would improve it. With"
                        + " `sample`, all numbers of orders are estimates.")
                .has("computedAt", MOMENT, each -> each.report.computed().computedAt())
                .means("When the computation started. Later changes of orders may be missing.")
                .hasAll(numbers, CoverageAt::coverage)
                .has("sharedAddresses", listOf(address, 10), CoverageAt::addresses)
                .means("IP addresses of at least 2 % of the customers, and of at least 10. Most customers first.")
                .has("captureRates", listOf(Answers.RATE, MAX_RATES), CoverageAt::rates)
                .means("The orders of the last 35 days by transaction day, source and way of payment, the oldest first."
                        + " They are counted in the background, those of today and yesterday every ten minutes.")
                .has(
                        "alarms",
                        listOf(Answers.ALARM, MAX_ALARMS),
                        each -> each.alarms.stream().limit(MAX_ALARMS).toList())
                .means("What these orders have much less often than in the 28 days before.");
    }

    private static final AnswerValue<YearMonth> MONTH =
            matching("^20[0-9]{2}-(0[1-9]|1[0-2])$").of(YearMonth::toString);

    private static final AnswerShape<Outcomes> OUTCOMES = new AnswerShape<Outcomes>("DisputeOutcomes")
            .means("The disputes of a group, by outcome.")
            .has("group", text(128), Outcomes::group)
            .means("The month, network code, processor, or elements joined with `+`. With more than 100 groups, `other`"
                    + " has the rest.")
            .has("opened", COUNT, Outcomes::opened, "How many there are.")
            .has("answered", COUNT, Outcomes::answered, "Of these, those for which evidence was sent.")
            .has("won", COUNT, Outcomes::won, "Of these, won ones.")
            .has("lost", COUNT, Outcomes::lost, "Of these, lost ones.")
            .has("prevented", COUNT, Outcomes::prevented, "Of these, those that were stopped before a chargeback.")
            .has("withdrawn", COUNT, Outcomes::withdrawn, "Of these, withdrawn ones.")
            .has("open", COUNT, Outcomes::open, "Of these, open ones.");

    private static final AnswerShape<MonitoredMonth> MONITORED_MONTH = new AnswerShape<MonitoredMonth>("MonitoredMonth")
            .means(
                    "What the monitoring program probably counts of a month in UTC. A fraud that is reported and disputed"
                            + " counts twice, and a refund removes nothing.")
            .has("month", MONTH, at -> YearMonth.from(at.month.first()), "The month.")
            .has("settledCharges", COUNT, at -> at.month.settled())
            .means("Card-absent Visa charges that settled in it. A charge without `settledAt` counts on its"
                    + " transaction date.")
            .has("fraudReports", COUNT, at -> at.month.fraudReports(), "Fraud reports (TC40) of the month.")
            .has("disputes", COUNT, at -> at.month.disputes(), "Disputes of any condition, without prevented ones.")
            .has("total", COUNT, at -> at.month.total(), "Fraud reports and disputes.")
            .mayHave("basisPoints", COUNT, at -> at.basisPoints(at.month.total()))
            .means(
                    "The total in hundredths of a percent of the settled charges, rounded down. Left out if there are no charges.")
            .has("ready", COUNT, at -> at.month.ready(), "Open disputes for which compelling evidence is ready.")
            .has("totalWithoutReady", COUNT, at -> at.month.totalWithoutReady(), "The total without these.")
            .mayHave("basisPointsWithoutReady", COUNT, at -> at.basisPoints(at.month.totalWithoutReady()))
            .means("The same share without these.")
            .mayHave("projectedTotal", COUNT, at -> at.isCurrent() ? at.month.projected(at.today) : null)
            .means("The total at the end of the current month, at its daily average so far (UTC).")
            .has("limitBasisPoints", COUNT, at -> at.month.threshold().basisPoints(), "The limit for the share.")
            .has("limitTotal", COUNT, at -> at.month.threshold().total(), "The limit for the total.")
            .has("exceeded", FLAG, at -> at.month.isReached(at.month.total()), "True if both limits are reached.")
            .has("exceededWithoutReady", FLAG, at -> at.month.isReached(at.month.totalWithoutReady()))
            .means("True if both are also reached without the disputes that are ready.")
            .has("exceededAtEnd", FLAG, at -> at.isCurrent() && at.month.isReachedAtEnd(at.today))
            .means("True if both are reached with `projectedTotal` and the current share.");

    private static final AnswerShape<MonitoringAt> MONITORING = new AnswerShape<MonitoringAt>("MonitoringEstimate")
            .means(
                    "An estimate of what Visa's Acquirer Monitoring Program (VAMP) counts. It has only what is stored here,"
                            + " and fraud reports only of charges of the last 180 days. It does not know your acquirer, its"
                            + " country and what it reports to Visa.")
            .has("asOf", MOMENT, at -> at.computed.computedAt(), "When its computation started.")
            .has("sampled", FLAG, at -> at.computed.coverage().sample() != null)
            .means("True if charges and fraud reports are estimated from a sample of the orders.")
            .has(
                    "months",
                    listOf(MONITORED_MONTH, Monitoring.MONTHS),
                    MonitoringAt::months,
                    "The current month first.");

    static final AnswerShape<DisputeStats> STATS = new AnswerShape<DisputeStats>("DisputeStats")
            .means("Outcomes of disputes.")
            .has("by", code("DisputeGrouping"), DisputeStats::by, "By what they are grouped.")
            .has("from", MONTH, DisputeStats::from, "The first month in which they were opened.")
            .has("to", MONTH, DisputeStats::to, "The last month.")
            .has("complete", FLAG, stats -> stats.counted.complete())
            .means("False if there are more disputes than one request counts. Then older ones are not counted: ask for"
                    + " fewer months.")
            .has("groups", listOf(OUTCOMES, DisputeSum.MAX_GROUPS), stats -> stats.counted.groups())
            .means("Months: newest first. Other groups: most disputes first.")
            .mayHave("monitoring", MONITORING, DisputeStats::monitoring)
            .means("An estimate for the monitoring program. Left out until it is computed.");

    /** The most months of one answer. */
    private static final int MAX_MONTHS = 24;

    private static final int MONTHS = 12;

    private static final YearMonth FIRST = YearMonth.of(OrderTime.MIN_YEAR, 1);

    /** Counts the disputes of some months by outcome. */
    Answer stats(Exchange exchange) {
        Query query = new Query(exchange, List.of("by", "from", "to"));
        Grouping sent = query.value(
                "by",
                text -> WireNamed.find(Grouping.values(), text),
                "by must be month, condition, processor or elements; default month");
        Grouping by = sent == null ? Grouping.MONTH : sent;
        YearMonth lastMonth = month(query, "to");
        YearMonth to = lastMonth == null ? YearMonth.from(service.now().atZone(ZoneOffset.UTC)) : lastMonth;
        YearMonth firstMonth = month(query, "from");
        YearMonth usual = to.minusMonths(MONTHS - 1L);
        YearMonth from = firstMonth != null ? firstMonth : usual.isBefore(FIRST) ? FIRST : usual;
        if (from.isAfter(to) || from.plusMonths(MAX_MONTHS).compareTo(to) <= 0) {
            query.error("from", "from must be in the " + MAX_MONTHS + " months that end with to");
        }
        return query.answer(exchange, () -> {
            exchange.share()
                    .hold(RequestMemory.COVERAGE
                            + RequestMemory.ofList(
                                    DisputeQueue.READ_TOGETHER,
                                    exchange.limits().lineBytes()));
            DateRange opened = new DateRange(from.atDay(1), to.atEndOfMonth());
            return exchange.object(
                    200,
                    STATS,
                    new DisputeStats(
                            by,
                            from,
                            to,
                            service.disputes().outcomes(exchange.space(), by, opened),
                            coverages.computed(exchange.space()).orElse(null)));
        });
    }

    private static @Nullable YearMonth month(Query query, String name) {
        String text = query.matching(
                name, "20[0-9]{2}-(0[1-9]|1[0-2])", name + " must be a month from 2000-01, such as 2026-11");
        return text == null ? null : YearMonth.parse(text);
    }

    /**
     * Outcomes of disputes.
     *
     * @param computed {@code null} if nothing is computed yet
     */
    record DisputeStats(
            Grouping by,
            YearMonth from,
            YearMonth to,
            CountedOutcomes counted,
            @Nullable ComputedCoverage computed) {
        @Nullable
        MonitoringAt monitoring() {
            return computed == null || computed.monitoring().months().isEmpty() ? null : new MonitoringAt(computed);
        }
    }

    /** An estimate of a monitoring program, with what it was computed from. */
    record MonitoringAt(ComputedCoverage computed) {
        List<MonitoredMonth> months() {
            LocalDate today = computed.coverage().asOf();
            return computed.monitoring().months().stream()
                    .map(month -> new MonitoredMonth(month, today))
                    .toList();
        }
    }

    /** A month of the estimate. */
    record MonitoredMonth(Month month, LocalDate today) {
        boolean isCurrent() {
            return YearMonth.from(month.first()).equals(YearMonth.from(today));
        }

        @Nullable
        Long basisPoints(long total) {
            return month.settled() == 0 ? null : (Long) Monitoring.basisPoints(total, month.settled());
        }
    }
}
