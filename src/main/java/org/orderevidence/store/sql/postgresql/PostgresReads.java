package org.orderevidence.store.sql.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.ListRange;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.EvidenceReads;
import org.orderevidence.store.sql.dialect.HistoryPlace;
import org.orderevidence.store.sql.dialect.HistoryTable;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.dialect.OrdersByTime;
import org.orderevidence.store.sql.dialect.PostgresPipeline;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.StoredOrders;

/**
 * Reads PostgreSQL: each read is one statement, so one round trip, and sees one state (sightings, which never change,
 * may take two). The parts of a {@code UNION ALL} are read one by one, each only when it is needed.
 * {@code OFFSET 0} is there for the planner; see {@link PostgresRows}.
 */
public final class PostgresReads implements EvidenceReads {
    public static final String SELECT_ORDER = """
            SELECT 0, id, version, uploaded_at, document, NULL FROM orders WHERE space = ? AND id = ?
            UNION ALL
            SELECT 1, order_id, 0, 0, document, dispute_id FROM disputes WHERE space = ? AND order_id = ?
            UNION ALL
            SELECT 2, order_id, 0, 0, document, report_id FROM fraud_reports WHERE space = ? AND order_id = ?""";

    /**
     * The same, and the rows of the order's first credential around it: as kind 3 the row's order id, version, marks,
     * facts and day. Columns of one type each, so that the parts are read one by one without a step between.
     */
    public static final String SELECT_ORDER_IN_HISTORY = """
            SELECT p.* FROM orders o CROSS JOIN LATERAL (
              SELECT 0, o.id, o.version, o.uploaded_at, o.document, NULL::text, (-o.list_rank / 86400000)::integer, o.history_day, o.credential_1
              UNION ALL
              SELECT 1, order_id, 0::bigint, 0::bigint, document, dispute_id, NULL::integer, NULL::integer,
                NULL::bytea
              FROM disputes WHERE space = o.space AND order_id = o.id
              UNION ALL
              SELECT 2, order_id, 0::bigint, 0::bigint, document, report_id, NULL::integer, NULL::integer,
                NULL::bytea
              FROM fraud_reports WHERE space = o.space AND order_id = o.id
              UNION ALL
              SELECT 3, order_id, version, marks::bigint, facts, NULL::text, day, NULL::integer, NULL::bytea
              FROM (SELECT order_id, version, marks, facts, day FROM history
                WHERE space = o.space AND credential = o.credential_1 AND day BETWEEN (-o.list_rank / 86400000)::integer - ? AND o.history_day + ?
                ORDER BY day DESC, order_id LIMIT ?) h) p
            WHERE o.space = ? AND o.id = ?""";

    public static final String SELECT_ORDERS = """
            SELECT 0, id, version, uploaded_at, document, NULL FROM orders WHERE space = ? AND id = ANY (?::text[])
            UNION ALL
            SELECT 1, order_id, 0, 0, document, dispute_id FROM disputes WHERE space = ? AND order_id = ANY (?::text[])
            UNION ALL
            SELECT 2, order_id, 0, 0, document, report_id FROM fraud_reports WHERE space = ? AND order_id = ANY (?::text[])""";

    private static final String SELECT_OF_PAGE = """
            SELECT 0, p.id, o.version, o.uploaded_at, o.document, NULL FROM page p CROSS JOIN LATERAL
              (SELECT version, uploaded_at, document FROM orders WHERE space = ? AND id = p.id OFFSET 0) o
            UNION ALL
            SELECT 1, p.id, 0, 0, d.document, d.dispute_id FROM page p CROSS JOIN LATERAL
              (SELECT document, dispute_id FROM disputes WHERE space = ? AND order_id = p.id OFFSET 0) d
            UNION ALL
            SELECT 2, p.id, 0, 0, f.document, f.report_id FROM page p CROSS JOIN LATERAL
              (SELECT document, report_id FROM fraud_reports WHERE space = ? AND order_id = p.id OFFSET 0) f""";

    public static final String SELECT_PAGE =
            "WITH page AS MATERIALIZED (" + OrdersByTime.SELECT_NEWEST + ")\n" + SELECT_OF_PAGE;

    public static final String SELECT_COUNT =
            "SELECT coalesce(sum(orders), 0)::bigint FROM space_counts WHERE space = ?";

    private static final String SELECT_RANGE = """
            (SELECT order_id, version, marks, facts, day FROM history
            WHERE space = ? AND credential = ? AND day BETWEEN ? AND ? ORDER BY day DESC, order_id LIMIT ?)""";

