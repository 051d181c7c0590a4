package org.orderevidence.upload;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.OrderFields;

/** Which column of a file has which field. */
public final class CsvMapping implements CsvColumns {
    private static final List<String> REQUIRED = OrderFields.ORDER.fields().stream()
            .filter(Field::isRequired)
            .map(Field::path)
            .toList();
    private static final String UTC = "(UTC)";
    private static final Pattern QUOTED_DIGITS = Pattern.compile("'\\d.*");
    private static final char REPLACEMENT = '\uFFFD';

    private final List<String> header;
    private final @Nullable OrderField[] fields;
    private final Map<String, Integer> columns;
    private final @Nullable KnownExport export;
    private final CsvOptions options;
    private final Amounts amounts;

    private CsvMapping(
            List<String> header,
            @Nullable OrderField[] fields,
            Map<String, Integer> columns,
            @Nullable KnownExport export,
            CsvOptions options,
            Amounts amounts) {
        this.header = header;
        this.fields = fields;
        this.columns = columns;
        this.export = export;
        this.options = options;
        this.amounts = amounts;
    }

    /**
     * Maps the columns of a header. An option has priority over the columns of a known export, and those over the name of
     * a column. A column with the field's own name has priority over one with a similar name, and that one over a synonym.
     *
     * @throws UnusableInput if two columns have the same field, a required field has no column, or an option is wrong
     */
    static CsvMapping of(List<String> names, CsvOptions options) {
        List<String> header = names.stream().map(String::strip).toList();
        if (header.stream().anyMatch(name -> name.indexOf(REPLACEMENT) >= 0)) {
            throw usage("the header row is not " + options.answers().encoding() + ". "
                    + options.advice().encoding());
        }
        @Nullable OrderField[] fields = new OrderField[header.size()];
        return mapped(header, fields, options);
    }

    /** Returns the fields that columns mean by their names alone, by their position. Required fields may be missing. */
    static Map<Integer, String> meant(List<String> names) {
        List<String> header = names.stream().map(String::strip).toList();
        @Nullable OrderField[] fields = new OrderField[header.size()];
        try {
            mapped(header, fields, new CsvOptions(Map.of(), Amounts.AUTO, CsvAdvice.PAGE));
        } catch (UnusableInput incomplete) {
            // The fields that were found until then are shown, and the fault of the selection is.
        }
        Map<Integer, String> meant = new HashMap<>();
        for (int i = 0; i < fields.length; i++) {
            OrderField field = fields[i];
            if (field != null) {
                meant.put(i, field.name());
            }
        }
        return meant;
    }

    private static CsvMapping mapped(List<String> header, @Nullable OrderField[] fields, CsvOptions options) {
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
        KnownExport export = KnownExport.recognised(header).orElse(null);
        if (export != null) {
            export.columns(header).forEach((index, field) -> {
                if (!isSet[index] && !columns.containsKey(field)) {
                    fields[index] = field.isEmpty() ? null : OrderField.named(field);
                    take(columns, header, fields, index, options.advice());
                }
                isSet[index] = true;
            });
        }
        for (Columns.Match match : Columns.Match.values()) {
            Map<String, Integer> better = Map.copyOf(columns);
            for (int i = 0; i < fields.length; i++) {
                Optional<Columns.Found> found = isSet[i] ? Optional.empty() : Columns.find(header.get(i));
                if (found.isPresent()
                        && found.get().match() == match
                        && (match != Columns.Match.LIKELY
                                || !columns.containsKey(found.get().field().name()))
                        && !better.containsKey(found.get().field().name())) {
                    fields[i] = found.get().field();
                    take(columns, header, fields, i, options.advice());
                }
            }
        }
        checkRequired(header, columns, options);
        return new CsvMapping(header, fields, columns, export, options, options.amounts());
    }

