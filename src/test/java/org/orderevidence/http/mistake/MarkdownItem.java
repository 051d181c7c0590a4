package org.orderevidence.http.mistake;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes an item of a Markdown list, wrapped between words. */
final class MarkdownItem {
    private static final int COLUMNS = 100;

    /** A word, or words that code marks join. */
    private static final Pattern WORD = Pattern.compile("(?:`[^`]*`|\\S)+");

    /** What Markdown would read as a mark at the start of a line. */
    private static final Pattern MARK = Pattern.compile("[-+*#>=|].*|\\d+[.)]");

    private MarkdownItem() {}

    /** Returns the lines of an item with this indent, each with its line feed. */
    static String of(String indent, String text) {
        StringBuilder lines = new StringBuilder();
        StringBuilder line = new StringBuilder(indent).append('-');
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            boolean fits = line.length() + 1 + word.group().length() <= COLUMNS;
            boolean isFirst = line.length() == indent.length() + 1;
            if (!fits && !isFirst && !MARK.matcher(word.group()).matches()) {
                lines.append(line).append('\n');
                line = new StringBuilder(indent).append(' ');
            }
            line.append(' ').append(word.group());
        }
        return lines.append(line).append('\n').toString();
    }
}
