package org.orderevidence.cli.upload.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;

/** Which column of a file has which field. */
public final class CsvMapping implements CsvColumns {
    private static final List<String> REQUIRED = List.of("id", "amount", "currency", "transactionDate");
    private static final char REPLACEMENT = '\uFFFD';

    private final List<String> header;
    private final @Nullable OrderField[] fields;
    private final Map<String, Integer> columns;
    private final Amounts amounts;

    private CsvMapping(
            List<String> header, @Nullable OrderField[] fields, Map<String, Integer> columns, Amounts amounts) {
        this.header = header;
        this.fields = fields;
        this.columns = columns;
        this.amounts = amounts;
    }

    /**
     * Maps the columns of a header. An option has priority over the name of a column. A column with the field's own name has
     * priority over one with a similar name, and that one over a synonym.
     *
     * @throws Failure if two columns have the same field, a required field has no column, or an option is wrong
     */
    static CsvMapping of(List<String> names, CsvOptions options) {
        List<String> header = names.stream().map(String::strip).toList();
        if (header.stream().anyMatch(name -> name.indexOf(REPLACEMENT) >= 0)) {
            throw usage("the header row is not UTF-8. Save the file as \"CSV UTF-8\".");
        }
        @Nullable OrderField[] fields = new OrderField[header.size()];
        boolean[] isSet = new boolean[header.size()];
        Map<String, Integer> columns = new HashMap<>();
        options.fields().forEach((column, field) -> {
            int index = index(header, column);
            isSet[index] = true;
            if (!field.isEmpty()) {
                fields[index] = Columns.find(field)
                        .map(Columns.Found::field)
                        .orElseThrow(() -> usage("--map: an order has no field " + field
                                + ". Fields have the names of the interface, such as receipt.customerEmail."));
                take(columns, header, fields, index);
            }
        });
        for (Columns.Match match : Columns.Match.values()) {
            Map<String, Integer> better = Map.copyOf(columns);
            for (int i = 0; i < fields.length; i++) {
                Optional<Columns.Found> found = isSet[i] ? Optional.empty() : Columns.find(header.get(i));
                if (found.isPresent()
                        && found.get().match() == match
                        && !better.containsKey(found.get().field().name())) {
                    fields[i] = found.get().field();
                    take(columns, header, fields, i);
                }
            }
        }
        checkRequired(header, columns);
        return new CsvMapping(header, fields, columns, options.amounts());
    }

    /** Returns the number of columns in the header. */
    int size() {
        return fields.length;
    }

    /** Returns the field of a column; null if the column is ignored. */
    @Nullable
    OrderField field(int column) {
        return fields[column];
    }

    /** Returns the index of a field's column; negative if it has none. */
    int columnOf(OrderField field) {
        return columns.getOrDefault(field.name(), -1);
    }

    /** Returns the name of a column as messages show it. */
    String column(int column) {
        return '"' + Terminal.printable(header.get(column)) + '"';
    }

    /** Returns the form of the amounts. */
    Amounts amounts() {
        return amounts;
    }

    /** Returns one line for each column: its name and its field. */
    @Override
    public List<String> lines() {
        int width = header.stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            String name = Terminal.printable(header.get(i));
            lines.add(name + " ".repeat(width - header.get(i).length()) + " -> " + target(fields[i]));
        }
        return lines;
    }

    @Override
    public String summary() {
        List<String> mapped = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] != null) {
                mapped.add(Terminal.printable(header.get(i)) + " -> " + target(fields[i]));
            }
        }
        return String.join(", ", mapped);
    }

    @Override
    public String ignored() {
        List<String> ignored = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == null && !header.get(i).isEmpty()) {
                ignored.add(Terminal.printable(header.get(i)));
            }
        }
        return String.join(", ", ignored);
    }

    private String target(@Nullable OrderField field) {
        if (field == null) {
            return "ignored";
        }
        return field.name() + (field.kind() == OrderField.Kind.AMOUNT ? " (" + amounts.description() + ")" : "");
    }

    private static int index(List<String> header, String column) {
        int index = header.indexOf(column);
        if (index < 0) {
            throw usage("--map: the file has no column " + column + ". Its columns are: " + String.join(", ", header));
        }
        if (index != header.lastIndexOf(column)) {
            throw usage("--map: the file has two columns " + column + ". Rename one.");
        }
        return index;
    }

    private static void take(
            Map<String, Integer> columns, List<String> header, @Nullable OrderField[] fields, int index) {
        OrderField field = fields[index];
        Integer other = field == null ? null : columns.put(field.name(), index);
        if (field != null && other != null) {
            throw usage("the columns " + header.get(other) + " and " + header.get(index) + " both mean " + field.name()
                    + ". Ignore one with --map \"" + header.get(other) + "=\".");
        }
    }

    private static void checkRequired(List<String> header, Map<String, Integer> columns) {
        List<String> missing =
                REQUIRED.stream().filter(field -> !columns.containsKey(field)).toList();
        if (columns.isEmpty()) {
            throw usage("the input is not JSON, and its first line is not the header row of a CSV file."
                    + " A header row has column names such as id, amount, currency and transactionDate.");
        }
        if (!missing.isEmpty()) {
            throw usage("no column for " + String.join(", ", missing) + ". Name it with --map COLUMN="
                    + missing.getFirst() + ". The columns are: "
                    + header.stream().collect(Collectors.joining(", ")));
        }
    }

    private static Failure usage(String message) {
        return new Failure(ExitCode.USAGE, message);
    }

    @Override
    public String identity() {
        return toString();
    }

    @Override
    public String toString() {
        return header + " " + Arrays.toString(fields) + " " + amounts;
    }
}
