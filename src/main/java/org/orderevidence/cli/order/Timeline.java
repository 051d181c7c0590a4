package org.orderevidence.cli.order;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Table.LabelledLines;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.RuleNumbers;
import tools.jackson.databind.JsonNode;

/**
 * Draws the days on which a dispute can be raised as one line of text. It marks the days on which the order is eligible
 * and the dispute date:
 *
 * <pre>2026-11-19 ├────────████████◆████──────┤ 2027-03-19</pre>
 *
 * Each column covers one or more whole days. Some columns cover one day more than others. A column is drawn as
 * eligible if any of its days is.
 */
public record Timeline(char eligible, char other, char judgedEligible, char judgedOther, char left, char right) {
    /** The signs for character sets with line drawing. */
    public static final Timeline DRAWN = new Timeline('█', '─', '◆', '◇', '├', '┤');

    /** The signs for all other character sets. */
    public static final Timeline ASCII = new Timeline('#', '-', '@', 'o', '|', '|');

    /** The signs for the days of earlier orders: each order is marked. */
    static final Timeline PRIORS_DRAWN = new Timeline('●', '─', '●', '─', '├', '┤');

    /** The same for all other character sets. */
    static final Timeline PRIORS_ASCII = new Timeline('*', '-', '*', '-', '|', '|');

    private static final int LABEL_COLUMNS = 12;

    /** Maximum number of columns between the two ends. */
    static final int MAX_COLUMNS = 61;

    /** Columns of the first and the last day, with a space and a sign each. */
    private static final int COLUMNS_OF_ENDS = 24;

    /** Returns the columns between the two ends of a line that has {@code width} columns in all. */
    static int columns(int width) {
        return Math.clamp(width - COLUMNS_OF_ENDS, 1, MAX_COLUMNS);
    }

    /**
     * Returns the line.
     *
     * @param judged the day that was judged; null to mark none
     */
    String draw(DateRange disputable, List<DateRange> windows, @Nullable LocalDate judged, int columns) {
        int days = Math.toIntExact(ChronoUnit.DAYS.between(disputable.from(), disputable.until()) + 1);
        long drawn = Math.min(columns, days);
        StringBuilder line =
                new StringBuilder().append(disputable.from()).append(' ').append(left);
        for (long column = 0; column < drawn; column++) {
            LocalDate first = disputable.from().plusDays(Math.ceilDiv(column * days, drawn));
            LocalDate last = disputable.from().plusDays(Math.ceilDiv((column + 1) * days, drawn) - 1);
            line.append(sign(new DateRange(first, last), windows, judged));
        }
        return line.append(right).append(' ').append(disputable.until()).toString();
    }

    public String legend() {
        return eligible + " eligible   " + other + " not eligible   " + judgedEligible + ' ' + judgedOther
                + " the dispute date";
    }

    private char sign(DateRange column, List<DateRange> windows, @Nullable LocalDate judged) {
        if (judged != null && column.contains(judged)) {
            return windows.stream().anyMatch(w -> w.contains(judged)) ? judgedEligible : judgedOther;
        }
        return windows.stream()
                        .anyMatch(w ->
                                !w.until().isBefore(column.from()) && !w.from().isAfter(column.until()))
                ? eligible
                : other;
    }

    /**
     * Returns the day ranges of an answer. One has the days on which a dispute can be raised, and marks the eligible days.
     * The other has the days from which earlier orders count, and marks these orders.
     */
    static LabelledLines of(CaseFile answer, Terminal terminal) {
        LabelledLines lines = new LabelledLines();
        List<String> disputes = disputes(answer, terminal, LABEL_COLUMNS);
        if (!disputes.isEmpty()) {
            lines.addAll("disputes", disputes);
            lines.add("", (terminal.draws() ? DRAWN : ASCII).legend());
        }
        JsonNode evidence = answer.evidence();
        boolean stripe = Json.text(evidence, "profile").equals("stripe");
        LocalDate counted = CaseFile.date(stripe ? answer.charge().path("transactionDate") : evidence.path("asOf"));
        if (counted != null) {
            addPriors(lines, evidence, counted, terminal);
        }
        return lines;
    }

    private static void addPriors(LabelledLines lines, JsonNode evidence, LocalDate counted, Terminal terminal) {
        Timeline orders = terminal.draws() ? PRIORS_DRAWN : PRIORS_ASCII;
        boolean stripe = Json.text(evidence, "profile").equals("stripe");
        int greatestAge = stripe ? RuleNumbers.STRIPE_MAX_AGE_DAYS : RuleNumbers.VISA_MAX_AGE_DAYS;
        DateRange counting = new DateRange(counted.minusDays(greatestAge), counted.minusDays(RuleNumbers.MIN_AGE_DAYS));
        List<DateRange> marked = new ArrayList<>();
        for (JsonNode prior : evidence.path("priorTransactions")) {
            LocalDate day = CaseFile.date(prior.path("date"));
            if (day != null && prior.path("reason").isNull()) {
                marked.add(new DateRange(day, day));
            }
        }
        lines.add("priors", orders.draw(counting, marked, null, columns(terminal.textWidth() - LABEL_COLUMNS)));
        lines.add(
                "",
                orders.eligible() + " an order that counts: " + greatestAge + " to " + RuleNumbers.MIN_AGE_DAYS
                        + " days before " + counted + ", inclusive");
    }

    /**
     * Returns the line of the days on which a dispute can be raised, and a second one if the dispute date is outside. Returns nothing if the answer has no such days.
     *
     * @param indent columns in front of the line
     */
    static List<String> disputes(CaseFile answer, Terminal terminal, int indent) {
        JsonNode evidence = answer.evidence();
        LocalDate from = CaseFile.date(answer.charge().path("transactionDate"));
        LocalDate until = CaseFile.date(evidence.path("disputableUntil"));
        LocalDate judged = CaseFile.date(evidence.path("asOf"));
        if (from == null || until == null || judged == null || until.isBefore(from)) {
            return List.of();
        }
        List<DateRange> windows = new ArrayList<>();
        for (JsonNode window : evidence.path("windows")) {
            LocalDate first = CaseFile.date(window.path("from"));
            LocalDate last = CaseFile.date(window.path("until"));
            if (first != null && last != null) {
                windows.add(new DateRange(first, last));
            }
        }
        Timeline timeline = terminal.draws() ? DRAWN : ASCII;
        DateRange disputable = new DateRange(from, until);
        List<String> lines = new ArrayList<>();
        lines.add(timeline.draw(disputable, windows, judged, columns(terminal.textWidth() - indent)));
        if (judged.isBefore(from)) {
            lines.add("(the dispute date " + judged + " is before the first day)");
        } else if (judged.isAfter(until)) {
            lines.add("(the dispute date " + judged + " is after the last day)");
        }
        return lines;
    }
}
