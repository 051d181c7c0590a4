package org.orderevidence.store.sql.sqlite;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.HistoryPart;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.ListRange;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.EvidenceReads;
import org.orderevidence.store.sql.dialect.HistoryPlace;
import org.orderevidence.store.sql.dialect.HistoryTable;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.dialect.OrdersByTime;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.StoredOrders;

/** Reads SQLite: a statement costs little there, so each reads one thing. */
public final class SqliteReads implements EvidenceReads {
    /** One statement, so that what it reads is of one state. Of the order also where its history is. */
    public static final String SELECT_ORDER = """
            SELECT 0, id, version, uploaded_at, document, NULL, -list_rank / 86400000, history_day, credential_1
            FROM orders WHERE space = ? AND id = ?
            UNION ALL
            SELECT 1, order_id, 0, 0, document, dispute_id, 0, 0, NULL FROM disputes WHERE space = ? AND order_id = ?
            UNION ALL
            SELECT 2, order_id, 0, 0, document, report_id, 0, 0, NULL
            FROM fraud_reports WHERE space = ? AND order_id = ?""";

    public static final String SELECT_COUNT = "SELECT orders FROM spaces WHERE number = ?";

    public static final String SELECT_RANGE = """
            SELECT order_id, version, marks, facts, day FROM history
            WHERE space = ? AND credential = ? AND day BETWEEN ? AND ? ORDER BY day DESC, order_id LIMIT ?""";

    /**
     * Most rows of all ranges of a history that are read with one statement before each range is read by itself: a
     * statement costs as much as twenty rows, and nearly all cards have fewer than this.
     */
    private static final int MOST_AT_ONCE = 256;

    private static final int PARTS_OF_AN_ORDER = 3;
    private static final int PLACE_COLUMN = 7;
    private static final int PARAMETERS_OF_A_MINUTE = 4;

    private final Dialect dialect;

    SqliteReads(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public @Nullable StoredOrder order(Session session, OpenSpace space, OrderId id) throws SQLException {
        return order(session, space, id.value());
    }

    private static @Nullable StoredOrder order(Session session, OpenSpace space, String id) throws SQLException {
        return orders(session, space, id).get(id);
    }

    @Override
    public @Nullable OrderParts parts(Session session, OpenSpace space, OrderId id) throws SQLException {
        return orders(session, space, id.value()).withParts(id.value());
    }

    private static StoredOrders orders(Session session, OpenSpace space, String id) throws SQLException {
        StoredOrders orders = space.orders();
        try (ResultSet row = selectOrder(session, space, id)) {
            while (row.next()) {
                orders.add(row);
            }
        }
        return orders;
    }

    private static ResultSet selectOrder(Session session, OpenSpace space, String id) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_ORDER);
        for (int i = 0; i < PARTS_OF_AN_ORDER; i++) {
            select.setInt(2 * i + 1, space.number());
            select.setString(2 * i + 2, id);
        }
        return select.executeQuery();
    }

    @Override
    public @Nullable OrderInHistory orderInHistory(
            Session session, OpenSpace space, OrderId id, int daysBefore, int daysAfter, int limit)
            throws SQLException {
        return inOneState(session, () -> {
            StoredOrders orders = space.orders();
            HistoryPlace place = null;
            try (ResultSet row = selectOrder(session, space, id.value())) {
                while (row.next()) {
                    orders.add(row);
                    if (row.getInt(1) == StoredOrders.ORDER) {
                        place = HistoryPlace.of(row, PLACE_COLUMN, daysBefore, daysAfter);
                    }
                }
            }
            StoredOrder order = orders.get(id.value());
            if (order == null || place == null) {
                return order == null ? null : new OrderInHistory(order, null);
            }
            List<HistoryRow> rows = rows(session, space, place.credential(), List.of(place.days()), limit + 1);
            return new OrderInHistory(order, place.part(rows, limit));
        });
    }

    /** Each order is of one state; what several show of each other is not promised. */
    @Override
    public Map<OrderId, StoredOrder> orders(Session session, OpenSpace space, Set<OrderId> ids) throws SQLException {
        Map<OrderId, StoredOrder> found = HashMap.newHashMap(ids.size());
        for (OrderId id : ids) {
            StoredOrder order = order(session, space, id);
            if (order != null) {
                found.put(id, order);
            }
        }
        return found;
    }

    @Override
    public List<HistoryRow> history(
            Session session, OpenSpace space, KeyedHash credential, List<DayRange> ranges, int limit)
            throws SQLException {
        DayRange span = DayRange.around(ranges);
        List<HistoryRow> all = rows(session, space, credential, List.of(span), MOST_AT_ONCE);
        List<HistoryRow> found = all.size() < MOST_AT_ONCE
                ? new HistoryPart(credential, span, all).rows(credential, ranges, limit)
                : null;
        return found != null ? found : inOneState(session, () -> rows(session, space, credential, ranges, limit));
    }

    private static List<HistoryRow> rows(
            Session session, OpenSpace space, KeyedHash credential, List<DayRange> ranges, int limit)
            throws SQLException {
        List<HistoryRow> rows = new ArrayList<>();
        for (DayRange range : ranges) {
            if (rows.size() == limit) {
                break;
            }
            PreparedStatement select = session.prepare(SELECT_RANGE);
            select.setInt(1, space.number());
            select.setBytes(2, credential.bytes());
            select.setLong(3, range.from().toEpochDay());
            select.setLong(4, range.until().toEpochDay());
            select.setInt(5, limit - rows.size());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(HistoryTable.row(row, 1));
                }
            }
        }
        return rows;
    }

    @Override
    public List<StoredOrder> page(Session session, OpenSpace space, @Nullable ListPlace after, int skip, int limit)
            throws SQLException {
        return inOneState(session, () -> {
            List<StoredOrder> page = new ArrayList<>(limit);
            for (ListPlace place : OrdersByTime.places(
                    session, space, null, ListRange.of(ListRange.ALL_DAYS, false, after), skip, limit)) {
                StoredOrder order = order(session, space, place.id());
                if (order != null) {
                    page.add(order);
                }
            }
            return page;
        });
    }

    @Override
    public String selectCount() {
        return SELECT_COUNT;
    }

    private interface Reading<T extends @Nullable Object> {
        T read() throws SQLException;
    }

    /** All statements of a reading see the same state. One that fails loses its session, and so its transaction. */
    private <T extends @Nullable Object> T inOneState(Session session, Reading<T> reading) throws SQLException {
        dialect.begin(session, Dialect.Purpose.READ);
        T result = reading.read();
        dialect.commit(session);
        return result;
    }
}
