package org.orderevidence.api;

import static org.orderevidence.wire.AnswerValue.COUNT;
import static org.orderevidence.wire.AnswerValue.FLAG;
import static org.orderevidence.wire.AnswerValue.MOMENT;
import static org.orderevidence.wire.AnswerValue.code;
import static org.orderevidence.wire.AnswerValue.listOf;
import static org.orderevidence.wire.AnswerValue.matching;
import static org.orderevidence.wire.AnswerValue.text;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.coverage.DisputeSum;
import org.orderevidence.evidence.coverage.DisputeSum.Grouping;
import org.orderevidence.evidence.coverage.DisputeSum.Outcomes;
import org.orderevidence.evidence.coverage.Monitoring;
import org.orderevidence.evidence.coverage.Monitoring.Month;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.WireNamed;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.service.DisputeQueue;
import org.orderevidence.service.DisputeQueue.CountedOutcomes;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.wire.AnswerShape;
import org.orderevidence.wire.AnswerValue;

/** Counts the outcomes of disputes, and returns an estimate of what a monitoring program counts. */
record OutcomeOperations(EvidenceService service, Coverages coverages) {
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
            .has("ready", COUNT, at -> at.month.ready(), "Disputes for which compelling evidence is ready to send.")
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
            .means("Months have the newest first, other groups the one with the most disputes.")
            .mayHave("monitoring", MONITORING, DisputeStats::monitoring)
            .means("An estimate for the monitoring program. Left out until it is computed.");

    /** The most months of one answer. */
    private static final int MAX_MONTHS = 24;

    private static final int MONTHS = 12;

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
        YearMonth from = firstMonth == null ? to.minusMonths(MONTHS - 1L) : firstMonth;
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
