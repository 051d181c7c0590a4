package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.store.FactDocument;
import org.orderevidence.store.OrderDocument;

/** Reads orders with their later facts. */
final class OrderReads {
    private static final int ORDER = 0;
    private static final int DISPUTE = 1;
    private static final int REPORT = 2;

    /** One statement, so that what it reads is of one state. */
    static final String SELECT_ORDER = """
            SELECT 0, version, uploaded_at, document FROM orders WHERE space = ? AND id = ?
            UNION ALL
            SELECT 1, 0, 0, document FROM disputes WHERE space = ? AND order_id = ?
            UNION ALL
            SELECT 2, 0, 0, document FROM fraud_reports WHERE space = ? AND order_id = ?""";

    static final String SELECT_FIRST_PAGE =
            "SELECT id FROM orders WHERE space = ? ORDER BY day DESC, id LIMIT ? OFFSET ?";

    /** The rest of the place's day, then the days before it: two ranges of the index, merged. */
    static final String SELECT_PAGE_AFTER = """
            SELECT id, day FROM orders WHERE space = ? AND day = ? AND id > ?
            UNION ALL
            SELECT id, day FROM orders WHERE space = ? AND day < ?
            ORDER BY day DESC, id LIMIT ? OFFSET ?""";

    static final String SELECT_COUNT = "SELECT orders FROM spaces WHERE number = ?";

    private OrderReads() {}

    static @Nullable StoredOrder order(Session session, int space, String id) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_ORDER);
        for (int i = 0; i <= REPORT; i++) {
            select.setInt(2 * i + 1, space);
            select.setString(2 * i + 2, id);
        }
        Order order = null;
        long version = 0;
        Instant uploadedAt = Instant.EPOCH;
        List<Dispute> disputes = new ArrayList<>(0);
        List<FraudReport> reports = new ArrayList<>(0);
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                byte[] document = Columns.bytes(row, 4);
                switch (row.getInt(1)) {
                    case ORDER -> {
                        order = OrderDocument.decode(document);
                        version = row.getLong(2);
                        uploadedAt = Times.instant(row.getLong(3));
                    }
                    case DISPUTE -> disputes.add(FactDocument.decodeDispute(document));
                    default -> reports.add(FactDocument.decodeReport(document));
                }
            }
        }
        if (order == null) {
            return null;
        }
        disputes.sort(Comparator.comparing(Dispute::disputeId, Texts::compareByCodePoint));
        reports.sort(Comparator.comparing(FraudReport::reportId, Texts::compareByCodePoint));
        return new StoredOrder(order, version, uploadedAt, disputes, reports);
    }

    /** A page of the list; its statements are to see one state. */
    static List<StoredOrder> page(Session session, int space, @Nullable ListPlace after, int skip, int limit)
            throws SQLException {
        List<StoredOrder> page = new ArrayList<>(limit);
        for (String id : ids(session, space, after, skip, limit)) {
            StoredOrder order = order(session, space, id);
            if (order != null) {
                page.add(order);
            }
        }
        return page;
    }

    static long count(Session session, int space) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_COUNT);
        select.setInt(1, space);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static List<String> ids(Session session, int space, @Nullable ListPlace after, int skip, int limit)
            throws SQLException {
        PreparedStatement select;
        int next;
        if (after == null) {
            select = session.prepare(SELECT_FIRST_PAGE);
            select.setInt(1, space);
            next = 2;
        } else {
            long day = after.transactionDay().toEpochDay();
            select = session.prepare(SELECT_PAGE_AFTER);
            select.setInt(1, space);
            select.setLong(2, day);
            select.setString(3, after.id().value());
            select.setInt(4, space);
            select.setLong(5, day);
            next = 6;
        }
        select.setInt(next, limit);
        select.setInt(next + 1, skip);
        List<String> ids = new ArrayList<>(limit);
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                ids.add(Columns.text(row, 1));
            }
        }
        return ids;
    }
}
