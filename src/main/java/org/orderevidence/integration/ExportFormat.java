package org.orderevidence.integration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.part.Platform;

/**
 * What a file of a platform looks like.
 *
 * @param platform who exports it
 * @param title its name at the platform
 * @param noun what a record is, such as {@code payment}
 * @param key the column whose value identifies a record
 * @param continuation a column that has a value only in the first row of a record; empty if a record is one row
 * @param required columns without which no record can be read; one of each list must exist
 * @param known columns that are read
 * @param ids columns of the platform's own ids, which can look like card numbers
 * @param telephones columns of telephone numbers
 */
public record ExportFormat(
        Platform platform,
        String title,
        String noun,
        String key,
        @Nullable String continuation,
        List<List<String>> required,
        Set<String> known,
        Set<String> ids,
        Set<String> telephones) {
    private static final char REPLACEMENT = '\uFFFD';

    public ExportFormat {
        required = List.copyOf(required);
        known = keys(known);
        ids = keys(ids);
        telephones = keys(telephones);
    }

    private static Set<String> keys(Collection<String> names) {
        return names.stream().map(ExportHeader::key).collect(Collectors.toUnmodifiableSet());
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
    public void check(ExportRecord record) throws RowFault {
        for (ExportRow row : record.rows()) {
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
