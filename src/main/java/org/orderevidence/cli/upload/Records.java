package org.orderevidence.cli.upload;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The records of an input in one format. */
interface Records {
    /**
     * Returns the next record; null at the end.
     *
     * @throws IOException if the input cannot be read from here on
     */
    @Nullable
    Item next() throws IOException;

    /** Passes over the next record. Returns false at the end. */
    boolean skip() throws IOException;

    /** Returns the end of the last record. */
    Item.Place place();
}
