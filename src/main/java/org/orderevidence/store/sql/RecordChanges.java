package org.orderevidence.store.sql;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.Stored;

/**
 * What a batch changes.
 *
 * @param records of guarded kinds, sorted by place, each place once
 * @param rows of merged kinds, sorted by place, each place once
 * @param counted by how much the number of orders of each space changes, by the number of the space; never 0
 */
record RecordChanges(List<RecordChange> records, List<RowChange> rows, SortedMap<Integer, Integer> counted) {
    /**
     * A changed record of a guarded kind.
     *
     * @param was as it was read; {@code null} if there was none
     * @param put as it becomes; {@code null} if it is removed. One of both is there
     */
    record RecordChange(
            Place place, @Nullable Stored was, @Nullable Stored put) {}

    /**
     * A changed record of a merged kind.
     *
     * @param put what is stored if there is no record, or one of at most {@code upTo}; {@code null} to delete that
     * @param upTo the greatest version that is replaced or deleted; 0 if what is stored stays
     * @param isNew true if it follows from a record that was not there, so that probably no row is in its way
     */
    record RowChange(Place place, @Nullable Stored put, long upTo, boolean isNew) {}
}
