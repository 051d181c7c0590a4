package org.orderevidence.cli.terminal;

import java.io.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The input and output of a command: data goes to {@code out}, messages go to {@code err}.
 *
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
    /** Set by the launcher: which streams are terminals ({@code out}, {@code err}, both or none). */
    private static final String TERMINALS = "evidence.terminals";

    /** Set by the launcher: the width of the terminal. */
    private static final String COLUMNS = "evidence.columns";

    private static final int USUAL_COLUMNS = 80;
    private static final int LEAST_COLUMNS = 40;

    /** Longer lines of prose are hard to read. */
    private static final int MOST_COLUMNS_OF_TEXT = 100;

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

    /** True if this is the terminal of the whole process, as {@link #ofProcess} returns it. */
    public boolean ownsProcess() {
        return out.equals(System.out);
    }

    /** True if {@code out} may have colours: it is a terminal, and NO_COLOR is not set (see no-color.org). */
    public boolean colours() {
        return outIsTerminal
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
    }

    /** Returns the columns for prose and help: those of the terminal, 40 to 100; 80 if they are not known. */
    public int textWidth() {
        return textWidth(outIsTerminal);
    }

    private int textWidth(boolean isTerminal) {
        int known = columns(isTerminal);
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

    /** True if the character set of {@code out} has signs for lines. */
    public boolean draws() {
        Charset charset = out.charset();
        return charset.canEncode() && charset.newEncoder().canEncode("█─├┤◆◇●");
    }

    /** Prints a message on {@code err}. On a terminal, its lines are wrapped between words and keep their indent. */
    public void tell(String message) {
        for (String line : message.lines().map(Terminal::printable).toList()) {
            String text = line.stripLeading();
            String indent = line.substring(0, line.length() - text.length());
            List<String> wrapped =
                    errIsTerminal ? Paragraph.lines(text, textWidth(true) - indent.length()) : List.of(text);
            wrapped.forEach(part -> err.println(indent + part));
        }
    }

    /** Returns a text that is safe to print: control characters, which a terminal would obey, are replaced. */
    public static String printable(String text) {
        return text.chars().anyMatch(Character::isISOControl) ? text.replaceAll("\\p{Cntrl}", "?") : text;
    }

    /** Prose in lines of limited width. */
    public static final class Paragraph {
        private Paragraph() {}

        /** Returns the text in lines of at most {@code width} characters. A longer word gets its own line and is not broken. */
        public static List<String> lines(String text, int width) {
            List<String> lines = new ArrayList<>();
            StringBuilder line = new StringBuilder();
            int length = 0;
            for (String word : text.split(" ", -1)) {
                int more = word.codePointCount(0, word.length());
                if (!line.isEmpty() && length + 1 + more > width) {
                    lines.add(line.toString());
                    line.setLength(0);
                    length = 0;
                }
                if (!line.isEmpty()) {
                    line.append(' ');
                    length++;
                }
                line.append(word);
                length += more;
            }
            lines.add(line.toString());
            return lines;
        }
    }
}
