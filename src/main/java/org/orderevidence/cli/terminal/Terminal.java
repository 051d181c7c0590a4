package org.orderevidence.cli.terminal;

import java.io.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Optional;

/**
 * The input and output of a command: data goes to {@code out}, messages go to {@code err}.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param environment all variables
 * @param outIsTerminal true when people read {@code out}
 * @param errIsTerminal true when people read {@code err}
 */
public record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        boolean outIsTerminal,
        boolean errIsTerminal) {
    /** How the launcher, which can ask, tells which streams are terminals: {@code out}, {@code err}, both, or none. */
    private static final String TERMINALS = "evidence.terminals";

    public Terminal {
        environment = Map.copyOf(environment);
    }

    /** The terminal of this process. */
    public static Terminal ofProcess() {
        boolean people =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        String fallback = people ? "out,err" : "";
        String terminals = System.getProperty(TERMINALS, fallback);
        return new Terminal(
                System.in,
                System.out,
                System.err,
                System.getenv(),
                terminals.contains("out"),
                terminals.contains("err"));
    }

    /** True when it is the terminal of the whole process, as {@link #ofProcess} returns it. */
    public boolean ownsProcess() {
        return out.equals(System.out);
    }

    /** True when {@code out} may be coloured: a terminal, and no NO_COLOR (see no-color.org). */
    public boolean colours() {
        return outIsTerminal
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
    }

    /** True when {@code out} can show line drawing. */
    public boolean draws() {
        Charset charset = out.charset();
        return charset.canEncode() && charset.newEncoder().canEncode("█─├┤◆◇●");
    }

    /** Text from elsewhere, made safe to print: no control characters that a terminal would obey. */
    public static String printable(String text) {
        return text.chars().anyMatch(Character::isISOControl) ? text.replaceAll("\\p{Cntrl}", "?") : text;
    }
}
