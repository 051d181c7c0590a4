package org.orderevidence.receipt;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.receipt.Timeline.PriorUse;

/**
 * Draws a timeline as SVG. Heights are pixels and horizontal positions are percentages, so the same picture fits a
 * telephone and a page of paper. Colours are presentation attributes for light backgrounds. A style sheet can replace
 * them through the classes that start with {@code tl-}. Each mark has its own shape, so colours are
 * not needed to distinguish them.
 */
public final class TimelineSvg {
    /** Height in pixels. */
    public static final int HEIGHT = 268;

    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    private static final String INK = "#1b1f24";
    private static final String MUTED = "#57606a";
    private static final String LINE = "#8c959f";
    private static final String BAND = "#dfe5ec";
    private static final String GOOD = "#1a7f37";
    private static final String NOTICE = "#8a5a00";
    private static final String BAD = "#b3261e";
    private static final String PAPER = "#ffffff";
    private static final String OUTLINE = " stroke='" + LINE + "' stroke-width='1.5'";

    private static final int AS_OF_LABEL = 12;
    private static final int TODAY_LABEL = 30;
    private static final int BELOW_LABEL = 5;
    private static final int PRIORS_HEADING = 54;
    private static final int BAND_TOP = 62;
    private static final int BAND_HEIGHT = 78;
    private static final int BAND_LABEL = 134;
    private static final int FIRST_LANE = 74;
    private static final int LANE = 20;
    private static final int DISPUTE_HEADING = 160;
    private static final int BAR_TOP = 168;
    private static final int BAR_HEIGHT = 16;
    private static final int AXIS = 194;
    private static final int TICK = 5;
    private static final int AXIS_LABEL = 211;
    private static final int AXIS_YEAR = 225;
    private static final int LEGEND = 243;
    private static final int LEGEND_ROW = 18;

    /** Labels closer to an end than this, in percent, grow away from it. */
    private static final double NEAR_END = 28;

    /** The same for the short labels of the axis. */
    private static final double TICK_NEAR_END = 8;

    /** Free space above and below the baseline of a heading, where lines of days are interrupted. */
    private static final int ABOVE_HEADING = 14;

    private static final int BELOW_HEADING = 6;

    private final Timeline timeline;
    private final TimeScale scale;
    private final StringBuilder svg = new StringBuilder(8192);

    private TimelineSvg(Timeline timeline) {
        this.timeline = timeline;
        this.scale = new TimeScale(timeline.shown());
    }

    /** Returns the SVG element. It has no style attributes and no scripts, and is well-formed XML. */
    public static String draw(Timeline timeline) {
        return new TimelineSvg(timeline).drawn();
    }

    /** Returns the mark of a use alone, as it is drawn on the timeline, for tables. Words must be next to it. */
    public static String mark(PriorUse use, int number) {
        StringBuilder svg = new StringBuilder();
        write(
                svg,
                "<svg xmlns='%s' class='tl-mark tl-%s' width='18' height='18' aria-hidden='true'>",
                NAMESPACE,
                use.wireName());
        write(svg, "<svg x='9' y='9' overflow='visible'>");
        shape(svg, use, number);
        return svg.append("</svg></svg>").toString();
    }

    private String drawn() {
        write(
                "<svg xmlns='%s' class='tl' width='100%%' height='%d' role='img' aria-label='%s' font-size='12'>",
                NAMESPACE, HEIGHT, timeline.summary());
        heading("Other orders of the card", PRIORS_HEADING);
        band();
        heading(
                timeline.charged() ? "Days on which a dispute can be raised" : "There is no charge to dispute",
                DISPUTE_HEADING);
        if (timeline.charged()) {
            rect("tl-disputable", timeline.disputable(), BAR_TOP, BAR_HEIGHT, PAPER, OUTLINE);
        }
        timeline.eligible().forEach(range -> rect("tl-eligible", range, BAR_TOP, BAR_HEIGHT, GOOD, ""));
        asOf();
        if (!timeline.asOf().equals(timeline.today())) {
            today();
        }
        axis();
        // The selected pair is drawn last, so that no other mark covers it.
        priors(PriorUse.EXCLUDED, FIRST_LANE + 2 * LANE);
        priors(PriorUse.USABLE, FIRST_LANE + LANE);
        priors(PriorUse.SELECTED, FIRST_LANE);
        legend();
        return svg.append("</svg>").toString();
    }

