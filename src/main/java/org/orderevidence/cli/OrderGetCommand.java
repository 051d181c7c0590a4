package org.orderevidence.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Asks about one order. */
@Command(
        name = "get",
        description = "Asks for an order: whether a fraud dispute on it could be defeated, and why.",
        footer = {
            "%nExamples:",
            "  ./evidence order get A-1001",
            "  ./evidence order get A-1001 --as-of 2026-11-20 --profile stripe --json"
        })
final class OrderGetCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private OrderQuestion question = new OrderQuestion();

    OrderGetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        String answer = question.ask(terminal);
        JsonNode read = Json.readIfAny(answer);
        if (question.wantsJson() || read == null) {
            terminal.out().println(answer);
        } else {
            new OrderAnswer(read).print(terminal);
        }
        return ExitCode.OK;
    }
}
