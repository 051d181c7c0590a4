package org.orderevidence.upload;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options for reading CSV.
 *
 * @param fields the field of a column, by the column's name; empty to ignore the column
 * @param amounts form of the amounts
 * @param answers what the file does not say itself
 * @param advice how messages describe the fix
 */
public record CsvOptions(Map<String, String> fields, Amounts amounts, Answers answers, CsvAdvice advice) {
    public CsvOptions {
        fields = Map.copyOf(fields);
    }

    /** The options without answers. */
    public CsvOptions(Map<String, String> fields, Amounts amounts, CsvAdvice advice) {
        this(fields, amounts, Answers.NONE, advice);
    }

    /**
     * What a file does not say itself.
     *
     * @param currency of rows that name none; null if not given
     * @param zone of times without zone; null if not given
     * @param dateFormat form of dates, and null for those that are always read
     * @param encoding of the text
     */
    public record Answers(
            @Nullable String currency,
            @Nullable ZoneId zone,
            @Nullable String dateFormat,
            Charset encoding) {
        /** Nothing was answered. */
        public static final Answers NONE = new Answers(null, null, null, StandardCharsets.UTF_8);

        /**
         * Reads the answers of a person.
         *
         * @param currency ISO 4217 code; empty if not given, as the others
         * @throws UnusableInput if one is not known
         */
        public static Answers of(String currency, String zone, String dateFormat, String encoding) {
            if (!currency.isEmpty() && Amounts.digits(currency).isEmpty()) {
                throw UnusableInput.atStart("the currency " + currency + " is not an ISO 4217 code such as USD");
            }
            return new Answers(
                    currency.isEmpty() ? null : currency.toUpperCase(Locale.ROOT),
                    zone(zone),
                    format(dateFormat),
                    charset(encoding));
        }

        private static @Nullable ZoneId zone(String zone) {
            try {
                return zone.isEmpty() ? null : ZoneId.of(zone);
            } catch (DateTimeException unknown) {
                throw UnusableInput.atStart("the time zone " + zone
                        + " is not known. Write a name such as Europe/Dublin, UTC, or an offset such as +02:00.");
            }
        }

        private static @Nullable String format(String format) {
            try {
                return format.isEmpty() || CsvTime.formatter(format) == null ? null : format;
            } catch (IllegalArgumentException wrong) {
                throw UnusableInput.atStart("the date format " + format
                        + " is not known. Write it like dd/MM/yyyy HH:mm, with MM for the month and mm for minutes.");
            }
        }

        private static Charset charset(String encoding) {
            try {
                return encoding.isEmpty() ? StandardCharsets.UTF_8 : Charset.forName(encoding);
            } catch (IllegalArgumentException unknown) {
                throw UnusableInput.atStart(
                        "the encoding " + encoding + " is not known. Use UTF-8, windows-1252, ISO-8859-1 or UTF-16.");
            }
        }
    }

    /**
     * Reads the options of a command.
     *
     * @param mapped entries {@code column=field}; the last one for a column wins
     * @param amounts as {@link Amounts#of} reads it
     * @throws UnusableInput if one is not of this form
     */
    public static CsvOptions of(List<String> mapped, String amounts, Answers answers) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String map : mapped) {
            int equals = map.lastIndexOf('=');
            if (equals < 1) {
                throw UnusableInput.atStart("--map must be COLUMN=FIELD, or COLUMN= to ignore a column");
            }
            fields.put(
                    map.substring(0, equals).strip(), map.substring(equals + 1).strip());
        }
        return new CsvOptions(fields, Amounts.of(amounts), answers, CsvAdvice.COMMAND);
    }
}
