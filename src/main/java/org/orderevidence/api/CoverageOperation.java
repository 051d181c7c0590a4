package org.orderevidence.api;

import java.util.List;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.service.Coverages;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.QueryParameters;

/** Answers how many orders could be defended, as it was computed last. */
final class CoverageOperation implements Operation {
    private static final int DEFAULT_EXAMPLES = 10;

    /** The first computation of a small account ends within this time after the account was created. */
    private static final String RETRY_SECONDS = "10";

    private final Coverages coverages;
    private final CaptureRates captureRates;

    CoverageOperation(Coverages coverages, CaptureRates captureRates) {
        this.coverages = coverages;
        this.captureRates = captureRates;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        int examples = ListOperation.number(query, "examples", DEFAULT_EXAMPLES, 0, Coverage.MAX_EXAMPLES, faults);
        query.refuseOthers(List.of("examples"), faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        exchange.share().hold(RequestMemory.COVERAGE);
        return coverages
                .report(exchange.space())
                .map(report -> {
                    List<CaptureDay> days = captureRates.days(exchange.space());
                    try (JsonWriter json = exchange.json()) {
                        CoverageWriter.write(json, report, days, captureRates.alarms(days), examples);
                    }
                    return Answer.json(200);
                })
                .orElseGet(() -> exchange.problem(
                        Problem.NOT_READY,
                        "The coverage of this account is not computed yet. Repeat the request in " + RETRY_SECONDS
                                + " seconds.",
                        "Retry-After",
                        RETRY_SECONDS));
    }
}
