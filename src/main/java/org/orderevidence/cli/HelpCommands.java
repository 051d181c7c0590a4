package org.orderevidence.cli;

import java.util.List;
import java.util.function.Supplier;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The commands that print the help of a command, and the script that completes commands. */
public final class HelpCommands {
    private HelpCommands() {}

    /** @param root makes the tree of all commands */
    public static CommandLine help(Terminal terminal, Supplier<CommandLine> root) {
        return CliCommand.named(terminal, "help", "Print the help of a command, as its option --help does.")
                .footer("%nExamples:", "  ./evidence help", "  ./evidence help order list")
                .takes(Param.argument("COMMAND", "the words of the command")
                        .optional()
                        .as(List.class))
                .does(call -> {
                    CommandLine found = root.get();
                    for (String word : call.list("COMMAND")) {
                        CommandLine next = found.getSubcommands().get(word);
                        if (next == null) {
                            throw new Failure(ExitCode.USAGE, UsageMessages.unknownCommand(found, word));
                        }
                        found = next;
                    }
                    found.usage(terminal.out());
                });
    }

    /** @param root makes the tree of all commands */
    public static CommandLine completion(Terminal terminal, Supplier<CommandLine> root) {
        return CliCommand.named(
                        terminal,
                        "completion",
                        "Print a script for bash or zsh that completes commands and options with the Tab key.",
                        "Add the second line of the example to ~/.bashrc or ~/.zshrc.")
                .footer(
                        "%nExample:",
                        "  ./evidence completion bash > ~/.evidence-completion", "  source ~/.evidence-completion")
                .takes(Param.argument("SHELL", "bash or zsh"))
                .does(call -> {
                    // picocli's script is for both: in zsh it loads bashcompinit.
                    if (!List.of("bash", "zsh").contains(call.needed("SHELL"))) {
                        throw new Failure(ExitCode.USAGE, "SHELL must be bash or zsh");
                    }
                    terminal.out().println(AutoComplete.bash("evidence", root.get()));
                });
    }
}
