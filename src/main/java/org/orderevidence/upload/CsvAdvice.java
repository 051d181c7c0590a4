package org.orderevidence.upload;

/** How a reader of a message changes the way CSV is read: with options of a command, or with fields of a page. */
public enum CsvAdvice {
    /** The options of the command {@code orders upload}. */
    COMMAND {
        @Override
        String prefix() {
            return "--map: ";
        }

        @Override
        String ignore(String column) {
            return "Ignore one with --map \"" + column + "=\".";
        }

        @Override
        String name(String field) {
            return "Name it with --map COLUMN=" + field + ".";
        }

        @Override
        String decimal() {
            return "For amounts such as 19.99, run the command with --amounts decimal; for 19,99 with --amounts"
                    + " decimal-comma.";
        }

        @Override
        String currency() {
            return " Or give one currency for all rows with --currency USD.";
        }

        @Override
        String zone() {
            return "give it with --zone, such as --zone Europe/Dublin";
        }

        @Override
        String dateFormat() {
            return "give another form with --date-format, such as dd/MM/yyyy HH:mm";
        }

        @Override
        String encoding() {
            return "Save the file as \"CSV UTF-8\", or give its encoding with --encoding, such as windows-1252.";
        }
    },
    /** The selections of the upload page. */
    PAGE {
        @Override
        String prefix() {
            return "";
        }

        @Override
        String ignore(String column) {
            return "Set one of them to \"ignored\".";
        }

        @Override
        String name(String field) {
            return "Select the field " + field + " for one of the columns.";
        }

        @Override
        String decimal() {
            return "For amounts such as 19.99, select \"With a decimal point\"; for 19,99 \"With a decimal comma\".";
        }

        @Override
        String currency() {
            return " Or write the currency of all rows.";
        }

        @Override
        String zone() {
            return "write the time zone, such as Europe/Dublin";
        }

        @Override
        String dateFormat() {
            return "write another date format, such as dd/MM/yyyy HH:mm";
        }

        @Override
        String encoding() {
            return "Save the file as \"CSV UTF-8\", or select its encoding.";
        }
    };

    /** Returns the start of a message about a wrong field of a column. */
    abstract String prefix();

    /** Returns how to ignore a column. */
    abstract String ignore(String column);

    /** Returns how to name the column of a field. */
    abstract String name(String field);

    /** Returns how to read amounts with a decimal point or comma. */
    abstract String decimal();

    /** Returns how to give the currency of all rows, after a blank. */
    abstract String currency();

    /** Returns how to give the zone of times. */
    abstract String zone();

    /** Returns how to give the form of dates. */
    abstract String dateFormat();

    /** Returns how to read text that is not UTF-8. */
    abstract String encoding();
}
