package org.orderevidence.cli.order;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.cli.terminal.LabelledLines;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.evidence.RuleNumbers;
import tools.jackson.databind.JsonNode;

/**
 * Formats the day ranges of an answer as lines of text. One range has the days on which a dispute can be raised, and marks
 * the eligible days. The other has the days from which earlier orders count, and marks these orders.
 */
final class AgeTimeline {
    private static final int LABEL_COLUMNS = 12;

    private AgeTimeline() {}

    static LabelledLines of(OrderAnswer answer, Terminal terminal) {
        LabelledLines lines = new LabelledLines();
        List<String> disputes = disputes(answer, terminal, LABEL_COLUMNS);
        if (!disputes.isEmpty()) {
            lines.addAll("disputes", disputes);
            lines.add("", (terminal.draws() ? Timeline.DRAWN : Timeline.ASCII).legend());
        }
        JsonNode evidence = answer.evidence();
        boolean stripe = OrderAnswer.text(evidence, "profile").equals("stripe");
        LocalDate counted = OrderAnswer.date(stripe ? answer.charge().path("transactionDate") : evidence.path("asOf"));
        if (counted != null) {
            addPriors(lines, evidence, counted, terminal);
        }
        return lines;
    }

    private static void addPriors(LabelledLines lines, JsonNode evidence, LocalDate counted, Terminal terminal) {
        Timeline orders = terminal.draws() ? Timeline.PRIORS_DRAWN : Timeline.PRIORS_ASCII;
        boolean stripe = OrderAnswer.text(evidence, "profile").equals("stripe");
        int greatestAge = stripe ? RuleNumbers.STRIPE_MAX_AGE_DAYS : RuleNumbers.VISA_MAX_AGE_DAYS;
        Timeline.Days counting =
                new Timeline.Days(counted.minusDays(greatestAge), counted.minusDays(RuleNumbers.MIN_AGE_DAYS));
        List<Timeline.Days> marked = new ArrayList<>();
        for (JsonNode prior : evidence.path("priorTransactions")) {
            LocalDate day = OrderAnswer.date(prior.path("date"));
            if (day != null && prior.path("reason").isNull()) {
                marked.add(new Timeline.Days(day, day));
            }
        }
        lines.add(
                "priors", orders.draw(counting, marked, null, Timeline.columns(terminal.textWidth() - LABEL_COLUMNS)));
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
    static List<String> disputes(OrderAnswer answer, Terminal terminal, int indent) {
        JsonNode evidence = answer.evidence();
        LocalDate from = OrderAnswer.date(answer.charge().path("transactionDate"));
        LocalDate until = OrderAnswer.date(evidence.path("disputableUntil"));
        LocalDate judged = OrderAnswer.date(evidence.path("asOf"));
        if (from == null || until == null || judged == null || until.isBefore(from)) {
            return List.of();
        }
        List<Timeline.Days> windows = new ArrayList<>();
        for (JsonNode window : evidence.path("windows")) {
            LocalDate first = OrderAnswer.date(window.path("from"));
            LocalDate last = OrderAnswer.date(window.path("until"));
            if (first != null && last != null) {
                windows.add(new Timeline.Days(first, last));
            }
        }
        Timeline timeline = terminal.draws() ? Timeline.DRAWN : Timeline.ASCII;
        Timeline.Days disputable = new Timeline.Days(from, until);
        List<String> lines = new ArrayList<>();
        lines.add(timeline.draw(disputable, windows, judged, Timeline.columns(terminal.textWidth() - indent)));
        if (judged.isBefore(from)) {
            lines.add("(the dispute date " + judged + " is before the first day)");
        } else if (judged.isAfter(until)) {
            lines.add("(the dispute date " + judged + " is after the last day)");
        }
        return lines;
    }
}
