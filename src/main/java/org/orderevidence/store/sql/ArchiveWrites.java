package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.FactDocument;
import org.orderevidence.store.HistoryRow;

/** Writes what was kept elsewhere; part of the committer's transaction. */
final class ArchiveWrites {
    static final String DELETE_ROW = """
            DELETE FROM history WHERE space = ? AND credential = ? AND day = ? AND order_id = ? AND version = ?""";

    private ArchiveWrites() {}

    /**
     * An order to be kept in the space of a number.
     *
     * @param space the number
     * @param kept what was handed in
     * @param encoded the same, as it will stand in its rows
     */
    record NumberedOrder(int space, KeptOrder kept, OrderTables.Encoded encoded) {
        static NumberedOrder of(int space, KeptOrder kept) {
            return new NumberedOrder(space, kept, OrderTables.Encoded.of(kept.write()));
        }
    }

    static void keepOrders(Session session, List<NumberedOrder> orders) throws SQLException {
        Map<Integer, Integer> created = new HashMap<>();
        for (NumberedOrder order : orders) {
            if (keep(session, order)) {
                created.merge(order.space(), 1, Integer::sum);
            }
        }
        for (Map.Entry<Integer, Integer> count : created.entrySet()) {
            OrderTables.addToCount(session, count.getKey(), count.getValue());
        }
    }

    static int deleteHistory(Session session, int space, ArchivedRow archived) throws SQLException {
        HistoryRow row = archived.row();
        PreparedStatement delete = session.prepare(DELETE_ROW);
        delete.setInt(1, space);
        delete.setBytes(2, archived.credential().bytes());
        delete.setInt(3, Math.toIntExact(row.day().toEpochDay()));
        delete.setString(4, row.id().value());
        delete.setLong(5, row.version());
        return delete.executeUpdate();
    }

    /** True when the order was not held before. */
    private static boolean keep(Session session, NumberedOrder order) throws SQLException {
        int space = order.space();
        KeptOrder kept = order.kept();
        String id = order.encoded().id();
        HeldOrder held = HeldOrder.find(session, space, id);
        if (held != null && held.version() > kept.version()) {
            return false;
        }
        for (Dispute dispute : kept.disputes()) {
            FactTables.keep(session, space, id, dispute, FactDocument.encode(dispute));
        }
        for (FraudReport report : kept.fraudReports()) {
            FactTables.keep(session, space, id, report, FactDocument.encode(report));
        }
        OrderTables.putRows(session, space, order.encoded(), kept.version(), Times.micros(kept.uploadedAt()), 0);
        if (held != null) {
            OrderTables.deleteOldRows(session, space, order.encoded(), held);
        }
        // By all later facts that are held now, those that were not handed in among them.
        FactTables.mark(session, space, id);
        return held == null;
    }
}
