package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.util.List;

/**
 * A kind of write. All writes of this kind in a transaction are performed together.
 *
 * @param <W> what a caller hands in
 * @param <T> what a caller gets
 */
public interface GroupedWork<W, T> {
    /**
     * Performs writes, as if one by one. May be done again from the start when the first try was rolled back.
     *
     * @param again true if it was rolled back because another changed the same rows
     * @return one result for each write, in the same order
     */
    List<T> perform(Session session, List<W> writes, boolean again) throws SQLException;

    /** Returns true if it may be done again although it may have been committed: its results are the same. */
    default boolean isRepeatable() {
        return false;
    }

    /**
     * When it is done within a transaction, the lowest first: everywhere the same, so that no two wait for each other.
     */
    int turn();
}
