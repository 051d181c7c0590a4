package org.orderevidence.cli.order;

import java.io.PrintStream;
import java.util.function.Consumer;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands that show one order and the verdict on it. */
public final class ExplainCommands {
    private static final Param[] QUESTION = {
        Param.argument("ID", "the merchant's order ID"),
        Param.option(
                        "--as-of",
                        "DATE",
                        "dispute date, YYYY-MM-DD (default: date of the newest stored fraud dispute, else today)")
                .field("asOf"),
        Param.option("--profile", "NAME", "version of the rule: visa or stripe (default: visa)")
                .field("profile"),
        Param.flag("--json", "print the JSON response of the service")
    };

    private ExplainCommands() {}

    public static CommandLine get(Terminal terminal) {
        return CliCommand.named(
                        terminal, "get", "Show an order, and whether the merchant could defeat a fraud dispute on it.")
                .footer(
                        "%nExamples:",
                        "  ./evidence order get A-1001",
                        "  ./evidence order get A-1001 --as-of 2026-11-20 --profile stripe --json")
                .onService()
                .takes(QUESTION)
                .does(call -> answer(call, answer -> new OrderAnswer(answer).print(terminal)));
    }

    public static CommandLine explain(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "explain",
                        "Explain whether the merchant could defeat a fraud dispute on an order. Shows the verdict, each test with"
                                + " needed and found value, the other orders of the card, and the days on which it is eligible.")
                .footer(
                        "%nExamples:",
                        "  ./evidence explain A-1001",
                        "  ./evidence explain A-1001 --as-of 2026-11-20 --profile stripe")
                .onService()
                .takes(QUESTION)
                .does(call -> answer(call, answer -> print(answer, terminal)));
    }

    private static void answer(Call call, Consumer<JsonNode> forPeople) throws InterruptedException {
        JsonNode answer = call.ask("GET", Client.orderPath(call.needed("ID")) + call.query());
        if (call.flag("--json")) {
            call.terminal().out().println(Json.line(answer));
        } else {
            forPeople.accept(answer);
        }
    }

    static void print(JsonNode json, Terminal terminal) {
        PrintStream out = terminal.out();
        OrderAnswer answer = new OrderAnswer(json);
        CaseFile.print(answer, terminal);
        out.println();
        out.println("Tests");
        printTests(answer.evidence(), terminal);
        out.println();
        PriorsTable.print(answer.evidence(), terminal);
        out.println();
        out.println("Days");
        AgeTimeline.of(answer, terminal).print(terminal);
    }

    /** Prints every test of the rule: the result, what was found, and what the test needs. */
    private static void printTests(JsonNode evidence, Terminal terminal) {
        Table table = new Table("", "test", "found", "needed");
        for (JsonNode check : evidence.path("checks")) {
            table.row(
                    check.path("passed").asBoolean(false) ? "pass" : "FAIL",
                    OrderAnswer.text(check, "code").replace('_', ' '),
                    OrderAnswer.text(check, "found"),
                    OrderAnswer.text(check, "needed"));
        }
        table.print(terminal);
    }
}
