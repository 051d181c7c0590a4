package org.orderevidence.transfer;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Remembers how far a {@link StoreCopy} has come, so that another run goes on from there. */
public interface CopyJournal {
    /** How far an earlier run came; empty when there was none, or it came to its end. */
    Optional<Place> place();

    /** From here another run would go on: all before it is on stable storage in the target. */
    void reached(Place place);

    /** The copy came to its end: another run begins at the beginning. */
    void end();

    /** What is copied in turn. */
    enum Step {
        ORDERS,
        SIGHTINGS,
        KEYS
    }

    /**
     * A place in a copy.
     *
     * @param step which walk
     * @param after where it goes on, see {@link org.orderevidence.store.EvidenceArchive.Page#next}; absent for its
     *     beginning
     * @param records how many of this step were copied before it
     */
    record Place(Step step, @Nullable String after, long records) {
        /** Where a copy begins. */
        public static final Place START = new Place(Step.ORDERS, null, 0);
    }
}
