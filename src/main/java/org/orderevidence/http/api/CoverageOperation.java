package org.orderevidence.http.api;

import java.util.List;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.http.json.JsonWriter;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.wire.Faults;
import org.orderevidence.http.wire.Problem;
import org.orderevidence.http.wire.QueryParameters;
import org.orderevidence.integration.capture.CaptureDay;
import org.orderevidence.service.coverage.Coverages;
import org.orderevidence.service.webhook.CaptureRates;

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