    /** Returns this mapping with the form of amounts that the first rows show, if the options leave it open. */
    CsvMapping withAmountsOf(List<List<String>> rows) {
        if (options.amounts() != Amounts.AUTO) {
            return this;
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            OrderField field = fields[i];
            if (field != null && field.kind() == OrderField.Cell.AMOUNT) {
                int column = i;
                rows.stream()
                        .filter(row -> column < row.size())
                        .map(row -> row.get(column).strip())
                        .forEach(texts::add);
            }
        }
        Amounts found = Amounts.shownBy(texts).orElse(export == null ? Amounts.MINOR : Amounts.DECIMAL);
        return new CsvMapping(header, fields, columns, export, options, found);
    }

    /** Returns the currency of a row that names none; null if there is none. */
    @Nullable
    String currency() {
        return options.answers().currency();
    }

    /** Returns the zone of a column's times that name none; null if it is not known. */
    @Nullable
    ZoneId zone(int column) {
        return header.get(column).endsWith(UTC)
                ? ZoneOffset.UTC
                : options.answers().zone();
    }

    /** Returns the form of dates; null for those that are always read. */
    @Nullable
    DateTimeFormatter dateFormat() {
        String answered = options.answers().dateFormat();
        String form = answered == null && export != null ? export.dateFormat() : answered;
        return form == null ? null : CsvTime.formatter(form);
    }

    /** Returns the status of a charge that a word means only in this export; the word itself if there is none. */
    String status(String word) {
        return export == null ? word : export.status().getOrDefault(word, word);
    }

    /** Returns a text without the apostrophe that exports write before digits, such as those of a postal code. */
    String text(String text) {
        return export != null && QUOTED_DIGITS.matcher(text).matches() ? text.substring(1) : text;
    }

    /** Returns true if 0 in a field means a customer without account, as shops export it. */
    boolean isGuest(OrderField field) {
        return export != null && field.name().equals("customerAccountId");
    }

    /** Returns true if a row can be one of several of its order. */
    boolean hasRowItems() {
        return Arrays.stream(fields).anyMatch(field -> field != null && field.item() == OrderField.ROW_ITEM);
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (export != null) {
            notes.add("this is an export of " + export.title()
                    + (export.importer() == null
                            ? ""
                            : "; with an integration, ./evidence import " + export.importer() + " also reads it"));
        }
        if (options.amounts() == Amounts.AUTO) {
            notes.add("amounts are read as "
                    + switch (amounts) {
                        case MINOR, AUTO -> "minor units (1999 for 19.99 USD): none of the first rows has decimals";
                        case DECIMAL -> "decimal, with a point (19.99)";
                        case DECIMAL_COMMA -> "decimal, with a comma (19,99)";
                    });
        }
        if (currency() != null) {
            notes.add("rows without currency are in " + currency());
        }
        if (options.answers().zone() != null) {
            notes.add("times without zone are in " + options.answers().zone());
        }
        for (int i = 0; i < fields.length; i++) {
            OrderField field = fields[i];
            boolean isLikely = field != null
                    && !options.fields().containsKey(header.get(i))
                    && export == null
                    && Columns.find(header.get(i))
                            .filter(found -> found.match() == Columns.Match.LIKELY)
                            .isPresent();
            if (isLikely) {
                notes.add("the column " + column(i) + " is taken as " + target(field));
            }
        }
        return notes;
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
        return options.advice();
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
        return field.name() + (field.kind() == OrderField.Cell.AMOUNT ? " (" + amounts.description() + ")" : "");
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

    private static void checkRequired(List<String> header, Map<String, Integer> columns, CsvOptions options) {
        CsvAdvice advice = options.advice();
        boolean isAnswered = options.answers().currency() != null;
        List<String> missing = REQUIRED.stream()
                .filter(field -> !columns.containsKey(field) && !(isAnswered && field.equals("currency")))
                .toList();
        if (columns.isEmpty()) {
            throw usage("the input is not JSON, and its first line is not the header row of a CSV file."
                    + " A header row has column names such as id, amount, currency and transactionDate.");
        }
        if (!missing.isEmpty()) {
            throw usage("no column for " + String.join(", ", missing) + ". " + advice.name(missing.getFirst())
                    + (missing.contains("currency") ? advice.currency() : "")
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
        return header + " " + Arrays.toString(fields) + " " + amounts + " " + options.answers();
    }
}
