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
        List<String> disputes = DisputeDays.of(answer, terminal, LABEL_COLUMNS);
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
}
