package org.orderevidence.cli;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the script for the completion of commands and options. */
@Command(
        name = "completion",
        description = {
            "Print a script for bash or zsh that completes commands and options with the Tab key.",
            "Add the second line of the example to ~/.bashrc or ~/.zshrc."
        },
        footer = {
            "%nExample:",
            "  ./evidence completion bash > ~/.evidence-completion",
            "  source ~/.evidence-completion"
        })
public final class CompletionCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Supplier<CommandLine> root;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh")
    private String shell = "";

    /**
     * @param root makes the tree of all commands
     */
    public CompletionCommand(Terminal terminal, Supplier<CommandLine> root) {
        this.terminal = terminal;
        this.root = root;
    }

    @Override
    public Integer call() {
        // picocli's script is for both: in zsh it loads bashcompinit.
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new Failure(ExitCode.USAGE, "SHELL must be bash or zsh");
        }
        terminal.out().println(AutoComplete.bash("evidence", root.get()));
        return ExitCode.OK;
    }
}
