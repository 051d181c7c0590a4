package org.orderevidence.receipt;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private static final double[] LEGEND_COLUMNS = {TimeScale.MARGIN, 36, 69};

    /** Labels closer to an end than this, in percent, grow away from it. */
    private static final double NEAR_END = 28;

    /** The same for the short labels of the axis. */
    private static final double TICK_NEAR_END = 8;

    /** Free space above and below the baseline of a heading, where lines of days are interrupted. */
    private static final int ABOVE_HEADING = 14;

    private static final int BELOW_HEADING = 6;

    private final Timeline timeline;
    private final TimeScale scale;
    private final SvgText svg = new SvgText();

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
        SvgText svg = new SvgText();
        svg.tag("svg")
                .set("xmlns", NAMESPACE)
                .set("class", "tl-mark tl-" + use.code())
                .set("width", 18)
                .set("height", 18)
                .set("aria-hidden", "true")
                .open();
        svg.tag("svg").set("x", 9).set("y", 9).set("overflow", "visible").open();
        Marks.draw(svg, use, number);
        svg.close("svg");
        svg.close("svg");
        return svg.toString();
    }

    private String drawn() {
        svg.tag("svg")
                .set("xmlns", NAMESPACE)
                .set("class", "tl")
                .set("width", "100%")
                .set("height", HEIGHT)
                .set("role", "img")
                .set("aria-label", timeline.summary())
                .set("font-size", 12)
                .open();
        heading("Other orders of the card", PRIORS_HEADING);
        band();
        heading(
                timeline.charged() ? "Days on which a dispute can be raised" : "There is no charge to dispute",
                DISPUTE_HEADING);
        if (timeline.charged()) {
            rect("tl-disputable", timeline.disputable(), BAR_TOP, BAR_HEIGHT)
                    .fill(PAPER)
                    .stroke(LINE, "1.5")
                    .empty();
        }
        for (DateRange range : timeline.eligible()) {
            rect("tl-eligible", range, BAR_TOP, BAR_HEIGHT).fill(GOOD).empty();
        }
        asOf();
        if (!timeline.asOf().equals(timeline.today())) {
            today();
        }
        axis();
        // The selected pair is drawn last, so that no other mark covers it.
        priors(PriorUse.EXCLUDED);
        priors(PriorUse.USABLE);
        priors(PriorUse.SELECTED);
        legend();
        svg.close("svg");
        return svg.toString();
    }

    private void band() {
        DateRange band = timeline.band();
        rect("tl-band", band, BAND_TOP, BAND_HEIGHT).fill(BAND).empty();
        double middle = (scale.start(band.from()) + scale.end(band.until())) / 2;
        String ages =
                timeline.profile().minAgeDays() + " to " + timeline.profile().maxAgeDays() + " days old";
        label(ages, middle, BAND_LABEL, "tl-muted", MUTED);
    }

    private void asOf() {
        boolean isToday = timeline.asOf().equals(timeline.today());
        double at = scale.at(timeline.asOf());
        line("tl-asof", at, AS_OF_LABEL + BELOW_LABEL, DISPUTE_HEADING - ABOVE_HEADING)
                .stroke(INK, "2")
                .empty();
        line("tl-asof", at, DISPUTE_HEADING + BELOW_HEADING, AXIS)
                .stroke(INK, "2")
                .empty();
        label((isToday ? "dispute date: today, " : "dispute date ") + timeline.asOf(), at, AS_OF_LABEL, "tl-text", INK);
    }

    private void today() {
        String words = "today " + timeline.today();
        if (timeline.showsToday()) {
            double at = scale.at(timeline.today());
            todayLine(at, TODAY_LABEL + BELOW_LABEL, DISPUTE_HEADING - ABOVE_HEADING);
            todayLine(at, DISPUTE_HEADING + BELOW_HEADING, AXIS);
            label(words, at, TODAY_LABEL, "tl-muted", MUTED);
        } else if (timeline.today().isBefore(timeline.shown().from())) {
            label("\u2190 " + words, TimeScale.MARGIN, TODAY_LABEL, "tl-muted", MUTED);
        } else {
            label(words + " \u2192", 100 - TimeScale.MARGIN, TODAY_LABEL, "tl-muted", MUTED);
        }
    }

    private void todayLine(double at, int from, int until) {
        line("tl-today", at, from, until)
                .stroke(MUTED, "1.5")
                .set("stroke-dasharray", "4 3")
                .empty();
    }

    private void axis() {
        svg.tag("line")
                .set("class", "tl-axis")
                .percent("x1", TimeScale.MARGIN)
                .set("y1", AXIS)
                .percent("x2", 100 - TimeScale.MARGIN)
                .set("y2", AXIS)
                .stroke(LINE, "1")
                .empty();
        for (TimeScale.Tick tick : scale.ticks()) {
            double at = scale.start(tick.day());
            line("tl-axis", at, AXIS, AXIS + TICK).stroke(LINE, "1").empty();
            tickLabel(tick.label(), at, AXIS_LABEL);
            if (!tick.year().isEmpty()) {
                tickLabel(tick.year(), at, AXIS_YEAR);
            }
        }
    }

    private void tickLabel(String words, double at, int baseline) {
        svg.tag("text")
                .set("class", "tl-muted")
                .percent("x", at)
                .set("y", baseline)
                .set("text-anchor", anchor(at, TICK_NEAR_END))
                .fill(MUTED)
                .text(words);
    }

    private void priors(PriorUse use) {
        for (Timeline.Mark mark : timeline.priors()) {
            if (mark.use() == use) {
                svg.tag("svg")
                        .set("class", "tl-" + use.code())
                        .percent("x", scale.at(mark.day()))
                        .set("y", lane(use))
                        .set("overflow", "visible")
                        .open();
                svg.tag("title")
                        .text("Order " + mark.orderId().value() + ", " + mark.day() + ", "
                                + mark.age(timeline.profile()) + ": " + mark.words());
                Marks.draw(svg, use, mark.number());
                svg.close("svg");
            }
        }
    }

    /** Each use has its own lane, so its marks differ in height, too. */
    private static int lane(PriorUse use) {
        return switch (use) {
            case SELECTED -> FIRST_LANE;
            case USABLE -> FIRST_LANE + LANE;
            case EXCLUDED -> FIRST_LANE + 2 * LANE;
        };
    }

    private void legend() {
        PriorUse[] uses = {PriorUse.SELECTED, PriorUse.USABLE, PriorUse.EXCLUDED};
        for (int i = 0; i < uses.length; i++) {
            PriorUse use = uses[i];
            at(LEGEND_COLUMNS[i], LEGEND, "tl-" + use.code());
            svg.tag("svg").set("x", 8).set("overflow", "visible").open();
            Marks.draw(svg, use, 0);
            svg.close("svg");
            legendText(use.code());
        }
        int row = LEGEND + LEGEND_ROW;
        at(LEGEND_COLUMNS[0], row, "");
        swatch("tl-eligible").fill(GOOD).empty();
        legendText("eligible day");
        at(LEGEND_COLUMNS[1], row, "");
        swatch("tl-band").fill(BAND).empty();
        legendText("age window");
        at(LEGEND_COLUMNS[2], row, "");
        swatch("tl-disputable").fill(PAPER).stroke(LINE, "1.5").empty();
        legendText("dispute day");
    }

    private void at(double x, int y, String type) {
        svg.tag("svg")
                .set("class", type)
                .percent("x", x)
                .set("y", y - 4)
                .set("overflow", "visible")
                .open();
    }

    private SvgText.Tag swatch(String type) {
        return svg.tag("rect")
                .set("class", type)
                .set("x", 0)
                .set("y", -5)
                .set("width", 16)
                .set("height", 10);
    }

    /** Writes the text next to a sign of the legend, and closes the group of both. */
    private void legendText(String words) {
        svg.tag("text")
                .set("class", "tl-text")
                .set("x", 22)
                .set("y", 4)
                .fill(INK)
                .text(words);
        svg.close("svg");
    }

    private SvgText.Tag rect(String type, DateRange days, int top, int height) {
        double from = scale.start(days.from());
        return svg.tag("rect")
                .set("class", type)
                .percent("x", from)
                .set("y", top)
                .percent("width", scale.end(days.until()) - from)
                .set("height", height);
    }

    private SvgText.Tag line(String type, double at, int from, int until) {
        return svg.tag("line")
                .set("class", type)
                .percent("x1", at)
                .set("y1", from)
                .percent("x2", at)
                .set("y2", until);
    }

    private void heading(String words, int baseline) {
        svg.tag("text")
                .set("class", "tl-text")
                .percent("x", TimeScale.MARGIN)
                .set("y", baseline)
                .set("font-weight", "bold")
                .fill(INK)
                .text(words);
    }

    private void label(String words, double at, int baseline, String type, String colour) {
        svg.tag("text")
                .set("class", type)
                .percent("x", at)
                .set("y", baseline)
                .set("text-anchor", anchor(at, NEAR_END))
                .fill(colour)
                .text(words);
    }

    private static String anchor(double at, double nearEnd) {
        if (at < nearEnd) {
            return "start";
        }
        return at > 100 - nearEnd ? "end" : "middle";
    }

    /** Draws the shapes of the uses of earlier orders. */
    private static final class Marks {

        private Marks() {}

        /** Draws the shape around the point 0, 0. */
        static void draw(SvgText svg, PriorUse use, int number) {
            switch (use) {
                case SELECTED -> {
                    svg.tag("circle").set("r", 8).fill(GOOD).empty();
                    if (number > 0) {
                        svg.tag("text")
                                .set("class", "tl-number")
                                .set("x", 0)
                                .set("y", 4)
                                .set("text-anchor", "middle")
                                .set("font-size", 11)
                                .set("font-weight", "bold")
                                .fill(PAPER)
                                .text(Integer.toString(number));
                    }
                }
                case USABLE ->
                    svg.tag("polygon")
                            .set("points", "0,-7 7,0 0,7 -7,0")
                            .fill(PAPER)
                            .stroke(NOTICE, "2")
                            .empty();
                case EXCLUDED -> {
                    stroke(svg, "-5,-5 5,5");
                    stroke(svg, "-5,5 5,-5");
                }
            }
        }

        private static void stroke(SvgText svg, String points) {
            svg.tag("polyline")
                    .set("points", points)
                    .fill("none")
                    .stroke(BAD, "2")
                    .empty();
        }
    }

    /** Writes elements of SVG. Every value is escaped. It uses no style attribute and no script. */
    private static final class SvgText {
        private final StringBuilder text = new StringBuilder(8192);

        /** Starts an element. One of the ends of {@link Tag} must follow. */
        Tag tag(String name) {
            text.append('<').append(name);
            return new Tag(name);
        }

        /** Closes an element that was opened. */
        void close(String name) {
            text.append("</").append(name).append('>');
        }

        @Override
        public String toString() {
            return text.toString();
        }

        /** An element whose attributes are being written. */
        final class Tag {
            private final String name;

            private Tag(String name) {
                this.name = name;
            }

            Tag set(String attribute, String value) {
                text.append(' ').append(attribute).append("=\"");
                escape(value);
                text.append('"');
                return this;
            }

            Tag set(String attribute, int value) {
                return set(attribute, Integer.toString(value));
            }

            /** Sets a percentage of the width of the picture. */
            Tag percent(String attribute, double value) {
                return set(attribute, String.format(Locale.ROOT, "%.2f%%", value));
            }

            Tag fill(String colour) {
                return set("fill", colour);
            }

            Tag stroke(String colour, String width) {
                return set("stroke", colour).set("stroke-width", width);
            }

            /** Ends an element without content. */
            void empty() {
                text.append("/>");
            }

            /** Ends an element that contains other elements. */
            void open() {
                text.append('>');
            }

            /** Ends an element that has only text. */
            void text(String content) {
                text.append('>');
                escape(content);
                close(name);
            }
        }

        private void escape(String value) {
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                switch (c) {
                    case '&' -> text.append("&amp;");
                    case '<' -> text.append("&lt;");
                    case '>' -> text.append("&gt;");
                    case '"' -> text.append("&quot;");
                    case '\'' -> text.append("&#39;");
                    default -> text.append(c);
                }
            }
        }
    }

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
}
