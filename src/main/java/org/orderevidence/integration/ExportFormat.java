package org.orderevidence.integration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardNumbers;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a file of a platform looks like.
 *
 * @param title its name at the platform
 * @param noun what a record is, such as {@code payment}
 * @param key the column whose value identifies a record
 * @param continuation a column that has a value only in the first row of a record; empty if a record is one row
 * @param required columns without which no record can be read; one of each list must exist
 * @param columns that are read
 * @param ids columns of the platform's own ids, which can look like card numbers
 * @param telephones columns of telephone numbers
 */
public record ExportFormat(
        String title,
        String noun,
        String key,
        @Nullable String continuation,
        List<List<String>> required,
        List<Column> columns,
        Set<String> ids,
        Set<String> telephones) {
    private static final char REPLACEMENT = '\uFFFD';

    public ExportFormat {
        required = List.copyOf(required);
        columns = List.copyOf(columns);
        ids = keys(ids);
        telephones = keys(telephones);
    }

    /**
     * A column that is read.
     *
     * @param path the names that lead to its value in an event; empty if code reads it
     * @param names that it can have; the first that has a value counts
     */
    public record Column(List<String> path, List<String> names) {
        /** Returns the columns of a table. A line has a path with slashes, an equals sign, and names with bars. */
        public static List<Column> table(String lines) {
            return lines.lines()
                    .map(line -> new Column(
                            Stream.of(line.substring(0, line.indexOf('='))
                                            .strip()
                                            .split("/", -1))
                                    .filter(name -> !name.isEmpty())
                                    .toList(),
                            Arrays.stream(line.substring(line.indexOf('=') + 1).split("\\|", -1))
                                    .map(String::strip)
                                    .toList()))
                    .toList();
        }
    }

    private static Set<String> keys(Collection<String> names) {
        return names.stream().map(ExportHeader::key).collect(Collectors.toUnmodifiableSet());
    }

    /** Writes the values of a row into an event. */
    public void copy(ExportRow row, ObjectNode event) {
        for (Column column : columns) {
            String text =
                    column.path().isEmpty() ? null : row.text(column.names().toArray(String[]::new));
            if (text != null) {
                ObjectNode object = event;
                for (String name : column.path().subList(0, column.path().size() - 1)) {
                    object = object.withObjectProperty(name);
                }
                object.put(column.path().getLast(), text);
            }
        }
    }

    /** Returns the required columns that the file does not have. */
    public List<String> missing(ExportHeader header) {
        List<String> missing = new ArrayList<>();
        for (List<String> alternatives : required) {
            if (alternatives.stream().noneMatch(header::has)) {
                missing.add(alternatives.getFirst());
            }
        }
        return missing;
    }

    /** Returns the columns that are not read. */
    public List<String> ignored(ExportHeader header) {
        Set<String> known =
                keys(columns.stream().flatMap(column -> column.names().stream()).toList());
        List<String> ignored = new ArrayList<>();
        Set<String> found = new HashSet<>();
        for (String name : header.names()) {
            String key = ExportHeader.key(name);
            if (!name.isEmpty() && (!known.contains(key) || !found.add(key))) {
                ignored.add(name);
            }
        }
        return ignored;
    }

    /** Returns true if a row belongs to the record that starts with another row. */
    public boolean continues(ExportRow first, ExportRow row) {
        String of = first.text(key);
        if (continuation == null || of == null || !of.equals(row.text(key))) {
            return false;
        }
        String again = row.text(continuation);
        return again == null || again.equals(first.text(continuation));
    }

    /** Refuses a record with a row that is not complete or not UTF-8, or with a card number in any value. */
    public void check(List<ExportRow> record) throws RowFault {
        for (ExportRow row : record) {
            check(row);
        }
    }

    private void check(ExportRow row) throws RowFault {
        List<String> names = row.header().names();
        if (row.size() != names.size()) {
            throw new RowFault(
                    row.line(),
                    null,
                    "the row has " + row.size() + " values, and the header row has " + names.size(),
                    "put values that contain the separator in double quotes");
        }
        for (int i = 0; i < names.size(); i++) {
            String cell = row.cell(i);
            if (cell.indexOf(REPLACEMENT) >= 0) {
                throw new RowFault(
                        row.line(), names.get(i), "the value is not UTF-8", "save the file as \"CSV UTF-8\"");
            }
            if (hasCardNumber(names.get(i), cell)) {
                throw new RowFault(
                        row.line(),
                        names.get(i),
                        "the value contains what looks like a card number",
                        "remove it; only the first six and the last four digits may be in a file");
            }
        }
    }

    /** Returns true if a value contains what looks like a card number, and is not an ID of the platform. */
    public boolean hasCardNumber(String column, String value) {
        String name = ExportHeader.key(column);
        if (ids.contains(name)) {
            return false;
        }
        return telephones.contains(name) ? CardNumbers.appearInTelephone(value) : CardNumbers.appearIn(value);
    }
}
