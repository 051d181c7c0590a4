package org.orderevidence.cli.upload.csv;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;

/**
 * How the caller wants CSV to be read.
 *
 * @param fields the field of a column, by the column's name; empty to ignore the column
 * @param amounts how amounts are written
 */
public record CsvOptions(Map<String, String> fields, Amounts amounts) {
    public CsvOptions {
        fields = Map.copyOf(fields);
    }

    /**
     * Reads the options.
     *
     * @param mapped {@code column=field} each; the last one of a column wins
     * @param amounts as {@link Amounts#of} reads it
     * @throws Failure if one is not of this form
     */
    public static CsvOptions of(List<String> mapped, String amounts) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String map : mapped) {
            int equals = map.lastIndexOf('=');
            if (equals < 1) {
                throw new Failure(ExitCode.USAGE, "--map must be COLUMN=FIELD, or COLUMN= to ignore a column");
            }
            fields.put(
                    map.substring(0, equals).strip(), map.substring(equals + 1).strip());
        }
        return new CsvOptions(fields, Amounts.of(amounts));
    }
}
