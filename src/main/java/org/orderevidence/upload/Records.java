package org.orderevidence.upload;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of an input in one format. */
public interface Records {
    /**
     * Returns the next record; null at the end.
     *
     * @throws IOException if the input cannot be read from here on
     */
    @Nullable
    Item next() throws IOException;

    /** Skips the next record. Returns false at the end. */
    boolean skip() throws IOException;

    /** Returns how the columns of CSV are read; null for JSON. */
    @Nullable
    default CsvColumns columns() {
        return null;
    }

    /** Returns the cells of each row of the last record, as they are in the file; empty if the file is not CSV. */
    default List<List<String>> rows() {
        return List.of();
    }

    /** Returns the end of the last record. */
    Item.Place place();
}
