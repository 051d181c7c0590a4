package org.orderevidence.console;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.CoveragePages.CoverageModel.CaptureTable;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.Amount;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.OrderGroup;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturePath;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.receipt.Status;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.webhook.CaptureRates;

/** Shows how many orders could be defended, and the orders behind each number. */
public record CoveragePages(Coverages coverages, CaptureRates captureRates) {
    private static final String PATH = "/console/coverage";
    private static final String ORDERS = PATH + "/orders";
    private static final String LIST = "/api/v2/coverage/orders";
    private static final PageRoutes.Page ORDER_LIST = Listing.page(
            "console/coverageOrders.jte",
            "Coverage",
            LIST + "?format=json",
            "orders",
            "of",
            "verdict",
            "brand",
            "minAmount",
            "maxAmount");

    void addTo(PageRoutes pages) {
        pages.addSection("Coverage", PATH, Scope.READ, this::coverage).add(ORDERS, "GET", Scope.READ, this::orders);
    }

    /** Adds the download of the orders behind a number. */
    static void addCsv(PageRoutes pages, Routes routes) {
        Listing.addCsv(pages, ORDERS + ".csv", routes.operation("GET", LIST));
    }

    /** Returns the path of the page with the orders behind a number. */
    public static String path(OrderGroup group) {
        return ORDERS + "?of=" + Visit.encode(group.name());
    }

    private Answer coverage(Visit visit) {
        return report(visit)
                .map(report ->
                        visit.page("console/coverage.jte", "Coverage", new CoverageModel(report, capture(visit))))
                .orElseGet(() -> notReady(visit));
    }

