package org.orderevidence.upload;

import java.util.List;

/** How the columns of a CSV file are read. */
public interface CsvColumns {
    /** Returns the names of the columns, as they are in the header. */
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
