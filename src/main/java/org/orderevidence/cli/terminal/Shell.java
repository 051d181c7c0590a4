package org.orderevidence.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Commands of this program, to be copied into a shell. */
public final class Shell {
    /** Set by the launcher: the path by which it was called. */
    private static final String LAUNCHER = "evidence.command";

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private Shell() {}

    /** Returns a command line with these arguments, quoted where a shell needs it. */
    public static String command(String... arguments) {
        return command(List.of(arguments));
    }

    /** Returns the command line that continues the command with these arguments, without {@code --restart}. */
    public static String again(List<String> arguments) {
        List<String> words = new ArrayList<>(arguments);
        words.remove("--restart");
        return command(words);
    }

    private static String command(List<String> arguments) {
        return quoted(System.getProperty(LAUNCHER, "./evidence"))
                + ' '
                + arguments.stream().map(Shell::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
