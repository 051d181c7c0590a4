package org.orderevidence.cli.order;

import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows one order. */
@Command(
        name = "get",
        description = "Show an order, and whether the merchant could defeat a fraud dispute on it.",
        footer = {
            "%nExamples:",
            "  ./evidence order get A-1001",
            "  ./evidence order get A-1001 --as-of 2026-11-20 --profile stripe --json"
        })
public final class OrderGetCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private OrderQuestion question = new OrderQuestion();

    public OrderGetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        question.answer(terminal, answer -> new OrderAnswer(answer).print(terminal));
        return ExitCode.OK;
    }
}
