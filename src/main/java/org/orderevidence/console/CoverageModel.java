package org.orderevidence.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.receipt.Status;
import org.orderevidence.service.Coverages;

/**
 * What the page of the coverage shows.
 *
 * @param report what was computed
 * @param capture how often new orders have what evidence needs
 */
public record CoverageModel(Coverages.Report report, CaptureTable capture) {
    /**
     * A verdict with its orders.
     *
     * @param share their share of all; empty if there are none
     * @param x where its part of the bar starts, in percent
     * @param width width of its part of the bar, in percent
     * @param path of the page with its orders
     */
    public record Tile(Status verdict, String orders, String share, String x, String width, String path) {}

    /** Returns the numbers. */
    public Coverage coverage() {
        return report.computed().coverage();
    }

    /** Returns when they were computed. */
    public String computed() {
        return Shown.time(report.computed().computedAt());
    }

    /** Returns how they were estimated; {@code null} if they are exact. */
    public @Nullable String estimate() {
        Sample sample = coverage().sample();
        return sample == null
                ? null
                : "The numbers are estimated from " + Shown.count(sample.judged()) + " of "
                        + Shown.count(sample.total(), "order") + ". With 95 % confidence, a share is wrong by at most "
                        + String.format(Locale.ROOT, "%.2f", sample.marginOfError() * 100) + " percentage points.";
    }

    /** Returns the three verdicts. */
    public List<Tile> tiles() {
        List<Tile> tiles = new ArrayList<>();
        long all = coverage().disputable();
        double x = 0;
        for (Eligibility.Status status : Eligibility.Status.values()) {
            OrderGroup group = OrderGroup.of(coverage(), status);
            double width = all == 0 ? 0 : 100.0 * group.orders() / all;
            tiles.add(new Tile(
                    Shown.verdict(status),
                    Shown.count(group.orders()),
                    percent(group.orders(), all),
                    Plot.number(x),
                    Plot.number(width),
                    group.path()));
            x += width;
        }
        return tiles;
    }

    /** Returns the length of the bar of a missing field, in percent of the first field's. */
    public String width(FieldCount field) {
        long most = coverage().missingFields().getFirst().unlocked().orders();
        return Plot.number(100.0 * field.unlocked().orders() / Math.max(1, most));
    }

    /** Returns the orders by transaction day. */
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

    /** Returns the reasons of a verdict. */
    public List<ReasonCount> reasons(Eligibility.Status status) {
        return coverage().reasons().stream()
                .filter(reason -> reason.status() == status)
                .toList();
    }

    /** Returns a shared address in clear; empty if the orders have another one by now. */
    public String address(SharedAddress shared) {
        return report.addresses().getOrDefault(shared.address(), "");
    }

    /** Returns which orders do not count. */
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
}
