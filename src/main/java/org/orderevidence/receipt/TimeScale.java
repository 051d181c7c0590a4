package org.orderevidence.receipt;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orderevidence.evidence.DateRange;

/**
 * Converts days to horizontal positions, which are percentages of the width. A picture of any width can therefore show
 * text in a fixed size.
 *
 * @param shown the days from the left end to the right end
 */
record TimeScale(DateRange shown) {
    /** Free space at each side, in percent, for marks at the ends. */
    static final double MARGIN = 3;

    /** Maximum number of labels below the axis: so many are readable at the width of a telephone. */
    static final int MOST_LABELS = 5;

    private static final int MONTHS_OF_YEAR = 12;
    private static final List<Integer> STEPS =
            List.of(1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000, 24_000);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMM", Locale.ENGLISH);

    /**
     * A label below the axis.
     *
     * @param day the first day of a month
     * @param label the month, or the year if labels are whole years apart
     * @param year the year below the month, at the first label and at each January; otherwise empty
     */
    record Tick(LocalDate day, String label, String year) {}

    /** Returns the position of the middle of a day. */
    double at(LocalDate day) {
        return position(daysBefore(day) + 0.5);
    }

    /** Returns the position of the start of a day. */
    double start(LocalDate day) {
        return position(daysBefore(day));
    }

    /** Returns the position of the end of a day. */
    double end(LocalDate day) {
        return start(day.plusDays(1));
    }

    /** Returns the labels below the axis, ascending. */
    List<Tick> ticks() {
        for (int step : STEPS) {
            List<Tick> ticks = ticks(step);
            if (ticks.size() <= MOST_LABELS) {
                return ticks;
            }
        }
        return List.of();
    }

    private List<Tick> ticks(int step) {
        List<Tick> ticks = new ArrayList<>();
        int months = YearMonth.from(shown.from()).getYear() * MONTHS_OF_YEAR;
        YearMonth month = YearMonth.of(Math.floorDiv(months, step) * step / MONTHS_OF_YEAR, 1);
        while (ticks.size() <= MOST_LABELS && !month.atDay(1).isAfter(shown.until())) {
            LocalDate day = month.atDay(1);
            if (!day.isBefore(shown.from())) {
                ticks.add(tick(day, step, ticks.isEmpty()));
            }
            month = month.plusMonths(step);
        }
        return ticks;
    }

    private static Tick tick(LocalDate day, int step, boolean isFirst) {
        String year = Integer.toString(day.getYear());
        if (step >= MONTHS_OF_YEAR) {
            return new Tick(day, year, "");
        }
        return new Tick(day, MONTH.format(day), isFirst || day.getMonthValue() == 1 ? year : "");
    }

    private double daysBefore(LocalDate day) {
        return (double) ChronoUnit.DAYS.between(shown.from(), day);
    }

    private double position(double days) {
        double all = daysBefore(shown.until()) + 1;
        return MARGIN + (100 - 2 * MARGIN) * days / all;
    }
}