    /** Shows the orders behind a number, as the interface lists them. */
    private Answer orders(Visit visit) {
        visit.exchange().share().hold(RequestMemory.COVERAGE);
        Optional<ComputedCoverage> computed;
        try (Places.Place _ = visit.read()) {
            computed = coverages.computed(visit.space());
        }
        if (computed.isEmpty()) {
            return notReady(visit);
        }
        return computed.get().coverage().group(visit.query("of")).isEmpty()
                ? visit.notFound(
                        "Number not found",
                        "The numbers were computed again, without this one. Open the coverage page again.")
                : ORDER_LIST.answer(visit);
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

    /** What the page of the coverage shows. */
    public record CoverageModel(Coverages.Report report, CaptureTable capture) {
        /**
         * A verdict with its orders.
         *
         * @param x where its part of the bar starts, in percent
         * @param width width of its part of the bar, in percent
         */
        public record Tile(
                Status verdict, String orders, String amounts, String share, String x, String width, String path) {}

        public Coverage coverage() {
            return report.computed().coverage();
        }

        public String computed() {
            return Shown.time(report.computed().computedAt());
        }

        /** Returns how they were estimated; {@code null} if they are exact. */
        public @Nullable String estimate() {
            Sample sample = coverage().sample();
            return sample == null
                    ? null
                    : "The numbers are estimated from " + Shown.count(sample.judged()) + " of "
                            + Shown.count(sample.total(), "order")
                            + ". With 95 % confidence, a share is wrong by at most "
                            + String.format(Locale.ROOT, "%.2f", sample.marginOfError() * 100) + " percentage points.";
        }

        public List<Tile> tiles() {
            List<Tile> tiles = new ArrayList<>();
            long all = coverage().disputable();
            double x = 0;
            for (Eligibility.Status status : Eligibility.Status.values()) {
                OrderGroup group = coverage().group(status);
                double width = all == 0 ? 0 : 100.0 * group.orders() / all;
                tiles.add(new Tile(
                        Shown.verdict(status),
                        Shown.count(group.orders()),
                        amounts(coverage().of(status).amounts()),
                        percent(group.orders(), all),
                        Plot.number(x),
                        Plot.number(width),
                        path(group)));
                x += width;
            }
            return tiles;
        }

        /** Returns amounts by currency in words. */
        public static String amounts(List<Amount> amounts) {
            return amounts.stream()
                    .map(amount -> Shown.amount(amount.minor(), amount.currency()))
                    .collect(Collectors.joining(", "));
        }

        /** Returns the amounts of the eligible orders of a day. */
        public static String amounts(ForecastDay day) {
            return amounts(day.amounts().stream()
                    .map(each -> new Amount(each.currency(), each.eligible()))
                    .toList());
        }

        /** Returns the length of the bar of a missing field, in percent of the first field's. */
        public String width(FieldCount field) {
            long most = coverage().missingFields().getFirst().unlocked().orders();
            return Plot.number(100.0 * field.unlocked().orders() / Math.max(1, most));
        }

        public Plot days() {
            return Plot.byDay(coverage());
        }

        /** Returns the eligible orders of the next days. */
        public Plot forecast() {
            return Plot.forecast(coverage());
        }

        /** Returns how many orders become eligible, and stop being so, in the next days. */
        public String change() {
            List<ForecastDay> days = coverage().forecast();
            long entering = days.stream().mapToLong(ForecastDay::entering).sum();
            long leaving = days.stream().mapToLong(ForecastDay::leaving).sum();
            long ended = days.stream().mapToLong(ForecastDay::ended).sum();
            return Shown.count(entering, "order") + " will become eligible. " + Shown.count(leaving, "order")
                    + " will stop being eligible, of which " + Shown.count(ended) + " can no longer be disputed.";
        }

        public List<ReasonCount> reasons(Eligibility.Status status) {
            return coverage().reasons().stream()
                    .filter(reason -> reason.status() == status)
                    .toList();
        }

        /** Returns a shared address in clear; empty if the orders have another one by now. */
        public String address(SharedAddress shared) {
            return report.addresses().getOrDefault(shared.address(), "");
        }

        public String notCounted() {
            Coverage.Left left = coverage().left();
            String text = Shown.count(left.failed()) + " failed and " + Shown.count(left.disputed())
                    + " already disputed orders are not counted.";
            return left.unreadable() == 0
                    ? text
                    : text + " " + Shown.count(left.unreadable(), "order") + " cannot be read.";
        }

        /** Returns a share with one decimal; empty if there is nothing to share. */
        public static String percent(long part, long all) {
            return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
        }

        /**
         * Bars by day, in a square of 100 by 100 that is stretched to the width of the page.
         *
         * @param most the number of orders of the highest bar
         */
        public record Plot(List<Bar> bars, String first, String last, String most) {
            private static final double SIZE = 100;

            /** The part of a day's width that its bar fills. */
            private static final double FILLED = 0.8;

            /** Classes of the colours of the parts of a bar, from the bottom up. */
            private static final List<String> COLOURS = List.of("plot-good", "plot-notice", "plot-bad");

            /**
             * A bar.
             *
             * @param parts from the bottom to the top
             */
            public record Bar(String x, String width, List<Part> parts, String title) {}

            /** A part of a bar. */
            public record Part(String css, String y, String height) {}

            /** The orders of a day, from the bottom up. */
            private record Day(LocalDate day, String title, List<Long> counts) {
                long sum() {
                    return counts.stream().mapToLong(Long::longValue).sum();
                }
            }

            public boolean isEmpty() {
                return bars.isEmpty();
            }

            static Plot byDay(Coverage coverage) {
                List<Day> days = coverage.days().stream()
                        .map(day -> new Day(
                                day.day(),
                                Shown.count(day.eligible()) + " eligible, " + Shown.count(day.requiresAction())
                                        + " need an action, " + Shown.count(day.notQualified()) + " not eligible",
                                List.of(day.eligible(), day.requiresAction(), day.notQualified())))
                        .toList();
                return of(days, coverage.asOf());
            }

            /** Returns the eligible orders of the next days. */
            static Plot forecast(Coverage coverage) {
                List<Day> days = coverage.forecast().stream()
                        .map(day ->
                                new Day(day.day(), Shown.count(day.eligible()) + " eligible", List.of(day.eligible())))
                        .toList();
                return days.stream().allMatch(day -> day.sum() == 0)
                        ? new Plot(List.of(), "", "", "0")
                        : of(days, days.getLast().day());
            }

            private static Plot of(List<Day> days, LocalDate last) {
                LocalDate first = days.isEmpty() ? last : days.getFirst().day();
                double step = SIZE / (ChronoUnit.DAYS.between(first, last) + 1);
                long most = days.stream().mapToLong(Day::sum).max().orElse(0);
                List<Bar> bars = new ArrayList<>(days.size());
                for (Day day : days) {
                    String x = number(ChronoUnit.DAYS.between(first, day.day()) * step);
                    bars.add(new Bar(x, number(step * FILLED), parts(day, most), day.day() + ": " + day.title()));
                }
                return new Plot(bars, first.toString(), last.toString(), Shown.count(most));
            }

            private static List<Part> parts(Day day, long most) {
                List<Part> parts = new ArrayList<>();
                long below = 0;
                for (int i = 0; i < day.counts().size(); i++) {
                    long count = day.counts().get(i);
                    if (count > 0) {
                        double height = SIZE * count / most;
                        parts.add(
                                new Part(COLOURS.get(i), number(SIZE - SIZE * below / most - height), number(height)));
                        below += count;
                    }
                }
                return parts;
            }

            static String number(double value) {
                return String.format(Locale.ROOT, "%.2f", value);
            }
        }

        /** How often orders have what evidence needs, as a page shows it. */
        public record CaptureTable(List<String> alarms, List<Row> rows) {

            /**
             * Orders that were paid in one way.
             *
             * @param name where the orders came from; empty if the page is about one source
             */
            public record Row(String name, String method, String orders, List<Share> shares) {}

            /** The share of orders that have a field. */
            public record Share(String field, String text) {}

            /** Returns a row. */
            public static Row row(String name, String method, CaptureCount count) {
                List<Share> shares = new ArrayList<>();
                for (CapturedField field : CapturedField.values()) {
                    shares.add(new Share(field.words(), percent(count.having(field), count.orders())));
                }
                return new Row(name, method.replace('_', ' '), Shown.count(count.orders()), shares);
            }

            /** Returns a share rounded down, so that 100 % means all orders. */
            private static String percent(int having, int orders) {
                return orders == 0 ? "–" : 100L * having / orders + " %";
            }
        }
    }
}
