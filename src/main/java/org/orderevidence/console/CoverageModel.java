package org.orderevidence.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.service.Coverages;

/**
 * What the page of the coverage shows.
 *
 * @param computed when it was computed
 * @param disputable how many orders can be disputed today
 * @param estimate how the numbers were estimated; {@code null} if they are exact
 * @param tiles the three verdicts
 * @param fields the missing fields
 * @param days orders by transaction day
 * @param dayRows the same as a table, newest day first
 * @param forecast eligible orders of the next days
 * @param forecastRows the same as a table
 * @param change how many enter and leave in the next days
 * @param reasons why orders are not eligible, one list for each verdict
 * @param addresses IP addresses that look like a proxy's
 * @param notCounted orders that do not count
 * @param capture how often new orders have what evidence needs
 */
public record CoverageModel(
        String computed,
        String disputable,
        @Nullable String estimate,
        List<Tile> tiles,
        List<FieldRow> fields,
        Plot days,
        List<List<String>> dayRows,
        Plot forecast,
        List<List<String>> forecastRows,
        String change,
        List<Reasons> reasons,
        List<AddressRow> addresses,
        String notCounted,
        CaptureTable capture) {
    public CoverageModel {
        tiles = List.copyOf(tiles);
        fields = List.copyOf(fields);
        dayRows = List.copyOf(dayRows);
        forecastRows = List.copyOf(forecastRows);
        reasons = List.copyOf(reasons);
        addresses = List.copyOf(addresses);
    }

    /**
     * A verdict with its orders.
     *
     * @param tone colour and shape
     * @param words the verdict
     * @param orders how many
     * @param share their share of all; empty if there are none
     * @param x where its part of the bar starts, in percent
     * @param width width of its part of the bar, in percent
     * @param path of the page with its orders
     */
    public record Tile(Tone tone, String words, String orders, String share, String x, String width, String path) {}

    /**
     * A missing field.
     *
     * @param field path in an uploaded order
     * @param noun its name in words
     * @param orders how many orders it unlocks
     * @param width length of its bar, in percent of the first field's
     * @param remedy what to do
     * @param path of the page with its orders
     */
    public record FieldRow(String field, String noun, String orders, String width, String remedy, String path) {}

    /**
     * Reasons of a verdict.
     *
     * @param title the verdict
     * @param rows the reasons
     */
    public record Reasons(String title, List<ReasonRow> rows) {
        public Reasons {
            rows = List.copyOf(rows);
        }
    }

    /**
     * A reason.
     *
     * @param detail what is the case
     * @param remedy what to do; empty if nothing helps
     * @param orders how many orders
     * @param path of the page with its orders
     */
    public record ReasonRow(String detail, String remedy, String orders, String path) {}

    /**
     * A shared address. {@link #toString} hides it.
     *
     * @param address in clear; empty if the orders have another one by now
     * @param customers how many customers
     * @param share their share of all customers
     * @param path of the page with its orders
     */
    public record AddressRow(String address, String customers, String share, String path) {
        @Override
        public String toString() {
            return "AddressRow";
        }
    }

    static CoverageModel of(Coverages.Report report, CaptureTable capture) {
        Coverage coverage = report.computed().coverage();
        return new CoverageModel(
                Shown.time(report.computed().computedAt()),
                Shown.count(coverage.disputable(), "order"),
                estimate(coverage.sample()),
                tiles(coverage),
                fields(coverage),
                Plot.byDay(coverage),
                dayRows(coverage),
                Plot.forecast(coverage),
                forecastRows(coverage),
                change(coverage.forecast()),
                reasons(coverage),
                addresses(report),
                notCounted(coverage.left()),
                capture);
    }

    /** Returns true if the account has no orders that can be disputed. */
    public boolean isEmpty() {
        return tiles.stream().allMatch(tile -> tile.orders().equals("0"));
    }

    private static @Nullable String estimate(@Nullable Sample sample) {
        return sample == null
                ? null
                : "The numbers are estimated from " + Shown.count(sample.judged()) + " of "
                        + Shown.count(sample.total(), "order") + ". With 95 % confidence, a share is wrong by at most "
                        + String.format(Locale.ROOT, "%.2f", sample.marginOfError() * 100) + " percentage points.";
    }

    private static List<Tile> tiles(Coverage coverage) {
        List<Tile> tiles = new ArrayList<>();
        double x = 0;
        for (Status status : Status.values()) {
            long orders = coverage.of(status).orders();
            double width = coverage.disputable() == 0 ? 0 : 100.0 * orders / coverage.disputable();
            Shown.Verdict verdict = Shown.verdict(status);
            tiles.add(new Tile(
                    verdict.tone(),
                    verdict.words(),
                    Shown.count(orders),
                    percent(orders, coverage.disputable()),
                    Plot.number(x),
                    Plot.number(width),
                    OrderGroup.of(coverage, status).path()));
            x += width;
        }
        return tiles;
    }

    private static List<FieldRow> fields(Coverage coverage) {
        long most = coverage.missingFields().isEmpty()
                ? 1
                : coverage.missingFields().getFirst().unlocked().orders();
        return coverage.missingFields().stream()
                .map(field -> new FieldRow(
                        field.field().wireName(),
                        field.field().noun(),
                        Shown.count(field.unlocked().orders(), "order"),
                        Plot.number(100.0 * field.unlocked().orders() / Math.max(1, most)),
                        field.field().remedy(),
                        OrderGroup.of(field).path()))
                .toList();
    }

    private static List<List<String>> dayRows(Coverage coverage) {
        return coverage.days().reversed().stream()
                .map(day -> List.of(
                        day.day().toString(),
                        Shown.count(day.eligible()),
                        Shown.count(day.requiresAction()),
                        Shown.count(day.notQualified())))
                .toList();
    }

    private static List<List<String>> forecastRows(Coverage coverage) {
        return coverage.forecast().stream()
                .map(day -> List.of(
                        day.day().toString(),
                        Shown.count(day.eligible()),
                        Shown.count(day.entering()),
                        Shown.count(day.leaving()),
                        Shown.count(day.ended())))
                .toList();
    }

    private static String change(List<ForecastDay> days) {
        long entering = days.stream().mapToLong(ForecastDay::entering).sum();
        long leaving = days.stream().mapToLong(ForecastDay::leaving).sum();
        long ended = days.stream().mapToLong(ForecastDay::ended).sum();
        return Shown.count(entering, "order") + " will become eligible. " + Shown.count(leaving, "order")
                + " will stop being eligible, of which " + Shown.count(ended) + " can no longer be disputed.";
    }

    private static List<Reasons> reasons(Coverage coverage) {
        List<Reasons> reasons = new ArrayList<>();
        for (Status status : List.of(Status.REQUIRES_ACTION, Status.NOT_QUALIFIED)) {
            List<ReasonRow> rows = coverage.reasons().stream()
                    .filter(reason -> reason.status() == status)
                    .map(CoverageModel::row)
                    .toList();
            if (!rows.isEmpty()) {
                String title =
                        status == Status.REQUIRES_ACTION ? "Why orders need an action" : "Why orders are not eligible";
                reasons.add(new Reasons(title, rows));
            }
        }
        return reasons;
    }

    private static ReasonRow row(ReasonCount reason) {
        String remedy = reason.code().remedy();
        return new ReasonRow(
                reason.code().detail(),
                remedy == null ? "" : remedy,
                Shown.count(reason.counted().orders()),
                OrderGroup.of(reason).path());
    }

    private static List<AddressRow> addresses(Coverages.Report report) {
        Coverage coverage = report.computed().coverage();
        List<AddressRow> rows = new ArrayList<>();
        for (int i = 0; i < coverage.addresses().size(); i++) {
            Coverage.SharedAddress shared = coverage.addresses().get(i);
            rows.add(new AddressRow(
                    report.addresses().getOrDefault(shared.address(), ""),
                    Shown.count(shared.customers()),
                    percent(shared.customers(), coverage.customers()),
                    OrderGroup.of(shared, i).path()));
        }
        return rows;
    }

    private static String notCounted(Coverage.Left left) {
        String text = Shown.count(left.failed()) + " failed and " + Shown.count(left.disputed())
                + " already disputed orders are not counted.";
        return left.unreadable() == 0
                ? text
                : text + " " + Shown.count(left.unreadable(), "order") + " cannot be read.";
    }

    private static String percent(long part, long all) {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }
}
