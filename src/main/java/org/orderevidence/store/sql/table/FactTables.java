package org.orderevidence.store.sql.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.HeldOrder;
import org.orderevidence.store.sql.dialect.HistoryTable;
import org.orderevidence.store.sql.dialect.OrderKey;
import org.orderevidence.store.sql.dialect.Session;

/** Writes later facts under their orders, and marks the orders' history rows. */
public final class FactTables {
    private static final String SELECT_DISPUTE =
            "SELECT document FROM disputes WHERE space = ? AND order_id = ? AND dispute_id = ?";
    public static final String COUNT_DISPUTES = "SELECT count(*) FROM disputes WHERE space = ? AND order_id = ?";
    private static final String UPSERT_DISPUTE = """
            INSERT INTO disputes (space, order_id, dispute_id, counts, document) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (space, order_id, dispute_id)
            DO UPDATE SET counts = excluded.counts, document = excluded.document""";

    private static final String SELECT_REPORT =
            "SELECT document FROM fraud_reports WHERE space = ? AND order_id = ? AND report_id = ?";
    public static final String COUNT_REPORTS = "SELECT count(*) FROM fraud_reports WHERE space = ? AND order_id = ?";
    private static final String UPSERT_REPORT = """
            INSERT INTO fraud_reports (space, order_id, report_id, document) VALUES (?, ?, ?, ?)
            ON CONFLICT (space, order_id, report_id) DO UPDATE SET document = excluded.document""";

    private final Dialect dialect;

    public FactTables(Dialect dialect) {
        this.dialect = dialect;
    }

    public FactOutcome put(Session session, OrderKey order, Dispute dispute) throws SQLException {
        byte[] document = FactDocument.encode(dispute);
        FactOutcome outcome = judge(session, order, dispute.disputeId(), document, SELECT_DISPUTE, COUNT_DISPUTES);
        if (isToBeKept(outcome)) {
            keep(session, order, dispute, document);
            mark(session, order);
        }
        return outcome;
    }

    /** Writes a dispute, whatever is held; does not mark the history rows. */
    public static void keep(Session session, OrderKey order, Dispute dispute, byte[] document) throws SQLException {
        PreparedStatement upsert = session.prepare(UPSERT_DISPUTE);
        bind(upsert, order, dispute.disputeId());
        upsert.setInt(4, dispute.counts() ? 1 : 0);
        upsert.setBytes(5, document);
        upsert.executeUpdate();
    }

    public FactOutcome put(Session session, OrderKey order, FraudReport report) throws SQLException {
        byte[] document = FactDocument.encode(report);
        FactOutcome outcome = judge(session, order, report.reportId(), document, SELECT_REPORT, COUNT_REPORTS);
        if (isToBeKept(outcome)) {
            keep(session, order, report, document);
            mark(session, order);
        }
        return outcome;
    }

    /** Writes a fraud report, whatever is held; does not mark the history rows. */
    public static void keep(Session session, OrderKey order, FraudReport report, byte[] document) throws SQLException {
        PreparedStatement upsert = session.prepare(UPSERT_REPORT);
        bind(upsert, order, report.reportId());
        upsert.setBytes(4, document);
        upsert.executeUpdate();
    }

    private FactOutcome judge(Session session, OrderKey order, String id, byte[] document, String select, String count)
            throws SQLException {
        if (!dialect.hold(session, order)) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        byte[] held = heldDocument(session, order, id, select);
        if (held != null) {
            return Arrays.equals(held, document) ? FactOutcome.UNCHANGED : FactOutcome.UPDATED;
        }
        PreparedStatement counting = session.prepare(count);
        counting.setInt(1, order.space());
        counting.setString(2, order.id());
        try (ResultSet row = counting.executeQuery()) {
            boolean full = row.next() && row.getInt(1) >= StoredOrder.MAX_FACTS;
            return full ? FactOutcome.TOO_MANY : FactOutcome.CREATED;
        }
    }

    private static boolean isToBeKept(FactOutcome outcome) {
        return switch (outcome) {
            case CREATED, UPDATED -> true;
            case UNCHANGED, ORDER_NOT_FOUND, TOO_MANY -> false;
        };
    }

    private static byte @Nullable [] heldDocument(Session session, OrderKey order, String id, String sql)
            throws SQLException {
        PreparedStatement select = session.prepare(sql);
        bind(select, order, id);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Columns.bytes(row, 1) : null;
        }
    }

    /** Marks by all that is held now: the order's row tells it. */
    public void mark(Session session, OrderKey order) throws SQLException {
        HeldOrder held = dialect.rows().held(session, List.of(order), false).get(order);
        if (held != null) {
            HistoryTable.mark(session, order, held);
        }
    }

    private static void bind(PreparedStatement statement, OrderKey order, String id) throws SQLException {
        statement.setInt(1, order.space());
        statement.setString(2, order.id());
        statement.setString(3, id);
    }
}
