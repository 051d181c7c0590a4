package org.orderevidence.cli.order;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/** The line of the days on which a dispute can be raised. */
final class DisputeDays {
    private DisputeDays() {}

    /**
     * Returns the line, and a second one if the dispute date is outside. Returns nothing if the answer has no such days.
     *
     * @param indent columns in front of the line
     */
    static List<String> of(OrderAnswer answer, Terminal terminal, int indent) {
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
