package org.orderevidence.cli.upload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Shell;
import picocli.CommandLine.Model.CommandSpec;

/** The command line that continues an interrupted upload. */
public final class SameCommand {
    private SameCommand() {}

    /** Returns the command line of the running command, as a shell reads it. */
    public static String of(@Nullable CommandSpec spec) {
        return spec == null
                ? line(List.of())
                : line(spec.root().commandLine().getParseResult().originalArgs());
    }

    /**
     * Returns a command line.
     *
     * @param args the arguments; {@code --restart} is left out, because it would not continue
     */
    static String line(List<String> args) {
        List<String> words = new ArrayList<>(args);
        words.remove("--restart");
        return Shell.command(words.toArray(String[]::new));
    }
}
