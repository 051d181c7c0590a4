package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.store.EncodedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.sql.dialect.BatchRows;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.HeldOrder;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.dialect.OrderChanges;
import org.orderevidence.store.sql.dialect.OrderKey;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;
import org.orderevidence.store.sql.table.FactTables;

/** Writes what was kept elsewhere; part of the committer's transaction. */
final class ArchiveWrites {
    static final String DELETE_ROW = """
            DELETE FROM history WHERE space = ? AND credential = ? AND day = ? AND order_id = ? AND version = ?""";

    private final BatchRows rows;
    private final FactTables facts;

    ArchiveWrites(Dialect dialect, EvidenceCodec codec) {
        this.rows = dialect.rows();
        this.facts = new FactTables(dialect, codec);
    }

    /**
     * An order to be kept in the space of a number.
     *
     * @param space its account space
     * @param kept what was passed
     * @param encoded the same, as it will be in its rows
     */
    record NumberedOrder(OpenSpace space, KeptOrder kept, EncodedOrder encoded) {
        static NumberedOrder of(OpenSpace space, KeptOrder kept) {
            EncodedOrder encoded = space.codec().order(space.name(), kept.id(), kept.parts());
            return new NumberedOrder(space, kept, encoded.withComposed(kept.composed()));
        }

        OrderKey key() {
            return new OrderKey(space.number(), kept.id().value());
        }

        boolean hasFacts() {
            return !kept.disputes().isEmpty() || !kept.fraudReports().isEmpty();
        }
    }

    /**
     * Stores orders of which no newer version is stored.
     *
     * @param orders sorted by key, each once
     */
    void keepOrders(Session session, List<NumberedOrder> orders) throws SQLException {
        List<OrderKey> keys = orders.stream().map(NumberedOrder::key).toList();
        Map<OrderKey, HeldOrder> held = rows.held(session, keys, true);
        List<NumberedOrder> kept = orders.stream()
                .filter(order -> {
                    HeldOrder before = held.get(order.key());
                    return before == null || before.version() <= order.kept().version();
                })
                .toList();
        // This also repairs stores that have rows without their order.
        OrderChanges changes = OrderChanges.of(false);
        for (NumberedOrder order : kept) {
            keepFacts(session, order);
            HeldOrder before = held.get(order.key());
            long uploadedAt = Times.micros(order.kept().uploadedAt());
            changes.put(
                    new OrderChanges.OrderRow(
                            order.key(), order.encoded(), order.kept().version(), uploadedAt, before),
                    before == null ? 0 : before.marks());
        }
        if (!changes.isEmpty()) {
            rows.write(session, changes);
        }
        for (NumberedOrder order : kept) {
            if (order.hasFacts()) {
                FactTables.note(
                        session,
                        order.key(),
                        FactTables.bits(order.kept().disputes(), order.kept().fraudReports()));
                // By all later facts that are stored now, those that were not passed among them.
                facts.mark(session, order.key());
            }
        }
    }

    private void keepFacts(Session session, NumberedOrder order) throws SQLException {
        for (StoredFact<Dispute> dispute : order.kept().disputes()) {
            facts.keepDispute(session, order.space(), order.kept().id(), dispute);
        }
        for (StoredFact<FraudReport> report : order.kept().fraudReports()) {
            facts.keepReport(session, order.space(), order.kept().id(), report);
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
}
