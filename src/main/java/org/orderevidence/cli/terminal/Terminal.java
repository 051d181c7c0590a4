package org.orderevidence.cli.terminal;

import java.io.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
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
 * @param columns width of the terminal, 0 if it is not known
 */
public record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        boolean outIsTerminal,
        boolean errIsTerminal,
        int columns) {
    /** How the launcher, which can ask, tells which streams are terminals: {@code out}, {@code err}, both, or none. */
    private static final String TERMINALS = "evidence.terminals";

    /** How the launcher, which can ask, tells the width of the terminal. */
    private static final String COLUMNS = "evidence.columns";

    private static final int USUAL_COLUMNS = 80;
    private static final int LEAST_COLUMNS = 40;

    /** Longer lines of prose are hard to read. */
    private static final int MOST_COLUMNS_OF_TEXT = 100;

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
                terminals.contains("err"),
                Integer.getInteger(COLUMNS, 0));
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

    /** Returns the columns for prose and help: those of the terminal, 40 to 100; 80 if they are not known. */
    public int textWidth() {
        int known = columns(outIsTerminal);
        return known == 0 ? USUAL_COLUMNS : Math.clamp(known, LEAST_COLUMNS, MOST_COLUMNS_OF_TEXT);
    }

    /** Returns the columns for tables: those of the terminal, at least 40; no limit for a file or a pipe. */
    public int tableWidth() {
        int known = columns(outIsTerminal);
        if (known == 0) {
            return outIsTerminal ? USUAL_COLUMNS : Integer.MAX_VALUE;
        }
        return Math.max(known, LEAST_COLUMNS);
    }

    /** Returns the columns for a progress bar on {@code err}: those of the terminal, or 80 if they are not known. */
    public int barWidth() {
        int known = columns(errIsTerminal);
        return known == 0 ? USUAL_COLUMNS : Math.max(known, LEAST_COLUMNS);
    }

    /** Returns the columns of a stream, 0 if not known. {@code COLUMNS} is set on purpose: shells do not export it. */
    private int columns(boolean isTerminal) {
        String named = environment.getOrDefault("COLUMNS", "");
        if (named.matches("[1-9]\\d{0,3}")) {
            return Integer.parseInt(named);
        }
        return isTerminal ? Math.max(columns, 0) : 0;
    }

    /** True when {@code out} can show line drawing. */
    public boolean draws() {
        Charset charset = out.charset();
        return charset.canEncode() && charset.newEncoder().canEncode("█─├┤◆◇●");
    }

    /** Prints a message on {@code err}. On a terminal its lines are wrapped between words. */
    public void tell(String message) {
        for (String line : message.lines().map(Terminal::printable).toList()) {
            (errIsTerminal ? Paragraph.lines(line, barWidth()) : List.of(line)).forEach(err::println);
        }
    }

    /** Text from elsewhere, made safe to print: no control characters that a terminal would obey. */
    public static String printable(String text) {
        return text.chars().anyMatch(Character::isISOControl) ? text.replaceAll("\\p{Cntrl}", "?") : text;
    }
}