    private static final int HISTORY_ROW = 3;
    private static final int PLACE_COLUMN = 7;

    private static final Comparator<StoredOrder> NEWEST_FIRST = Comparator.comparing(
                    PostgresReads::time, Comparator.reverseOrder())
            .thenComparing(order -> order.order().id().value(), Texts::compareByCodePoint);

    @Override
    public @Nullable StoredOrder order(Session session, OpenSpace space, OrderId id) throws SQLException {
        return orders(session, space, id).get(id.value());
    }

    @Override
    public @Nullable OrderParts parts(Session session, OpenSpace space, OrderId id) throws SQLException {
        return orders(session, space, id).withParts(id.value());
    }

    private static StoredOrders orders(Session session, OpenSpace space, OrderId id) throws SQLException {
        int number = space.number();
        String text = id.value();
        PreparedStatement select = session.prepare(SELECT_ORDER);
        PostgresPipeline.bind(select, List.of(number, text, number, text, number, text));
        return read(select, space);
    }

    @Override
    public @Nullable OrderInHistory orderInHistory(
            Session session, OpenSpace space, OrderId id, int daysBefore, int daysAfter, int limit)
            throws SQLException {
        PreparedStatement select = session.prepare(SELECT_ORDER_IN_HISTORY);
        PostgresPipeline.bind(select, List.of(daysBefore, daysAfter, limit + 1, space.number(), id.value()));
        StoredOrders orders = space.orders();
        HistoryPlace place = null;
        List<HistoryRow> history = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                int kind = row.getInt(1);
                if (kind == HISTORY_ROW) {
                    history.add(HistoryTable.row(row, 2, PLACE_COLUMN));
                } else {
                    orders.add(row);
                    if (kind == StoredOrders.ORDER) {
                        place = HistoryPlace.of(row, PLACE_COLUMN, daysBefore, daysAfter);
                    }
                }
            }
        }
        StoredOrder order = orders.get(id.value());
        return order == null ? null : new OrderInHistory(order, place == null ? null : place.part(history, limit));
    }

    @Override
    public Map<OrderId, StoredOrder> orders(Session session, OpenSpace space, Set<OrderId> ids) throws SQLException {
        String[] texts = ids.stream().map(OrderId::value).toArray(String[]::new);
        PreparedStatement select = session.prepare(SELECT_ORDERS);
        PostgresPipeline.bind(select, List.of(space.number(), texts, space.number(), texts, space.number(), texts));
        return read(select, space).all();
    }

    private static StoredOrders read(PreparedStatement select, OpenSpace space) throws SQLException {
        StoredOrders orders = space.orders();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                orders.add(row);
            }
        }
        return orders;
    }

    @Override
    public List<HistoryRow> history(
            Session session, OpenSpace space, KeyedHash credential, List<DayRange> ranges, int limit)
            throws SQLException {
        List<Object> parameters = new ArrayList<>();
        for (DayRange range : ranges) {
            Collections.addAll(
                    parameters, space.number(), credential.bytes(), day(range.from()), day(range.until()), limit);
        }
        if (ranges.size() > 1) {
            parameters.add(limit);
        }
        PreparedStatement select = session.prepare(selectRanges(ranges.size()));
        PostgresPipeline.bind(select, parameters);
        List<HistoryRow> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows.add(HistoryTable.row(row, 1));
            }
        }
        return rows;
    }

    /** Range after range, as far as the limit reaches. */
    public static String selectRanges(int ranges) {
        return String.join("\nUNION ALL\n", Collections.nCopies(ranges, SELECT_RANGE))
                + (ranges > 1 ? "\nLIMIT ?" : "");
    }

    @Override
    public List<StoredOrder> page(Session session, OpenSpace space, @Nullable ListPlace after, int skip, int limit)
            throws SQLException {
        int number = space.number();
        ListRange range = ListRange.of(ListRange.ALL_DAYS, false, after);
        PreparedStatement select = session.prepare(SELECT_PAGE);
        PostgresPipeline.bind(
                select, List.of(number, range.rank(), range.id(), range.last(), limit, skip, number, number, number));
        List<StoredOrder> page = new ArrayList<>(read(select, space).all().values());
        page.sort(NEWEST_FIRST);
        return page;
    }

    @Override
    public String selectCount() {
        return SELECT_COUNT;
    }

    private static int day(LocalDate date) {
        return Math.toIntExact(date.toEpochDay());
    }

    private static Instant time(StoredOrder order) {
        return ListPlace.of(order.order()).time();
    }
}