    private void band() {
        DateRange band = timeline.band();
        rect("tl-band", band, BAND_TOP, BAND_HEIGHT, BAND, "");
        double middle = (scale.start(band.from()) + scale.end(band.until())) / 2;
        String ages =
                timeline.profile().minAgeDays() + " to " + timeline.profile().maxAgeDays() + " days old";
        label(ages, middle, BAND_LABEL, MUTED, NEAR_END);
    }

    private void asOf() {
        boolean isToday = timeline.asOf().equals(timeline.today());
        double at = scale.at(timeline.asOf());
        interrupted("tl-asof", at, AS_OF_LABEL, INK, "2", "");
        label((isToday ? "dispute date: today, " : "dispute date ") + timeline.asOf(), at, AS_OF_LABEL, INK, NEAR_END);
    }

    private void today() {
        String words = "today " + timeline.today();
        if (timeline.showsToday()) {
            double at = scale.at(timeline.today());
            interrupted("tl-today", at, TODAY_LABEL, MUTED, "1.5", " stroke-dasharray='4 3'");
            label(words, at, TODAY_LABEL, MUTED, NEAR_END);
        } else if (timeline.today().isBefore(timeline.shown().from())) {
            label("\u2190 " + words, TimeScale.MARGIN, TODAY_LABEL, MUTED, NEAR_END);
        } else {
            label(words + " \u2192", 100 - TimeScale.MARGIN, TODAY_LABEL, MUTED, NEAR_END);
        }
    }

    /** Draws the line of a day from its label to the axis, with a gap for the heading between them. */
    private void interrupted(String type, double at, int label, String colour, String width, String dashes) {
        line(type, at, label + BELOW_LABEL, DISPUTE_HEADING - ABOVE_HEADING, colour, width, dashes);
        line(type, at, DISPUTE_HEADING + BELOW_HEADING, AXIS, colour, width, dashes);
    }

    private void axis() {
        write(
                "<line class='tl-axis' x1='%.2f%%' y1='%d' x2='%.2f%%' y2='%d' stroke='%s' stroke-width='1'/>",
                TimeScale.MARGIN, AXIS, 100 - TimeScale.MARGIN, AXIS, LINE);
        for (TimeScale.Tick tick : scale.ticks()) {
            double at = scale.start(tick.day());
            line("tl-axis", at, AXIS, AXIS + TICK, LINE, "1", "");
            label(tick.label(), at, AXIS_LABEL, MUTED, TICK_NEAR_END);
            if (!tick.year().isEmpty()) {
                label(tick.year(), at, AXIS_YEAR, MUTED, TICK_NEAR_END);
            }
        }
    }

    /** Each use has its own lane, so its marks differ in height, too. */
    private void priors(PriorUse use, int lane) {
        for (Timeline.Mark mark : timeline.priors()) {
            if (mark.use() == use) {
                String title = "Order " + mark.orderId().value() + ", " + mark.day() + ", "
                        + mark.age(timeline.profile()) + ": " + mark.words();
                open("tl-" + use.wireName(), scale.at(mark.day()), lane);
                write("<title>%s</title>", title);
                shape(svg, use, mark.number());
                svg.append("</svg>");
            }
        }
    }

    private void legend() {
        for (PriorUse use : PriorUse.values()) {
            open("tl-" + use.wireName(), column(use), LEGEND - 4);
            write("<svg x='8' overflow='visible'>");
            shape(svg, use, 0);
            svg.append("</svg>");
            legendText(use.wireName());
        }
        swatch(PriorUse.SELECTED, "tl-eligible", GOOD, "", "eligible day");
        swatch(PriorUse.USABLE, "tl-band", BAND, "", "age window");
        swatch(PriorUse.EXCLUDED, "tl-disputable", PAPER, OUTLINE, "dispute day");
    }

