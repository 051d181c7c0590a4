package org.orderevidence.api;

import static org.orderevidence.wire.AnswerShape.part;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.api.Answers.CoverageAt;
import org.orderevidence.api.Answers.GroupAt;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.OrderGroup;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.order.Brand;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Texts;
import org.orderevidence.order.WireNamed;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.service.Coverages.CountedOrder;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.wire.Problem;

/** Answers how many orders could be defended, as it was computed last, and which orders these are. */
final class CoverageOperations {
    /** The first computation of a small account ends within this time after the account was created. */
    private static final String RETRY_SECONDS = "10";

    private static final String OF = "of must name a number of the coverage, such as qualified, field:deviceId,"
            + " requires_action:device_missing or address:0";

    /** The largest amount of a filter; as the upper limit, it excludes nothing. */
    private static final int MOST_AMOUNT = 999_999_999;

    /** The columns of the orders as CSV. */
    private static final Map<String, Function<CountedOrder, @Nullable Object>> COLUMNS = columns();

    private static Map<String, Function<CountedOrder, @Nullable Object>> columns() {
        Map<String, Function<CountedOrder, @Nullable Object>> columns = new LinkedHashMap<>();
        columns.put("id", order -> order.id().value());
        columns.put("transactionDate", order -> Answers.dayOrTime(order.time()));
        columns.put("amount", order -> order.money().decimal());
        columns.put("currency", order -> order.money().currency());
        columns.put("brand", order -> part(order.brand(), Brand::name));
        columns.put("customer", order -> part(order.customer(), PersonalText::value));
        columns.put("verdict", order -> order.verdict().wireName());
        return columns;
    }

    private final Coverages coverages;
    private final CaptureRates captureRates;

    CoverageOperations(Coverages coverages, CaptureRates captureRates) {
        this.coverages = coverages;
        this.captureRates = captureRates;
    }

    Answer fetch(Exchange exchange) {
        Query query = new Query(exchange, List.of("examples"));
        int examples = query.number("examples", Answers.EXAMPLES, 0, Coverage.MAX_EXAMPLES);
        return query.answer(exchange, () -> {
            exchange.share().hold(RequestMemory.COVERAGE);
            Optional<Coverages.Report> report = coverages.report(exchange.space());
            if (report.isEmpty()) {
                return notReady(exchange);
            }
            List<CaptureDay> days = captureRates.days(exchange.space());
            return exchange.object(
                    200, Answers.coverage(examples), new CoverageAt(report.get(), days, captureRates.alarms(days)));
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
        Query query =
                new Query(exchange, List.of("of", "verdict", "brand", "minAmount", "maxAmount", "format"));
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
                    : exchange.object(200, Answers.COVERAGE_ORDERS, new GroupAt(computed.computedAt(), group, orders));
        });
    }
}
