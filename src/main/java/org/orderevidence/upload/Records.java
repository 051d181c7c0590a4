package org.orderevidence.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

public interface Records {
    /**
     * Returns the next record; null at the end.
     *
     * @throws IOException if the input cannot be read from here on
     */
    @Nullable
    Item next() throws IOException;

    /** Skips the next record. Returns false at the end. */
    default boolean skip() throws IOException {
        return next() != null;
    }

    /** Returns how the columns of CSV are read; null for JSON. */
    @Nullable
    default CsvColumns columns() {
        return null;
    }

    Item.Place place();

    /** How the columns of a CSV file are read. */
    interface CsvColumns {
        List<String> names();

        /** Returns one line for each column: its name and what it is read as. */
        List<String> lines();

        /** Returns what was recognised and assumed, one sentence each without its point. */
        default List<String> notes() {
            return List.of();
        }

        /** Returns the columns that are read, in one line. */
        String summary();

        /** Returns the names of the columns that are ignored, in one line; empty if there is none. */
        String ignored();

        /** Returns a text that differs if the columns are read in another way. */
        String identity();
    }

    /** How the CSV files of a command are read. */
    interface CsvFormat {
        /**
         * Opens the records of a file.
         *
         * @param csv starts with the header row
         * @param firstLine the first line of {@code csv}, or its start if the line is very long
         * @param linesBefore lines of the file before {@code csv}
         * @param bytesRead returns how many bytes of the input were read
         * @throws org.orderevidence.upload.UnusableInput if the columns cannot be read
         */
        Records open(InputStream csv, byte[] firstLine, long linesBefore, LongSupplier bytesRead) throws IOException;

        /** Returns the name of the list of records in JSON. */
        default String list() {
            return "orders";
        }

        /** Returns true if the command also reads JSON. */
        default boolean isOneOfSeveral() {
            return true;
        }

        default Charset encoding() {
            return StandardCharsets.UTF_8;
        }
    }
}
