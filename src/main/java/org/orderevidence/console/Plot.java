package org.orderevidence.console;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orderevidence.evidence.coverage.Coverage;

/**
 * Bars by day, in a square of 100 by 100 that is stretched to the width of the page.
 *
 * @param bars one for each day that has orders
 * @param first the first day
 * @param last the last day
 * @param most the number of orders of the highest bar
 */
public record Plot(List<Bar> bars, String first, String last, String most) {
    private static final double SIZE = 100;

    /** The part of a day's width that its bar fills. */
    private static final double FILLED = 0.8;

    /** Classes of the colours of the parts of a bar, from the bottom up. */
    private static final List<String> COLOURS = List.of("plot-good", "plot-notice", "plot-bad");

    public Plot {
        bars = List.copyOf(bars);
    }

    /**
     * A bar.
     *
     * @param x left edge
     * @param width width
     * @param parts from the bottom to the top
     * @param title the day and its numbers
     */
    public record Bar(String x, String width, List<Part> parts, String title) {
        public Bar {
            parts = List.copyOf(parts);
        }
    }

    /**
     * A part of a bar.
     *
     * @param css class of its colour
     * @param y upper edge
     * @param height height
     */
    public record Part(String css, String y, String height) {}

    /** The orders of a day, from the bottom up. */
    private record Day(LocalDate day, String title, List<Long> counts) {
        long sum() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Returns true if no day has orders. */
    public boolean isEmpty() {
        return bars.isEmpty();
    }

    /** Returns the orders by transaction day. */
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
                .map(day -> new Day(day.day(), Shown.count(day.eligible()) + " eligible", List.of(day.eligible())))
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
                parts.add(new Part(COLOURS.get(i), number(SIZE - SIZE * below / most - height), number(height)));
                below += count;
            }
        }
        return parts;
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
