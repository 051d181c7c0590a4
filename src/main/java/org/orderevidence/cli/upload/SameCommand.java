package org.orderevidence.cli.upload;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The command line that continues an interrupted upload. */
final class SameCommand {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,@%+=-]+");

    private SameCommand() {}

    /** Returns the command line of the running command, as a shell reads it. */
    static String of(@Nullable CommandSpec spec) {
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
        List<String> words = new ArrayList<>(List.of("./evidence"));
        words.addAll(args);
        words.remove("--restart");
        return words.stream().map(SameCommand::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
