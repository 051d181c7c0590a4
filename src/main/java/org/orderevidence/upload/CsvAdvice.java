package org.orderevidence.upload;

/**
 * How a reader of a message changes the way CSV is read: with options of a command, or with fields of a page.
 *
 * @param prefix start of a message about a wrong field of a column
 * @param ignoring how to ignore a column, with a place for its name
 * @param naming how to name the column of a field, with a place for the field
 * @param decimal how to read amounts with a decimal point or comma
 * @param currency how to give the currency of all rows, after a blank
 * @param zone how to give the zone of times
 * @param dateFormat how to give the form of dates
 * @param encoding how to read text that is not UTF-8
 */
public record CsvAdvice(
        String prefix,
        String ignoring,
        String naming,
        String decimal,
        String currency,
        String zone,
        String dateFormat,
        String encoding) {
    /** The options of the command {@code orders upload}. */
    public static final CsvAdvice COMMAND = new CsvAdvice(
            "--map: ",
            "Ignore one with --map \"%s=\".",
            "Name it with --map COLUMN=%s.",
            "For amounts such as 19.99, run the command with --amounts decimal; for 19,99 with --amounts decimal-comma.",
            " Or give one currency for all rows with --currency USD.",
            "give it with --zone, such as --zone Europe/Dublin",
            "give another form with --date-format, such as dd/MM/yyyy HH:mm",
            "Save the file as \"CSV UTF-8\", or give its encoding with --encoding, such as windows-1252.");

    /** The selections of the upload page. */
    public static final CsvAdvice PAGE = new CsvAdvice(
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
