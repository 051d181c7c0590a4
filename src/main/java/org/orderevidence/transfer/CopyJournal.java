package org.orderevidence.transfer;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores the progress of a {@link StoreCopy}. Another run continues from there. */
public interface CopyJournal {
    /** Returns the progress of an interrupted run, or empty if there is none. */
    Optional<Place> place();

    /** Saves the progress: everything before it is on stable storage in the target. */
    void reached(Place place);

    /** Deletes the progress after the end of a copy. Another run then starts again. */
    void end();

    /** Steps of a copy, in this order. */
    enum Step {
        ORDERS,
        RECORDS
    }

    /**
     * A position in a copy.
     *
     * @param step the current step
     * @param after cursor of the next page, see {@link org.orderevidence.store.EvidenceArchive.Page#next}; {@code null}
     *     for the first page
     * @param records number of records of this step that were copied before it
     */
    record Place(Step step, @Nullable String after, long records) {
        /** Start of a copy. */
        public static final Place START = new Place(Step.ORDERS, null, 0);
    }
}
