package org.orderevidence.cli.order;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import org.orderevidence.evidence.Element;
import tools.jackson.databind.JsonNode;

/** The table of the other orders of the card, with the state of each element. */
final class PriorsTable {
    private static final List<String> OF_THIS_ORDER = List.of("order_missing", "order_unusable");

    private PriorsTable() {}

    static void print(JsonNode evidence, Terminal terminal) {
        PrintStream out = terminal.out();
        JsonNode priors = evidence.path("priorTransactions");
        if (priors.isEmpty()) {
            out.println("Other orders of the card: none in the time that counts");
            return;
        }
        out.println("Other orders of the card"
                + (evidence.path("priorsTruncated").asBoolean(false) ? " (not all were read)" : ""));
        List<String> compared = new ArrayList<>(priors.path(0).path("elements").propertyNames());
        List<String> notes = new ArrayList<>();
        compared.removeIf(element -> isOfThisOrder(priors, element, notes));
        table(priors, compared).print(terminal);
        if (priors.valueStream().anyMatch(PriorsTable::isSelected)) {
            out.println("* the two orders that serve as evidence");
        }
        priors.valueStream()
                .map(PriorsTable::origin)
                .filter(note -> !note.isEmpty())
                .forEach(notes::add);
        for (String note : notes) {
            Paragraph.lines(Terminal.printable(note), terminal.textWidth()).forEach(out::println);
        }
    }

    private static Table table(JsonNode priors, List<String> elements) {
        List<String> headings = new ArrayList<>(List.of("", "order", "date", "age", "amount", "counts"));
        elements.forEach(element -> headings.add(element(element)));
        List<String> compared = headings.subList(headings.size() - elements.size(), headings.size());
        Table table = new Table(headings.toArray(String[]::new))
                .right("age")
                .right("amount")
                .drop(List.of("amount", "age"))
                .dropWhenWrapped(compared.reversed());
        for (JsonNode prior : priors) {
            List<String> row = new ArrayList<>();
            row.add(isSelected(prior) ? "*" : "");
            row.add(OrderAnswer.text(prior, "orderId"));
            row.add(OrderAnswer.text(prior, "date"));
            row.add(prior.path("ageDays").asString(""));
            row.add(CaseFacts.amount(prior, "amount"));
            String reason = OrderAnswer.text(prior, "reason");
            row.add(reason.isEmpty() ? "yes" : "no: " + priorReason(reason));
            for (String element : elements) {
                row.add(state(OrderAnswer.text(prior.path("elements"), element)));
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    /** True if this order has no usable value of an element. It is then not compared, and a note says so. */
    private static boolean isOfThisOrder(JsonNode priors, String element, List<String> notes) {
        String state = OrderAnswer.text(priors.path(0).path("elements"), element);
        boolean isSo = OF_THIS_ORDER.contains(state)
                && priors.valueStream()
                        .allMatch(prior -> OrderAnswer.text(prior.path("elements"), element)
                                .equals(state));
        if (isSo) {
            notes.add(element(element) + ": " + state(state));
        }
        return isSo;
    }

    /** Returns where the IP address of a prior comes from; empty if from the order itself. */
    private static String origin(JsonNode prior) {
        String order = "order " + OrderAnswer.text(prior, "orderId");
        return switch (OrderAnswer.text(prior, "ipSource")) {
            case "track" ->
                order + ": IP address tracked "
                        + Plural.of(prior.path("ipDistanceMinutes").asLong(0), "minute") + " from the order";
            case "initial_order" -> order + ": IP address of the initial order";
            default -> "";
        };
    }

    private static boolean isSelected(JsonNode prior) {
        return prior.path("selected").asBoolean(false);
    }

    /** Returns the words for an element, such as {@code customer account ID}. An unknown name stays as it is. */
    static String element(String wireName) {
        return Arrays.stream(Element.values())
                .filter(element -> element.wireName().equals(wireName))
                .map(Element::noun)
                .findFirst()
                .orElse(wireName);
    }

    /** Returns the state of an element on an earlier order, in words. */
    static String state(String code) {
        return switch (code) {
            case "equal" -> "same";
            case "differs" -> "different";
            case "order_missing" -> "missing on this order";
            case "order_unusable" -> "unusable on this order";
            default -> code.replace('_', ' ');
        };
    }

    /** Returns the reason why an earlier order does not count, in words, such as {@code too old}. */
    static String priorReason(String code) {
        return code.replaceFirst("^prior_", "").replace('_', ' ');
    }
}
