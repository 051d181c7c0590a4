package org.orderevidence.cli.order;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Explains the verdict on one order. */
@Command(
        name = "explain",
        description = {
            "Explain whether the merchant could defeat a fraud dispute on an order. Shows the verdict, each test with"
                    + " needed and found value, the other orders of the card, and the days on which it is eligible."
        },
        footer = {
            "%nExamples:",
            "  ./evidence explain A-1001",
            "  ./evidence explain A-1001 --as-of 2026-11-20 --profile stripe"
        })
public final class ExplainCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private OrderQuestion question = new OrderQuestion();

    public ExplainCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        question.answer(terminal, answer -> print(answer, terminal));
        return ExitCode.OK;
    }

    static void print(JsonNode json, Terminal terminal) {
        PrintStream out = terminal.out();
        OrderAnswer answer = new OrderAnswer(json);
        CaseFile.print(answer, terminal);
        out.println();
        out.println("Tests");
        Checklist.print(answer.evidence(), terminal);
        out.println();
        PriorsTable.print(answer.evidence(), terminal);
        out.println();
        out.println("Days");
        AgeTimeline.of(answer, terminal).print(terminal);
    }
}
