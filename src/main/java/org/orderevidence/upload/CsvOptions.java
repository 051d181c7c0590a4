package org.orderevidence.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.CurrencyCodes;
import org.orderevidence.upload.Records.CsvFormat;

/**
 * The options for reading CSV.
 *
 * @param fields the field of a column, by the column's name; empty to ignore the column
 * @param answers what the file does not say itself
 * @param columns the fields that columns can have
 * @param isTest true for a key for test data
 */
public record CsvOptions(
        Map<String, String> fields,
        Amounts amounts,
        Answers answers,
        Advice advice,
        ColumnField.Columns columns,
        boolean isTest)
        implements CsvFormat {

    /** The options for orders. */
    public CsvOptions(Map<String, String> fields, Amounts amounts, Answers answers, Advice advice) {
        this(fields, amounts, answers, advice, ColumnField.Columns.ORDER, false);
    }

    public CsvOptions ofDisputes() {
        return new CsvOptions(fields, amounts, answers, advice, ColumnField.Columns.DISPUTE, isTest);
    }

    /** Returns these options for a key: one for test data takes the rows of test payments. */
    public CsvOptions ofTest(boolean test) {
        return new CsvOptions(fields, amounts, answers, advice, columns, test);
    }

    @Override
    public String list() {
        return columns.noun() + "s";
    }

    public CsvOptions(Map<String, String> fields, Amounts amounts, Advice advice) {
        this(fields, amounts, Answers.NONE, advice);
    }

    /**
     * What a file does not say itself.
     *
     * @param currency of rows that name none; null if not given
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
         */
        public static Answers of(String currency, String zone, String dateFormat, String encoding) {
            if (!currency.isEmpty() && CurrencyCodes.find(currency) == null) {
                throw UnusableInput.atStart("the currency " + currency + " is not an ISO 4217 code such as USD");
            }
            Charset charset =
                    read(encoding, Charset::forName, "encoding", "Use UTF-8, windows-1252, ISO-8859-1 or UTF-16.");
            return new Answers(
                    currency.isEmpty() ? null : currency.toUpperCase(Locale.ROOT),
                    read(
                            zone,
                            ZoneId::of,
                            "time zone",
                            "Write a name such as Europe/Dublin, UTC, or an offset such as +02:00."),
                    read(
                                            dateFormat,
                                            Answers::formatter,
                                            "date format",
                                            "Write it like dd/MM/yyyy HH:mm, with MM for the month and mm for minutes.")
                                    == null
                            ? null
                            : dateFormat,
                    charset == null ? StandardCharsets.UTF_8 : charset);
        }

        private static <T> @Nullable T read(String text, Function<String, T> reader, String name, String remedy) {
            try {
                return text.isEmpty() ? null : reader.apply(text);
            } catch (DateTimeException | IllegalArgumentException unknown) {
                throw UnusableInput.atStart("the " + name + " " + text + " is not known. " + remedy);
            }
        }

        /**
         * Returns the form of dates that a text describes. A day that does not exist is none.
         *
         * @throws IllegalArgumentException if it is no form, or its hours can be those before and after noon
         */
        static DateTimeFormatter formatter(String format) {
            String letters = format.replaceAll("'[^']*'", "");
            if (letters.indexOf('h') >= 0 && letters.indexOf('a') < 0) {
                throw new IllegalArgumentException("h without a");
            }
            // A strict form with y needs an era.
            return new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .appendPattern(format.replace('y', 'u'))
                    .toFormatter(Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT);
        }
    }

    @Override
    public Records open(InputStream csv, byte[] firstLine, long linesBefore, LongSupplier bytesRead)
            throws IOException {
        CsvRows rows = new CsvRows(csv, firstLine, linesBefore, RecordReader.MAX_RECORD_BYTES);
        return CsvRecords.orders(rows, RecordReader.MAX_RECORD_BYTES, bytesRead, this);
    }

    @Override
    public Charset encoding() {
        return answers.encoding();
    }

    /**
     * Reads the options of a command.
     *
     * @param mapped entries {@code column=field}; the last one for a column wins
     * @param amounts as {@link Amounts#of} reads it
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
        return new CsvOptions(fields, Amounts.of(amounts), answers, Advice.COMMAND);
    }

    /**
     * How a reader of a message changes the way CSV is read: with options of a command, or with fields of a page.
     *
     * @param prefix start of a message about a wrong field of a column
     * @param currency how to give the currency of all rows, after a blank
     * @param encoding how to read text that is not UTF-8
     */
    public record Advice(
            String prefix,
            String ignoring,
            String naming,
            String decimal,
            String currency,
            String zone,
            String dateFormat,
            String encoding) {
        public static final Advice COMMAND = new Advice(
                "--map: ",
                "Ignore one with --map \"%s=\".",
                "Name it with --map COLUMN=%s.",
                "For amounts such as 19.99, run the command with --amounts decimal; for 19,99 with --amounts"
                        + " decimal-comma.",
                " Or give one currency for all rows with --currency USD.",
                "give it with --zone, such as --zone Europe/Dublin",
                "give another form with --date-format, such as dd/MM/yyyy HH:mm",
                "Save the file as \"CSV UTF-8\", or give its encoding with --encoding, such as windows-1252.");

        public static final Advice PAGE = new Advice(
                "",
                "Set one of them to \"ignored\".",
                "Select the field %s for one of the columns.",
                "For amounts such as 19.99, select \"With a decimal point\"; for 19,99 \"With a decimal comma\".",
                " Or write the currency of all rows.",
                "write the time zone, such as Europe/Dublin",
                "write another date format, such as dd/MM/yyyy HH:mm",
                "Save the file as \"CSV UTF-8\", or select its encoding.");

        String ignore(String column) {
            return ignoring.replace("%s", column);
        }

        String name(String field) {
            return naming.replace("%s", field);
        }
    }
}
