package org.orderevidence.upload.csv;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options for reading CSV.
 *
 * @param fields the field of a column, by the column's name; empty to ignore the column
 * @param amounts form of the amounts
 * @param advice how messages describe the fix
 */
public record CsvOptions(Map<String, String> fields, Amounts amounts, CsvAdvice advice) {
    public CsvOptions {
        fields = Map.copyOf(fields);
    }

    /**
     * Reads the options of a command.
     *
     * @param mapped entries {@code column=field}; the last one for a column wins
     * @param amounts as {@link Amounts#of} reads it
     * @throws UnusableInput if one is not of this form
     */
    public static CsvOptions of(List<String> mapped, String amounts) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String map : mapped) {
            int equals = map.lastIndexOf('=');
            if (equals < 1) {
                throw UnusableInput.atStart("--map must be COLUMN=FIELD, or COLUMN= to ignore a column");
            }
            fields.put(
                    map.substring(0, equals).strip(), map.substring(equals + 1).strip());
        }
        return new CsvOptions(fields, Amounts.of(amounts), CsvAdvice.COMMAND);
    }
}
