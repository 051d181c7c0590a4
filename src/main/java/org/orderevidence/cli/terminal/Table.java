package org.orderevidence.cli.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows of texts in aligned columns. */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int[] widths;

    /** An empty table under these headings. */
    public Table(String... headings) {
        widths = new int[headings.length];
        row(headings);
    }

    /** Adds a row of as many texts as there are headings. */
    public void row(String... texts) {
        List<String> row = new ArrayList<>(texts.length);
        for (int i = 0; i < texts.length; i++) {
            String text = Terminal.printable(texts[i]);
            widths[i] = Math.max(widths[i], text.codePointCount(0, text.length()));
            row.add(text);
        }
        rows.add(row);
    }

    public void print(PrintStream out) {
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String text = row.get(i);
                line.append(text)
                        .repeat(' ', widths[i] - text.codePointCount(0, text.length()))
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
