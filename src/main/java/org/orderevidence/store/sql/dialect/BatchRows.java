package org.orderevidence.store.sql.dialect;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.Bytes;

/** How the rows of many writes are found and written, as suits the database; part of the committer's transaction. */
public interface BatchRows {
    /**
     * The orders of these keys that are held.
     *
     * @param keys sorted, each once
     * @param locked true to keep others from changing them until the transaction ends
     */
    Map<OrderKey, HeldOrder> held(Session session, List<OrderKey> keys, boolean locked) throws SQLException;

    /** The history rows of these keys that are held. */
    Map<HistoryKey, HeldHistory> history(Session session, List<HistoryKey> keys) throws SQLException;

    /**
     * Makes changes.
     *
     * @throws SQLException also when an order is no longer held as it was read; {@link Dialect#sort} takes it for
     *     {@link Dialect.Failure#AGAIN}
     */
    void write(Session session, OrderChanges changes) throws SQLException;

    /**
     * The data of its order in a history row.
     *
     * @param version the order's
     * @param facts what the rule needs
     */
    record HeldHistory(long version, Bytes facts) {}
}
