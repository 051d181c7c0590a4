package org.orderevidence.cli.order;

import static org.orderevidence.cli.terminal.Json.text;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import org.orderevidence.evidence.Element;
import org.orderevidence.order.WireNamed;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands that show one order and the verdict on it. */
public final class ExplainCommands {
    private static final Param[] QUESTION = {
        Param.argument("ID", "the merchant's order ID"),
        Param.sent(
                "--as-of",
                "DATE",
                "dispute date, YYYY-MM-DD (default: date of the newest stored fraud dispute, else today)"),
        Param.sent("--profile", "NAME", "version of the rule: visa or stripe (default: visa)"),
        Param.JSON_ANSWER
    };

    /** States of an element that this order has no usable value of. */
    private static final List<String> OF_THIS_ORDER = List.of("order_missing", "order_unusable");

    private ExplainCommands() {}

    public static CommandLine get() {
        return CliCommand.named("get", "Show an order, and whether the merchant could defeat a fraud dispute on it.")
                .examples("order get A-1001", "order get A-1001 --as-of 2026-11-20 --profile stripe --json")
                .onService()
                .takes(QUESTION)
                .does(call -> answer(call, answer -> new CaseFile(answer).print(call.terminal())));
    }

    public static CommandLine explain() {
        return CliCommand.named(
                        "explain",
                        "Explain whether the merchant could defeat a fraud dispute on an order. Shows the verdict,"
                                + " each test with needed and found value, the other orders of the card, and the days on"
                                + " which it is eligible.")
                .examples("explain A-1001", "explain A-1001 --as-of 2026-11-20 --profile stripe")
                .onService()
                .takes(QUESTION)
                .does(call -> answer(call, answer -> print(answer, call.terminal())));
    }

    private static void answer(Call call, Consumer<JsonNode> forPeople) throws InterruptedException {
        JsonNode answer = call.ask("GET", Client.orderPath(call.needed("ID")) + call.query());
        if (call.flag("--json")) {
            call.print(Json.line(answer));
        } else {
            forPeople.accept(answer);
        }
    }

    static void print(JsonNode json, Terminal terminal) {
        PrintStream out = terminal.out();
        CaseFile answer = new CaseFile(json);
        answer.printFacts(terminal);
        out.println();
        out.println("Tests");
        printTests(answer.evidence(), terminal);
        out.println();
        printPriors(answer.evidence(), terminal);
        out.println();
        out.println("Days");
        Timeline.of(answer, terminal).print(terminal);
    }

    /** Prints every test of the rule: the result, what was found, and what the test needs. */
    private static void printTests(JsonNode evidence, Terminal terminal) {
        Table table = new Table("", "test", "found", "needed");
        for (JsonNode check : evidence.path("checks")) {
            table.row(
                    check.path("passed").asBoolean(false) ? "pass" : "FAIL",
                    text(check, "code").replace('_', ' '),
                    text(check, "found"),
                    text(check, "needed"));
        }
        table.print(terminal);
    }

    /** Prints the other orders of the card, with the state of each element. */
    private static void printPriors(JsonNode evidence, Terminal terminal) {
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
        if (priors.valueStream().anyMatch(ExplainCommands::isSelected)) {
            out.println("* the two orders that serve as evidence");
        }
        priors.valueStream()
                .map(ExplainCommands::origin)
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
            row.add(text(prior, "orderId"));
            row.add(text(prior, "date"));
            row.add(text(prior, "ageDays"));
            row.add(CaseFile.amount(prior, "amount"));
            String reason = text(prior, "reason");
            row.add(reason.isEmpty() ? "yes" : "no: " + priorReason(reason));
            for (String element : elements) {
                row.add(state(text(prior.path("elements"), element)));
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    /** True if this order has no usable value of an element. It is then not compared, and a note says so. */
    private static boolean isOfThisOrder(JsonNode priors, String element, List<String> notes) {
        String state = text(priors.path(0).path("elements"), element);
        boolean isSo = OF_THIS_ORDER.contains(state)
                && priors.valueStream()
                        .allMatch(prior -> text(prior.path("elements"), element).equals(state));
        if (isSo) {
            notes.add(element(element) + ": " + state(state));
        }
        return isSo;
    }

    /** Returns where the IP address of a prior comes from; empty if from the order itself. */
    private static String origin(JsonNode prior) {
        String order = "order " + text(prior, "orderId");
        return switch (text(prior, "ipSource")) {
            case "track" ->
                order + ": IP address tracked "
                        + Format.count(prior.path("ipDistanceMinutes").asLong(0), "minute") + " from the order";
            case "initial_order" -> order + ": IP address of the initial order";
            default -> "";
        };
    }

    private static boolean isSelected(JsonNode prior) {
        return prior.path("selected").asBoolean(false);
    }

    /** Returns the words for an element, such as {@code customer account ID}. An unknown name stays as it is. */
    static String element(String wireName) {
        return WireNamed.find(Element.values(), wireName).map(Element::noun).orElse(wireName);
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
