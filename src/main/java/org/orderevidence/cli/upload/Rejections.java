package org.orderevidence.cli.upload;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orderevidence.upload.CsvColumns;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;

/** A file of the records that were rejected or have warnings, and why. */
public interface Rejections extends Closeable {
    /** Opens the file. */
    interface Opening {
        /**
         * Opens the file.
         *
         * @param keep how many bytes of it belong to an earlier run; the rest is cut off
         * @param columns of the input, if it is CSV
         */
        Rejections open(Path path, long keep, @Nullable CsvColumns columns) throws IOException;
    }

    /**
     * Adds a record.
     *
     * @param unit what the numbers of records count, such as {@code line}
     */
    void add(String unit, Item item, Outcome.Rejected rejected) throws IOException;

    /**
     * Adds a record that was accepted with warnings.
     *
     * @param unit what the numbers of records count, such as {@code line}
     */
    default void warn(String unit, Item item, Outcome.Taken taken) throws IOException {}

    /** Returns its length in bytes. */
    long length() throws IOException;
}
