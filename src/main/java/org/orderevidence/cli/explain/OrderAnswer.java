package org.orderevidence.cli.explain;

import java.io.PrintStream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/**
 * The service's answer about one order, for people.
 *
 * @param json as it was answered
 */
public record OrderAnswer(JsonNode json) {
    private static final int DATE_LENGTH = 10;
    private static final String INDENT = "  ";
    private static final int WIDTH = 96;

    /** {@code qualified}, {@code requires_action} or {@code not_qualified}. */
    public String status() {
        return evidence().path("status").asString("");
    }

    /** The order's own id. */
    public String id() {
        return charge().path("id")
                .asString(receiptOrder().path("merchantOrderId").asString(""));
    }

    /** Prints the order and the verdict on it, in words. */
    void printVerdict(Terminal terminal) {
        PrintStream out = terminal.out();
        JsonNode order = receiptOrder();
        out.println(text(
                "Order " + id() + ", " + day(charge().path("transactionDate").asString("")) + ", "
                        + order.path("total").asString("") + ' '
                        + order.path("currencyCode").asString("")));
        out.println(INDENT + highlighted(terminal));
        wrapped(text(evidence().path("explanation").asString(""))).forEach(line -> out.println(INDENT + line));
        for (JsonNode reason : evidence().path("reasons")) {
            String remedy = reason.path("remedy").asString("");
            String ofOrder = reason.path("orderId").asString("");
            out.println(INDENT + "- "
                    + text(reason.path("code").asString("")
                            + (ofOrder.isEmpty() ? "" : " (order " + ofOrder + ')')
                            + (remedy.isEmpty() ? "" : ": " + remedy)));
        }
    }

    /** Prints what a support agent wants to know first. */
    public void print(Terminal terminal) {
        PrintStream out = terminal.out();
        printVerdict(terminal);
        List<String> matched = texts(evidence().path("matchedElements"));
        if (!matched.isEmpty()) {
            out.println(INDENT + "the same on this order and on "
                    + text(selectedPriors() + ": " + String.join(", ", matched)));
        }
        String timeline = timeline(terminal.draws() ? Timeline.DRAWN : Timeline.ASCII);
        if (timeline != null) {
            out.println(INDENT + timeline);
        }
        List<String> missing =
                texts(json.path("digitalReceipt").path("completeness").path("missing"));
        out.println(INDENT
                + (missing.isEmpty()
                        ? "digital receipt: complete"
                        : text("digital receipt lacks: " + String.join(", ", missing))));
    }

    /** The line of eligible days; absent when the answer does not say in which days a dispute can be raised. */
    @Nullable
    String timeline(Timeline timeline) {
        LocalDate from = date(charge().path("transactionDate"));
        LocalDate until = date(evidence().path("disputableUntil"));
        LocalDate judged = date(evidence().path("asOf"));
        if (from == null || until == null || judged == null || until.isBefore(from)) {
            return null;
        }
        List<Timeline.Days> windows = new ArrayList<>();
        for (JsonNode window : evidence().path("windows")) {
            LocalDate first = date(window.path("from"));
            LocalDate last = date(window.path("until"));
            if (first != null && last != null) {
                windows.add(new Timeline.Days(first, last));
            }
        }
        return timeline.draw(new Timeline.Days(from, until), windows, judged);
    }

    /** Lines of at most {@value #WIDTH} characters, broken at blanks. */
    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private String highlighted(Terminal terminal) {
        String words = switch (status()) {
            case "qualified" -> "ELIGIBLE";
            case "requires_action" -> "NEEDS AN ACTION";
            case "not_qualified" -> "NOT ELIGIBLE";
            default -> text(status());
        };
        if (!terminal.colours()) {
            return words;
        }
        String colour = switch (status()) {
            case "qualified" -> "\u001b[1;32m";
            case "requires_action" -> "\u001b[1;33m";
            default -> "\u001b[1;31m";
        };
        return colour + words + "\u001b[0m";
    }

    private String selectedPriors() {
        return evidence()
                .path("priorTransactions")
                .valueStream()
                .filter(prior -> prior.path("selected").asBoolean(false))
                .map(prior -> prior.path("orderId").asString(""))
                .collect(Collectors.joining(" and "));
    }

    private JsonNode evidence() {
        return json.path("compellingEvidence");
    }

    private JsonNode charge() {
        return json.path("charge");
    }

    private JsonNode receiptOrder() {
        return json.path("digitalReceipt").path("order");
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(node -> node.asString("")).toList();
    }

    /** The day of a text that begins with a date; absent when it does not. */
    static @Nullable LocalDate date(JsonNode node) {
        try {
            return LocalDate.parse(day(node.asString("")));
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    private static String day(String time) {
        return time.length() > DATE_LENGTH ? time.substring(0, DATE_LENGTH) : time;
    }

    private static String text(String text) {
        return Terminal.printable(text);
    }
}
