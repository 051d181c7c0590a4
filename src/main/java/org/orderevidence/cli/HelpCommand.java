package org.orderevidence.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the help of a command. */
@Command(
        name = "help",
        description = "Print the help of a command, as its option --help does.",
        footer = {"%nExamples:", "  ./evidence help", "  ./evidence help order list"})
public final class HelpCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Supplier<CommandLine> root;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "the words of the command")
    private List<String> words = new ArrayList<>();

    /**
     * @param root makes the tree of all commands
     */
    public HelpCommand(Terminal terminal, Supplier<CommandLine> root) {
        this.terminal = terminal;
        this.root = root;
    }

    @Override
    public Integer call() {
        CommandLine found = root.get();
        for (String word : words) {
            CommandLine next = found.getSubcommands().get(word);
            if (next == null) {
                throw new Failure(ExitCode.USAGE, UsageMessages.unknownCommand(found, word));
            }
            found = next;
        }
        found.usage(terminal.out());
        return ExitCode.OK;
    }
}
