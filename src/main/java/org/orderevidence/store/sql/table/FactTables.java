package org.orderevidence.store.sql.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.HeldOrder;
import org.orderevidence.store.sql.dialect.HistoryTable;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.dialect.OrderKey;
import org.orderevidence.store.sql.dialect.Session;

/** Writes later facts under their orders, and marks the orders' history rows. */
public final class FactTables {
    private static final String SELECT_DISPUTE =
            "SELECT content, document FROM disputes WHERE space = ? AND order_id = ? AND dispute_id = ?";
    public static final String COUNT_DISPUTES = "SELECT count(*) FROM disputes WHERE space = ? AND order_id = ?";
    private static final String UPSERT_DISPUTE = """
            INSERT INTO disputes (space, order_id, dispute_id, counts, content, document) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, order_id, dispute_id)
            DO UPDATE SET counts = excluded.counts, content = excluded.content, document = excluded.document""";

    private static final String SELECT_REPORT =
            "SELECT content, document FROM fraud_reports WHERE space = ? AND order_id = ? AND report_id = ?";
    public static final String COUNT_REPORTS = "SELECT count(*) FROM fraud_reports WHERE space = ? AND order_id = ?";
    private static final String UPSERT_REPORT = """
            INSERT INTO fraud_reports (space, order_id, report_id, content, document) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (space, order_id, report_id) DO UPDATE SET content = excluded.content, document = excluded.document""";

    private static final String RAISE_VERSION =
            "UPDATE orders SET version = CASE WHEN version < ? THEN ? ELSE version + 1 END WHERE space = ? AND id = ?";

    private final Dialect dialect;
    private final EvidenceCodec codec;

    public FactTables(Dialect dialect, EvidenceCodec codec) {
        this.dialect = dialect;
        this.codec = codec;
    }

    /**
     * Stores a dispute with its order.
     *
     * @param now the time of the write, in microseconds
     */
    public FactOutcome put(Session session, OpenSpace space, OrderId order, Dispute dispute, long now)
            throws SQLException {
        OrderKey key = new OrderKey(space.number(), order.value());
        ContentHash content = codec.contentOf(space.name(), dispute);
        FactOutcome outcome = judge(
                session,
                key,
                dispute.disputeId(),
                content,
                document -> codec.dispute(space.name(), order, dispute.disputeId(), document),
                SELECT_DISPUTE,
                COUNT_DISPUTES);
        if (isToBeKept(outcome)) {
            keep(session, space, order, dispute);
            raiseVersion(session, key, now);
            mark(session, key);
        }
        return outcome;
    }

    /** Writes a dispute, whatever is stored; does not mark the history rows. */
    public void keep(Session session, OpenSpace space, OrderId order, Dispute dispute) throws SQLException {
        PreparedStatement upsert = session.prepare(UPSERT_DISPUTE);
        bind(upsert, new OrderKey(space.number(), order.value()), dispute.disputeId());
        upsert.setInt(4, dispute.counts() ? 1 : 0);
        Columns.bind(upsert, 5, codec.contentOf(space.name(), dispute));
        upsert.setBytes(6, codec.dispute(space.name(), order, dispute));
        upsert.executeUpdate();
    }

    /**
     * Stores a fraud report with its order.
     *
     * @param now the time of the write, in microseconds
     */
    public FactOutcome put(Session session, OpenSpace space, OrderId order, FraudReport report, long now)
            throws SQLException {
        OrderKey key = new OrderKey(space.number(), order.value());
        ContentHash content = codec.contentOf(space.name(), report);
        FactOutcome outcome = judge(
                session,
                key,
                report.reportId(),
                content,
                document -> codec.fraudReport(space.name(), order, report.reportId(), document),
                SELECT_REPORT,
                COUNT_REPORTS);
        if (isToBeKept(outcome)) {
            keep(session, space, order, report);
            raiseVersion(session, key, now);
            mark(session, key);
        }
        return outcome;
    }

    /** Writes a fraud report, whatever is stored; does not mark the history rows. */
    public void keep(Session session, OpenSpace space, OrderId order, FraudReport report) throws SQLException {
        PreparedStatement upsert = session.prepare(UPSERT_REPORT);
        bind(upsert, new OrderKey(space.number(), order.value()), report.reportId());
        Columns.bind(upsert, 4, codec.contentOf(space.name(), report));
        upsert.setBytes(5, codec.fraudReport(space.name(), order, report));
        upsert.executeUpdate();
    }

    private FactOutcome judge(
            Session session,
            OrderKey order,
            String id,
            ContentHash content,
            Consumer<byte[]> opening,
            String select,
            String count)
            throws SQLException {
        if (!dialect.hold(session, order)) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        PreparedStatement selecting = session.prepare(select);
        bind(selecting, order, id);
        try (ResultSet row = selecting.executeQuery()) {
            if (row.next()) {
                boolean isSame =
                        Arrays.equals(Columns.bytes(row, 1), content.bytes().toArray());
                return isSame && isReadable(Columns.bytes(row, 2), opening)
                        ? FactOutcome.UNCHANGED
                        : FactOutcome.UPDATED;
            }
        }
        PreparedStatement counting = session.prepare(count);
        counting.setInt(1, order.space());
        counting.setString(2, order.id());
        try (ResultSet row = counting.executeQuery()) {
            boolean full = row.next() && row.getInt(1) >= StoredOrder.MAX_FACTS;
            return full ? FactOutcome.TOO_MANY : FactOutcome.CREATED;
        }
    }

    private static void raiseVersion(Session session, OrderKey order, long now) throws SQLException {
        PreparedStatement raise = session.prepare(RAISE_VERSION);
        raise.setLong(1, now);
        raise.setLong(2, now);
        raise.setInt(3, order.space());
        raise.setString(4, order.id());
        raise.executeUpdate();
    }

    private static boolean isToBeKept(FactOutcome outcome) {
        return switch (outcome) {
            case CREATED, UPDATED -> true;
            case UNCHANGED, ORDER_NOT_FOUND, TOO_MANY -> false;
        };
    }

    /** A fact that cannot be read is written again, as a damaged order is by the same upload. */
    private static boolean isReadable(byte[] document, Consumer<byte[]> opening) {
        try {
            opening.accept(document);
            return true;
        } catch (UnreadableDocument damaged) {
            return false;
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
