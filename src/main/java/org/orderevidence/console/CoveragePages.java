package org.orderevidence.console;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Answer;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturePath;
import org.orderevidence.service.Coverages;
import org.orderevidence.webhook.CaptureRates;

/** Shows how many orders could be defended, and the orders behind each number. */
record CoveragePages(Coverages coverages, CaptureRates captureRates) {
    private static final String PATH = "/console/coverage";
    static final String ORDERS = PATH + "/orders";

    void addTo(PageRoutes pages) {
        pages.addSection("Coverage", PATH, Scope.READ, this::coverage).add(ORDERS, "GET", Scope.READ, this::orders);
    }

    private Answer coverage(Visit visit) {
        return report(visit)
                .map(report ->
                        visit.page("console/coverage.jte", "Coverage", new CoverageModel(report, capture(visit))))
                .orElseGet(() -> notReady(visit));
    }

    private Answer orders(Visit visit) {
        Optional<Coverages.Report> report = report(visit);
        if (report.isEmpty()) {
            return notReady(visit);
        }
        return OrderGroup.named(report.get().computed().coverage(), visit.query("of"))
                .map(group -> visit.page("console/coverageOrders.jte", "Coverage", group))
                .orElseGet(() -> visit.notFound(
                        "Number not found",
                        "The numbers were computed again, without this one. Open the coverage page again."));
    }

    private CaptureTable capture(Visit visit) {
        try (Places.Place _ = visit.read()) {
            List<CaptureDay> days = captureRates.days(visit.space());
            SortedMap<CapturePath, CaptureCount> sums = new TreeMap<>();
            days.forEach(day -> day.counts().forEach((path, count) -> sums.merge(path, count, CaptureCount::plus)));
            return new CaptureTable(
                    captureRates.alarms(days).stream()
                            .map(CaptureAlarm::sentence)
                            .toList(),
                    sums.entrySet().stream()
                            .map(sum -> CaptureTable.row(
                                    sum.getKey().source(), sum.getKey().method(), sum.getValue()))
                            .toList());
        }
    }

    private Optional<Coverages.Report> report(Visit visit) {
        visit.exchange().share().hold(RequestMemory.COVERAGE);
        try (Places.Place _ = visit.read()) {
            return coverages.report(visit.space());
        }
    }

    private static Answer notReady(Visit visit) {
        return visit.page("console/coverageNotReady.jte", "Coverage", PATH);
    }
}