    private static double column(PriorUse use) {
        return switch (use) {
            case SELECTED -> TimeScale.MARGIN;
            case USABLE -> 36;
            case EXCLUDED -> 69;
        };
    }

    /** Draws the sign of some days below that of a use. */
    private void swatch(PriorUse above, String type, String fill, String outline, String words) {
        open("", column(above), LEGEND + LEGEND_ROW - 4);
        write("<rect class='%s' x='0' y='-5' width='16' height='10' fill='%s'" + outline + "/>", type, fill);
        legendText(words);
    }

    /** Writes the text next to a sign of the legend, and closes the group of both. */
    private void legendText(String words) {
        write("<text class='tl-text' x='22' y='4' fill='%s'>%s</text></svg>", INK, words);
    }

    private void open(String type, double x, int y) {
        write("<svg class='%s' x='%.2f%%' y='%d' overflow='visible'>", type, x, y);
    }

    private void rect(String type, DateRange days, int top, int height, String fill, String outline) {
        double from = scale.start(days.from());
        write(
                "<rect class='%s' x='%.2f%%' y='%d' width='%.2f%%' height='%d' fill='%s'" + outline + "/>",
                type,
                from,
                top,
                scale.end(days.until()) - from,
                height,
                fill);
    }

    private void line(String type, double at, int from, int until, String colour, String width, String dashes) {
        write(
                "<line class='%s' x1='%.2f%%' y1='%d' x2='%.2f%%' y2='%d' stroke='%s' stroke-width='%s'" + dashes
                        + "/>",
                type,
                at,
                from,
                at,
                until,
                colour,
                width);
    }

    private void heading(String words, int baseline) {
        write(
                "<text class='tl-text' x='%.2f%%' y='%d' font-weight='bold' fill='%s'>%s</text>",
                TimeScale.MARGIN, baseline, INK, words);
    }

    /** Writes a label at a day. Closer to an end than {@code nearEnd} percent, it grows away from the end. */
    private void label(String words, double at, int baseline, String colour, double nearEnd) {
        write(
                "<text class='%s' x='%.2f%%' y='%d' text-anchor='%s' fill='%s'>%s</text>",
                colour.equals(INK) ? "tl-text" : "tl-muted",
                at,
                baseline,
                at < nearEnd ? "start" : at > 100 - nearEnd ? "end" : "middle",
                colour,
                words);
    }

    /** Draws the shape of a use around the point 0, 0. */
    private static void shape(StringBuilder svg, PriorUse use, int number) {
        switch (use) {
            case SELECTED -> {
                write(svg, "<circle r='8' fill='%s'/>", GOOD);
                if (number > 0) {
                    write(
                            svg,
                            "<text class='tl-number' x='0' y='4' text-anchor='middle' font-size='11' font-weight='bold'"
                                    + " fill='%s'>%d</text>",
                            PAPER,
                            number);
                }
            }
            case USABLE ->
                write(
                        svg,
                        "<polygon points='0,-7 7,0 0,7 -7,0' fill='%s' stroke='%s' stroke-width='2'/>",
                        PAPER,
                        NOTICE);
            case EXCLUDED -> {
                String stroke = "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'/>";
                write(svg, stroke, "-5,-5 5,5", BAD);
                write(svg, stroke, "-5,5 5,-5", BAD);
            }
        }
    }

    private void write(String markup, Object... values) {
        write(svg, markup, values);
    }

    /** Writes markup with double quotes for its single ones. Every text in it is escaped. */
    private static void write(StringBuilder svg, String markup, Object... values) {
        Object[] escaped = Stream.of(values)
                .map(value -> value instanceof String text ? escaped(text) : value)
                .toArray();
        svg.append(String.format(Locale.ROOT, markup.replace('\'', '"'), escaped));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /**
     * Converts days to horizontal positions, which are percentages of the width. A picture of any width can therefore show
     * text in a fixed size.
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
}
