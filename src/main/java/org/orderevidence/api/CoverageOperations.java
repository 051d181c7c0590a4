package org.orderevidence.api;

import java.util.List;
import java.util.Optional;
import org.orderevidence.api.Answers.CoverageAt;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.service.Coverages;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.wire.Problem;

/** Answers how many orders could be defended, as it was computed last. */
final class CoverageOperations {
    /** The first computation of a small account ends within this time after the account was created. */
    private static final String RETRY_SECONDS = "10";

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
                return exchange.problem(
                        Problem.NOT_READY,
                        "The coverage of this account is not computed yet. Repeat the request in " + RETRY_SECONDS
                                + " seconds.",
                        "Retry-After",
                        RETRY_SECONDS);
            }
            List<CaptureDay> days = captureRates.days(exchange.space());
            return exchange.object(
                    200, Answers.coverage(examples), new CoverageAt(report.get(), days, captureRates.alarms(days)));
        });
    }
}
