package org.orderevidence.cli.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows of texts in aligned columns. If they do not fit the terminal, the columns that may be left out are left out. If
 * that is not enough, the texts of the last column are wrapped.
 */
public final class Table {
    private static final String GAP = "  ";

    /** A last column narrower than this is too narrow to read. */
    private static final int LEAST_LAST = 16;

    private final List<List<String>> rows = new ArrayList<>();
    private final int[] widths;
    private final Set<Integer> rightAligned = new HashSet<>();
    private List<String> droppable = List.of();

    /** An empty table under these headings. */
    public Table(String... headings) {
        widths = new int[headings.length];
        row(headings);
    }

    /** Aligns a column of numbers on the right. */
    public Table right(String heading) {
        rightAligned.add(rows.getFirst().indexOf(heading));
        return this;
    }

    /** Names the columns that may be left out, first the one that is needed least. */
    public Table drop(List<String> headings) {
        droppable = List.copyOf(headings);
        return this;
    }

    /** Adds a row of as many texts as there are headings. */
    public void row(String... texts) {
        List<String> row = new ArrayList<>(texts.length);
        for (int i = 0; i < texts.length; i++) {
            String text = Terminal.printable(texts[i]);
            widths[i] = Math.max(widths[i], length(text));
            row.add(text);
        }
        rows.add(row);
    }

    /** Prints all columns, whatever their width. */
    public void print(PrintStream out) {
        print(out, IntStream.range(0, widths.length).boxed().toList(), Integer.MAX_VALUE);
    }

    /** Prints what fits the terminal, and on its {@code err} which columns were left out. */
    public void print(Terminal terminal) {
        int width = terminal.tableWidth();
        List<Integer> shown = new ArrayList<>(IntStream.range(0, widths.length).boxed().toList());
        List<String> dropped = new ArrayList<>();
        for (String heading : droppable) {
            if (total(shown) <= width) {
                break;
            }
            shown.remove(Integer.valueOf(rows.getFirst().indexOf(heading)));
            dropped.add(heading);
        }
        print(terminal.out(), shown, width);
        if (!dropped.isEmpty()) {
            String note = "left out, because the terminal is too narrow: " + String.join(", ", dropped);
            Paragraph.lines(note, terminal.textWidth()).forEach(terminal.err()::println);
        }
    }

    private void print(PrintStream out, List<Integer> shown, int width) {
        int last = shown.getLast();
        List<Integer> others = shown.subList(0, shown.size() - 1);
        int before = others.stream().mapToInt(i -> widths[i] + GAP.length()).sum();
        int room = Math.max(LEAST_LAST, width - before);
        for (List<String> row : rows) {
            String line = others.stream().map(i -> cell(row, i) + GAP).collect(Collectors.joining());
            List<String> texts = widths[last] <= room ? List.of(cell(row, last)) : Paragraph.lines(row.get(last), room);
            for (String text : texts) {
                out.println((line + text).stripTrailing());
                line = " ".repeat(before);
            }
        }
    }

    private String cell(List<String> row, int column) {
        String text = row.get(column);
        String padding = " ".repeat(widths[column] - length(text));
        return rightAligned.contains(column) ? padding + text : text + padding;
    }

    private int total(List<Integer> shown) {
        return shown.stream().mapToInt(i -> widths[i]).sum() + GAP.length() * (shown.size() - 1);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
