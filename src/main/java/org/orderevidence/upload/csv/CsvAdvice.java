package org.orderevidence.upload.csv;

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
    };

    /** Returns the start of a message about a wrong field of a column. */
    abstract String prefix();

    /** Returns how to ignore a column. */
    abstract String ignore(String column);

    /** Returns how to name the column of a field. */
    abstract String name(String field);

    /** Returns how to read amounts with a decimal point or comma. */
    abstract String decimal();
}
