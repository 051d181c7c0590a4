package org.orderevidence.cli.explain;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Formats the day ranges of an answer as lines of text. One range has the days when a dispute can be raised, with the
 * eligible days marked. The other has the days from which earlier orders count, with the orders marked.
 */
final class AgeTimeline {
    /** Least age of a prior in days (rule document, "Prior orders"). */
    private static final int LEAST_AGE = 120;

    private static final int GREATEST_AGE_VISA = 365;
    private static final int GREATEST_AGE_STRIPE = 364;

    private AgeTimeline() {}

    /**
     * @param draws true when line drawing can be shown
     */
    static List<String> of(JsonNode answer, boolean draws) {
        List<String> lines = new ArrayList<>();
        Timeline disputes = draws ? Timeline.DRAWN : Timeline.ASCII;
        OrderAnswer order = new OrderAnswer(answer);
        String disputable = order.timeline(disputes);
        if (disputable != null) {
            lines.add("  disputes  " + disputable);
            lines.add("            " + disputes.legend());
        }
        JsonNode evidence = answer.path("compellingEvidence");
        boolean stripe = evidence.path("profile").asString("").equals("stripe");
        LocalDate counted =
                OrderAnswer.date(stripe ? answer.path("charge").path("transactionDate") : evidence.path("asOf"));
        if (counted != null) {
            lines.addAll(priors(evidence, counted, stripe ? GREATEST_AGE_STRIPE : GREATEST_AGE_VISA, draws));
        }
        JsonNode windows = evidence.path("windows");
        for (JsonNode window : windows) {
            lines.add("  eligible  " + window.path("from").asString("") + " to "
                    + window.path("until").asString(""));
        }
        if (evidence.path("closed").asBoolean(false)) {
            lines.add("  closed    no dispute can be raised after "
                    + evidence.path("disputableUntil").asString(""));
        }
        if (windows.isEmpty()) {
            lines.add("  eligible  on no day, with what is known now");
        }
        return lines;
    }

    private static List<String> priors(JsonNode evidence, LocalDate counted, int greatestAge, boolean draws) {
        Timeline orders = draws ? Timeline.PRIORS_DRAWN : Timeline.PRIORS_ASCII;
        LocalDate oldest = counted.minusDays(greatestAge);
        LocalDate newest = counted.minusDays(LEAST_AGE);
        List<Timeline.Days> marked = new ArrayList<>();
        for (JsonNode prior : evidence.path("priorTransactions")) {
            LocalDate day = OrderAnswer.date(prior.path("date"));
            if (day != null && prior.path("reason").isNull()) {
                marked.add(new Timeline.Days(day, day));
            }
        }
        return List.of(
                "  priors    " + orders.draw(new Timeline.Days(oldest, newest), marked, null),
                "            " + greatestAge + " to " + LEAST_AGE + " days before " + counted + ", both ends inside; "
                        + orders.eligible() + " an order that counts");
    }
}
