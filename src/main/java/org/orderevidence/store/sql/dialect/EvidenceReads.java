package org.orderevidence.store.sql.dialect;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderParts;

/**
 * Reads of a database, each with as few statements as suits it. {@link org.orderevidence.store.EvidenceStore} describes
 * the arguments. A space comes with the keys that open its records.
 */
public interface EvidenceReads {
    @Nullable
    StoredOrder order(Session session, OpenSpace space, OrderId id) throws SQLException;

    @Nullable
    OrderParts parts(Session session, OpenSpace space, OrderId id) throws SQLException;

    @Nullable
    OrderInHistory orderInHistory(
            Session session, OpenSpace space, OrderId id, int daysBefore, int daysAfter, int limit) throws SQLException;

    Map<OrderId, StoredOrder> orders(Session session, OpenSpace space, Set<OrderId> ids) throws SQLException;

    List<HistoryRow> history(Session session, OpenSpace space, KeyedHash credential, List<DayRange> ranges, int limit)
            throws SQLException;

    List<StoredOrder> page(Session session, OpenSpace space, @Nullable ListPlace after, int skip, int limit)
            throws SQLException;

    default long count(Session session, OpenSpace space) throws SQLException {
        PreparedStatement select = session.prepare(selectCount());
        select.setInt(1, space.number());
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** The statement that reads the number of orders of the space {@code ?}. */
    String selectCount();
}
