package org.orderevidence.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Prose in lines of limited width. */
public final class Paragraph {
    private Paragraph() {}

    /** Returns the text in lines of at most {@code width} characters. A longer word has a line of its own. */
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
