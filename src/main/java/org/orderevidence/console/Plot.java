package org.orderevidence.console;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.DayCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;

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

    /** Returns true if no day has orders. */
    public boolean isEmpty() {
        return bars.isEmpty();
    }

    /** Returns the orders by transaction day. */
    static Plot byDay(Coverage coverage) {
        List<DayCount> days = coverage.days();
        LocalDate last = coverage.asOf();
        LocalDate first = days.isEmpty() ? last : days.getFirst().day();
        long width = ChronoUnit.DAYS.between(first, last) + 1;
        long most = days.stream()
                .mapToLong(day -> day.eligible() + day.requiresAction() + day.notQualified())
                .max()
                .orElse(0);
        List<Bar> bars = new ArrayList<>(days.size());
        for (DayCount day : days) {
            Stack stack = new Stack(most);
            stack.add("plot-good", day.eligible());
            stack.add("plot-action", day.requiresAction());
            stack.add("plot-bad", day.notQualified());
            String title = day.day() + ": " + Shown.count(day.eligible()) + " eligible, "
                    + Shown.count(day.requiresAction()) + " need an action, " + Shown.count(day.notQualified())
                    + " not eligible";
            bars.add(bar(ChronoUnit.DAYS.between(first, day.day()), width, stack, title));
        }
        return new Plot(bars, first.toString(), last.toString(), Shown.count(most));
    }

    /** Returns the eligible orders of the next days. */
    static Plot forecast(Coverage coverage) {
        List<ForecastDay> days = coverage.forecast();
        long most = days.stream().mapToLong(ForecastDay::eligible).max().orElse(0);
        if (most == 0) {
            return new Plot(List.of(), "", "", "0");
        }
        List<Bar> bars = new ArrayList<>(days.size());
        for (int i = 0; i < days.size(); i++) {
            ForecastDay day = days.get(i);
            Stack stack = new Stack(most);
            stack.add("plot-good", day.eligible());
            bars.add(bar(i, days.size(), stack, day.day() + ": " + Shown.count(day.eligible()) + " eligible"));
        }
        return new Plot(
                bars, days.getFirst().day().toString(), days.getLast().day().toString(), Shown.count(most));
    }

    private static Bar bar(long position, long days, Stack stack, String title) {
        double step = SIZE / days;
        return new Bar(number(position * step), number(step * FILLED), stack.parts, title);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** The parts of a bar, from the bottom up. */
    private static final class Stack {
        private final List<Part> parts = new ArrayList<>();
        private final long most;
        private long below;

        Stack(long most) {
            this.most = most;
        }

        void add(String css, long count) {
            if (count > 0) {
                double height = SIZE * count / most;
                double bottom = SIZE - SIZE * below / most;
                parts.add(new Part(css, number(bottom - height), number(height)));
                below += count;
            }
        }
    }
}
