package org.orderevidence.console;

import java.util.List;
import java.util.Optional;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Answer;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.service.Coverages;
import org.orderevidence.webhook.CaptureRates;

/** Shows how many orders could be defended, and the orders behind each number. */
public final class CoveragePages {
    static final String ORDERS = "/console/coverage/orders";

    private final Coverages coverages;
    private final CaptureRates captureRates;

    /**
     * @param coverages has what was computed
     * @param captureRates has how often new orders have what evidence needs
     */
    public CoveragePages(Coverages coverages, CaptureRates captureRates) {
        this.coverages = coverages;
        this.captureRates = captureRates;
    }

    /** Adds the pages. */
    public void addTo(PageRoutes pages) {
        pages.add(Section.COVERAGE.path(), "GET", Scope.READ, this::coverage)
                .add(ORDERS, "GET", Scope.READ, this::orders);
    }

    private Answer coverage(Visit visit) {
        return report(visit)
                .map(report -> visit.page(
                        "console/coverage.jte",
                        Visit.Heading.of("Coverage", Section.COVERAGE),
                        CoverageModel.of(report, capture(visit))))
                .orElseGet(() -> notReady(visit));
    }

    private Answer orders(Visit visit) {
        Optional<Coverages.Report> report = report(visit);
        if (report.isEmpty()) {
            return notReady(visit);
        }
        return OrderGroup.named(report.get().computed().coverage(), visit.query("of"))
                .map(group -> show(visit, group))
                .orElseGet(() -> visit.notFound(
                        "Number not found",
                        "The numbers were computed again, without this one. Open the coverage page again."));
    }

    private static Answer show(Visit visit, OrderGroup group) {
        int shown = group.examples().size();
        String summary = shown < group.orders()
                ? "The newest " + Shown.count(shown) + " of " + Shown.count(group.orders(), "order")
                : Shown.count(shown, "order");
        GroupModel model = new GroupModel(
                group.title(),
                summary,
                group.examples().stream()
                        .map(id -> new GroupModel.OrderLink(id.value(), Visit.orderPath(id.value())))
                        .toList());
        return visit.page("console/coverageOrders.jte", Visit.Heading.of("Coverage", Section.COVERAGE), model);
    }

    private CaptureTable capture(Visit visit) {
        try (Places.Place _ = visit.read()) {
            List<CaptureDay> days = captureRates.days(visit.space());
            return CaptureTables.of(days, captureRates.alarms(days));
        }
    }

    private Optional<Coverages.Report> report(Visit visit) {
        visit.exchange().share().hold(RequestMemory.COVERAGE);
        try (Places.Place _ = visit.read()) {
            return coverages.report(visit.space());
        }
    }

    private static Answer notReady(Visit visit) {
        return visit.page(
                "console/coverageNotReady.jte",
                Visit.Heading.of("Coverage", Section.COVERAGE),
                Section.COVERAGE.path());
    }
}
