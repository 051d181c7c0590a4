package org.orderevidence.cli.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import tools.jackson.databind.JsonNode;

/**
 * A table with aligned columns. If it is wider than the terminal, it drops its optional columns first, and then wraps the
 * widest columns between words.
 */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> fields;
    private final int[] widths;
    private final int[] bodyWidths;
    private final int[] longestWords;
    private final Set<Integer> rightAligned = new HashSet<>();
    private List<Integer> droppable = List.of();
    private List<Integer> droppableWhenWrapped = List.of();

    /**
     * Makes an empty table. Commas separate its headings. If the rows are objects of an answer, each heading is followed by an
     * equals sign and the path of its field, such as {@code ORDER=order.id}. A mark can end the path: {@code @} for a time,
     * {@code $} for an amount, {@code ?} for true or false, and {@code []} for a list of texts that may be empty.
     */
    public Table(String columns) {
        List<String> all = List.of(columns.split(", ", -1));
        fields = all.stream()
                .map(column -> column.substring(column.indexOf('=') + 1))
                .toList();
        widths = new int[all.size()];
        bodyWidths = new int[all.size()];
        longestWords = new int[all.size()];
        row(all.stream().map(column -> column.replaceFirst("=.*", "")).toArray(String[]::new));
    }

    /** Aligns a column of numbers on the right. */
    public Table right(String heading) {
        rightAligned.add(column(heading));
        return this;
    }

    /** Names the columns that are left out before anything is wrapped, first the one that is needed least. */
    public Table drop(List<String> headings) {
        droppable = headings.stream().map(this::column).toList();
        return this;
    }

    /** Names the columns that are left out only if wrapping is not enough, first the one that is needed least. */
    public Table dropWhenWrapped(List<String> headings) {
        droppableWhenWrapped = headings.stream().map(this::column).toList();
        return this;
    }

    /** Adds a row of as many texts as there are headings. */
    public void row(String... texts) {
        List<String> row = new ArrayList<>(texts.length);
        for (int i = 0; i < texts.length; i++) {
            String text = Terminal.printable(texts[i]);
            widths[i] = Math.max(widths[i], length(text));
            bodyWidths[i] = rows.isEmpty() ? 0 : Math.max(bodyWidths[i], length(text));
            for (String line : Paragraph.lines(text, 1)) {
                longestWords[i] = Math.max(longestWords[i], length(line));
            }
            row.add(text);
        }
        rows.add(row);
    }

    /**
     * Adds a row for each object of an answer. A list of texts is joined with commas; of any other list, the length is
     * shown.
     */
    public Table rows(Iterable<JsonNode> objects) {
        for (JsonNode object : objects) {
            row(fields.stream().map(field -> text(object, field)).toArray(String[]::new));
        }
        return this;
    }

    private static String text(JsonNode object, String field) {
        String path = "/" + field.replaceFirst("[$?@]$|\\[]$", "").replace('.', '/');
        JsonNode value = object.at(path);
        if (field.endsWith("$") && value.isNumber()) {
            JsonNode currency = object.at(path.substring(0, path.lastIndexOf('/')) + "/currency");
            return Format.amount(value.asLong(), currency.asString(""));
        }
        if (field.endsWith("?") && value.isBoolean()) {
            return value.booleanValue() ? "yes" : "no";
        }
        if (field.endsWith("[]") || value.path(0).isString()) {
            return value.valueStream().map(JsonNode::asString).collect(Collectors.joining(","));
        }
        if (value.isArray()) {
            return Integer.toString(value.size());
        }
        String text = value.isNull() ? "-" : value.asString("-");
        return field.endsWith("@") ? Format.time(text) : text;
    }

    /** True if there is no row below the headings. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Prints all columns at their full width. */
    public void print(PrintStream out) {
        print(out, allColumns(), widths);
    }

    /** Prints the columns that fit the terminal, and on its {@code err} the names of those that do not. */
    public void print(Terminal terminal) {
        int width = terminal.tableWidth();
        List<Integer> shown = new ArrayList<>(allColumns());
        List<String> dropped = new ArrayList<>();
        drop(shown, droppable, widths, width, dropped);
        drop(shown, droppableWhenWrapped, longestWords, width, dropped);
        print(terminal.out(), shown, fitting(shown, width));
        if (!dropped.isEmpty()) {
            terminal.tell("left out, because the terminal is too narrow: " + String.join(", ", dropped));
        }
    }

    /** Removes columns from {@code shown} until the others fit, given the width that each needs. */
    private void drop(List<Integer> shown, List<Integer> columns, int[] needed, int width, List<String> dropped) {
        for (Integer column : columns) {
            if (total(shown, needed) <= width) {
                return;
            }
            shown.removeAll(List.of(column));
            dropped.add(rows.getFirst().get(column));
        }
    }

    /** Returns column widths that fit the terminal. Wraps wide headings first, then the widest columns. */
    private int[] fitting(List<Integer> shown, int width) {
        int[] fitting = widths.clone();
        shrink(fitting, shown, width, i -> Math.max(longestWords[i], bodyWidths[i]));
        shrink(fitting, shown, width, i -> longestWords[i]);
        return fitting;
    }

    private static void shrink(int[] fitting, List<Integer> shown, int width, IntUnaryOperator least) {
        while (total(shown, fitting) > width) {
            Optional<Integer> widest = shown.stream()
                    .filter(i -> fitting[i] > least.applyAsInt(i))
                    .max(Comparator.comparingInt(i -> fitting[i]));
            if (widest.isEmpty()) {
                return;
            }
            fitting[widest.get()]--;
        }
    }

    private void print(PrintStream out, List<Integer> shown, int[] fitting) {
        for (List<String> row : rows) {
            Map<Integer, List<String>> cells = new HashMap<>();
            for (int i : shown) {
                boolean fits = length(row.get(i)) <= fitting[i];
                cells.put(i, fits ? List.of(row.get(i)) : Paragraph.lines(row.get(i), fitting[i]));
            }
            int lines = cells.values().stream().mapToInt(List::size).max().orElse(0);
            for (int line = 0; line < lines; line++) {
                StringBuilder text = new StringBuilder();
                for (int i : shown) {
                    List<String> cell = cells.getOrDefault(i, List.of());
                    append(text, line < cell.size() ? cell.get(line) : "", fitting[i], rightAligned.contains(i));
                }
                out.println(text.toString().stripTrailing());
            }
        }
    }

    private static void append(StringBuilder line, String text, int width, boolean right) {
        int padding = Math.max(0, width - length(text));
        if (right) {
            line.repeat(' ', padding).append(text);
        } else {
            line.append(text).repeat(' ', padding);
        }
        line.append(GAP);
    }

    private static int total(List<Integer> shown, int[] widths) {
        return shown.stream().mapToInt(i -> widths[i]).sum() + GAP.length() * (shown.size() - 1);
    }

    private List<Integer> allColumns() {
        return IntStream.range(0, widths.length).boxed().toList();
    }

    private int column(String heading) {
        int column = rows.getFirst().indexOf(heading);
        if (column < 0) {
            throw new IllegalArgumentException("the table has no column " + heading);
        }
        return column;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Texts with a label each, aligned and wrapped to the width of the terminal. */
    public static final class LabelledLines {
        private static final String INDENT = "  ";

        private final List<String> labels = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();

        /** Adds a text. An empty label continues the text above. */
        public void add(String label, String text) {
            labels.add(label);
            texts.add(Terminal.printable(text));
        }

        /** Adds one text for each entry, the first with the label. No entry adds nothing. */
        public void addAll(String label, List<String> entries) {
            for (int i = 0; i < entries.size(); i++) {
                add(i == 0 ? label : "", entries.get(i));
            }
        }

        /** Prints all lines on the terminal's {@code out}. */
        public void print(Terminal terminal) {
            int widest = labels.stream().mapToInt(String::length).max().orElse(0);
            int room = terminal.textWidth() - INDENT.length() - widest - GAP.length();
            for (int i = 0; i < labels.size(); i++) {
                String label = labels.get(i);
                for (String line : Paragraph.lines(texts.get(i), room)) {
                    terminal.out().println(INDENT + label + " ".repeat(widest - label.length()) + GAP + line);
                    label = "";
                }
            }
        }
    }
}
