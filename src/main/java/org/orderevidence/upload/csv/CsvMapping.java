package org.orderevidence.upload.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which column of a file has which field. */
public final class CsvMapping implements CsvColumns {
    private static final List<String> REQUIRED = List.of("id", "amount", "currency", "transactionDate");
    private static final char REPLACEMENT = '\uFFFD';

    private final List<String> header;
    private final @Nullable OrderField[] fields;
    private final Map<String, Integer> columns;
    private final Amounts amounts;
    private final CsvAdvice advice;

    private CsvMapping(
            List<String> header,
            @Nullable OrderField[] fields,
            Map<String, Integer> columns,
            Amounts amounts,
            CsvAdvice advice) {
        this.header = header;
        this.fields = fields;
        this.columns = columns;
        this.amounts = amounts;
        this.advice = advice;
    }

    /**
     * Maps the columns of a header. An option has priority over the name of a column. A column with the field's own
     * name has priority over one with a similar name, and that one over a synonym.
     *
     * @throws UnusableInput if two columns have the same field, a required field has no column, or an option is wrong
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
            int index = index(header, column, options.advice());
            isSet[index] = true;
            if (!field.isEmpty()) {
                fields[index] = Columns.find(field)
                        .map(Columns.Found::field)
                        .orElseThrow(() -> usage(options.advice().prefix() + "an order has no field " + field
                                + ". Fields have the names of the interface, such as receipt.customerEmail."));
                take(columns, header, fields, index, options.advice());
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
                    take(columns, header, fields, i, options.advice());
                }
            }
        }
        checkRequired(header, columns, options.advice());
        return new CsvMapping(header, fields, columns, options.amounts(), options.advice());
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
        return '"' + printable(header.get(column)) + '"';
    }

    /** Returns how messages describe the fix. */
    CsvAdvice advice() {
        return advice;
    }

    /** Returns the form of the amounts. */
    Amounts amounts() {
        return amounts;
    }

    @Override
    public List<String> names() {
        return header;
    }

    /** Returns one line for each column: its name and its field. */
    @Override
    public List<String> lines() {
        int width = header.stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            String name = printable(header.get(i));
            lines.add(name + " ".repeat(width - header.get(i).length()) + " -> " + target(fields[i]));
        }
        return lines;
    }

    @Override
    public String summary() {
        List<String> mapped = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] != null) {
                mapped.add(printable(header.get(i)) + " -> " + target(fields[i]));
            }
        }
        return String.join(", ", mapped);
    }

    @Override
    public String ignored() {
        List<String> ignored = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == null && !header.get(i).isEmpty()) {
                ignored.add(printable(header.get(i)));
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

    private static int index(List<String> header, String column, CsvAdvice advice) {
        int index = header.indexOf(column);
        if (index < 0) {
            throw usage(advice.prefix() + "the file has no column " + column + ". Its columns are: "
                    + String.join(", ", header));
        }
        if (index != header.lastIndexOf(column)) {
            throw usage(advice.prefix() + "the file has two columns " + column + ". Rename one.");
        }
        return index;
    }

    private static void take(
            Map<String, Integer> columns,
            List<String> header,
            @Nullable OrderField[] fields,
            int index,
            CsvAdvice advice) {
        OrderField field = fields[index];
        Integer other = field == null ? null : columns.put(field.name(), index);
        if (field != null && other != null) {
            throw usage("the columns " + header.get(other) + " and " + header.get(index) + " both mean " + field.name()
                    + ". " + advice.ignore(header.get(other)));
        }
    }

    private static void checkRequired(List<String> header, Map<String, Integer> columns, CsvAdvice advice) {
        List<String> missing =
                REQUIRED.stream().filter(field -> !columns.containsKey(field)).toList();
        if (columns.isEmpty()) {
            throw usage("the input is not JSON, and its first line is not the header row of a CSV file."
                    + " A header row has column names such as id, amount, currency and transactionDate.");
        }
        if (!missing.isEmpty()) {
            throw usage("no column for " + String.join(", ", missing) + ". " + advice.name(missing.getFirst())
                    + " The columns are: "
                    + header.stream().collect(Collectors.joining(", ")));
        }
    }

    private static UnusableInput usage(String message) {
        return UnusableInput.atStart(message);
    }

    /** Returns a text without control characters, which a terminal would obey. */
    private static String printable(String text) {
        return text.chars().anyMatch(Character::isISOControl) ? text.replaceAll("\\p{Cntrl}", "?") : text;
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
