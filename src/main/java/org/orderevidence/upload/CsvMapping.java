package org.orderevidence.upload;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.upload.ColumnField.Cell;
import org.orderevidence.upload.ColumnField.Found;
import org.orderevidence.upload.ColumnField.Match;
import org.orderevidence.upload.Records.CsvColumns;

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
    private final CsvOptions options;
    private final @Nullable ColumnField[] fields;
    private final Map<String, Integer> columns = new HashMap<>();
    private final @Nullable KnownExport export;
    private Amounts amounts;

    private CsvMapping(List<String> names, CsvOptions options) {
        this.header = names.stream().map(String::strip).toList();
        this.options = options;
        this.fields = new ColumnField[header.size()];
        this.export = KnownExport.recognised(header).orElse(null);
        this.amounts = options.amounts();
    }

    /**
     * Maps the columns of a header. An option has priority over the columns of a known export, and those over the name of
     * a column. A column with the field's own name has priority over one with a similar name, and that one over a synonym.
     *
     * @throws UnusableInput if two columns have the same field, a required field has no column, or an option is wrong
     */
    static CsvMapping of(List<String> names, CsvOptions options) {
        CsvMapping mapping = new CsvMapping(names, options);
        if (mapping.header.stream().anyMatch(name -> name.indexOf(REPLACEMENT) >= 0)) {
            throw UnusableInput.atStart("the header row is not "
                    + options.answers().encoding() + ". " + options.advice().encoding());
        }
        mapping.map();
        return mapping;
    }

    /** Returns the fields that columns mean by their names alone, by their position. Required fields may be missing. */
    static Map<Integer, String> meant(List<String> names) {
        CsvMapping mapping = new CsvMapping(names, new CsvOptions(Map.of(), Amounts.AUTO, CsvOptions.Advice.PAGE));
        try {
            mapping.map();
        } catch (UnusableInput incomplete) {
            // The fields that were found until then are shown, and the fault of the selection is.
        }
        return mapping.mapped()
                .boxed()
                .collect(Collectors.toMap(i -> i, i -> mapping.mappedField(i).name()));
    }

    private void map() {
        boolean[] isSet = new boolean[fields.length];
        options.fields().forEach((column, field) -> {
            int index = index(column);
            isSet[index] = true;
            if (!field.isEmpty()) {
                take(
                        index,
                        ColumnField.find(field)
                                .map(Found::field)
                                .orElseThrow(() ->
                                        UnusableInput.atStart(options.advice().prefix()
                                                + "an order has no field " + field
                                                + ". Fields have the names of the interface, such as"
                                                + " receipt.customerEmail.")));
            }
        });
        if (export != null) {
            export.columns(header).forEach((index, field) -> {
                if (!isSet[index] && !field.isEmpty() && !columns.containsKey(field)) {
                    take(index, ColumnField.named(field));
                }
                isSet[index] = true;
            });
        }
        for (Match match : Match.values()) {
            Map<String, Integer> better = Map.copyOf(columns);
            for (int i = 0; i < fields.length; i++) {
                Optional<Found> found = isSet[i] ? Optional.empty() : ColumnField.find(header.get(i));
                if (found.isPresent() && found.get().match() == match) {
                    String name = found.get().field().name();
                    if (!better.containsKey(name) && !(match == Match.LIKELY && columns.containsKey(name))) {
                        take(i, found.get().field());
                    }
                }
            }
        }
        requireAll();
    }

    private int index(String column) {
        int index = header.indexOf(column);
        if (index < 0) {
            throw UnusableInput.atStart(options.advice().prefix() + "the file has no column " + column
                    + ". Its columns are: " + String.join(", ", header));
        }
        if (index != header.lastIndexOf(column)) {
            throw UnusableInput.atStart(
                    options.advice().prefix() + "the file has two columns " + column + ". Rename one.");
        }
        return index;
    }

    private void take(int index, ColumnField field) {
        fields[index] = field;
        Integer other = columns.put(field.name(), index);
        if (other != null) {
            throw UnusableInput.atStart("the columns " + header.get(other) + " and " + header.get(index) + " both mean "
                    + field.name() + ". " + options.advice().ignore(header.get(other)));
        }
    }

    private void requireAll() {
        if (columns.isEmpty()) {
            throw UnusableInput.atStart("the input is not JSON, and its first line is not the header row of a CSV file."
                    + " A header row has column names such as id, amount, currency and transactionDate.");
        }
        List<String> missing = REQUIRED.stream()
                .filter(field -> !columns.containsKey(field) && !(currency() != null && field.equals("currency")))
                .toList();
        if (!missing.isEmpty()) {
            throw UnusableInput.atStart("no column for " + String.join(", ", missing) + ". "
                    + options.advice().name(missing.getFirst())
                    + (missing.contains("currency") ? options.advice().currency() : "")
                    + " The columns are: " + String.join(", ", header));
        }
    }

    /** Returns this mapping with the form of amounts that the first rows show, if the options leave it open. */
    CsvMapping withAmountsOf(List<List<String>> rows) {
        if (options.amounts() == Amounts.AUTO) {
            List<String> texts = mapped().filter(i -> mappedField(i).kind() == Cell.AMOUNT)
                    .boxed()
                    .flatMap(i -> rows.stream()
                            .filter(row -> i < row.size())
                            .map(row -> row.get(i).strip()))
                    .toList();
            amounts = Amounts.shownBy(texts).orElse(export == null ? Amounts.MINOR : Amounts.DECIMAL);
        }
        return this;
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
        return form == null ? null : CsvOptions.Answers.formatter(form);
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
    boolean isGuest(ColumnField field) {
        return export != null && field.name().equals("customerAccountId");
    }

    /** Returns true if a row can be one of several of its order. */
    boolean hasRowItems() {
        return mapped().anyMatch(i -> mappedField(i).item() == ColumnField.ROW_ITEM);
    }

    /** Returns the number of columns in the header. */
    int size() {
        return fields.length;
    }

    /** Returns the field of a column; null if the column is ignored. */
    @Nullable
    ColumnField field(int column) {
        return fields[column];
    }

    /** Returns the index of a field's column; negative if it has none. */
    int columnOf(ColumnField field) {
        return columns.getOrDefault(field.name(), -1);
    }

    /** Returns the name of a column as messages show it. */
    String column(int column) {
        return '"' + printable(header.get(column)) + '"';
    }

    /** Returns how messages describe the fix. */
    CsvOptions.Advice advice() {
        return options.advice();
    }

    /** Returns the form of the amounts. */
    Amounts amounts() {
        return amounts;
    }

    private IntStream mapped() {
        return IntStream.range(0, fields.length).filter(i -> fields[i] != null);
    }

    private ColumnField mappedField(int column) {
        return Objects.requireNonNull(fields[column]);
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
        if (export == null) {
            mapped().filter(i -> !options.fields().containsKey(header.get(i)))
                    .filter(i -> ColumnField.find(header.get(i))
                            .filter(found -> found.match() == Match.LIKELY)
                            .isPresent())
                    .forEach(i -> notes.add("the column " + column(i) + " is taken as " + target(i)));
        }
        return notes;
    }

    @Override
    public List<String> names() {
        return header;
    }

    @Override
    public List<String> lines() {
        int width = header.stream().mapToInt(String::length).max().orElse(0);
        return IntStream.range(0, fields.length)
                .mapToObj(i -> printable(header.get(i))
                        + " ".repeat(width - header.get(i).length()) + " -> " + target(i))
                .toList();
    }

    @Override
    public String summary() {
        return mapped().mapToObj(i -> printable(header.get(i)) + " -> " + target(i))
                .collect(Collectors.joining(", "));
    }

    @Override
    public String ignored() {
        return IntStream.range(0, fields.length)
                .filter(i -> fields[i] == null && !header.get(i).isEmpty())
                .mapToObj(i -> printable(header.get(i)))
                .collect(Collectors.joining(", "));
    }

    private String target(int column) {
        ColumnField field = fields[column];
        if (field == null) {
            return "ignored";
        }
        return field.name() + (field.kind() == Cell.AMOUNT ? " (" + amounts.description() + ")" : "");
    }

    /** Returns a text without control characters, which a terminal would obey. */
    private static String printable(String text) {
        return text.chars().anyMatch(Character::isISOControl) ? text.replaceAll("\\p{Cntrl}", "?") : text;
    }

    @Override
    public String identity() {
        return header + " " + Arrays.toString(fields) + " " + amounts + " " + options.answers();
    }
}
