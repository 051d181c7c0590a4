package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;

/** Reads one page of a walk over orders: the orders, then the later facts of all of them. To see one state. */
public final class ArchivedOrders {
    public static final String SELECT_ORDERS = """
            SELECT space, id, version, uploaded_at, document, derivation FROM orders WHERE (space, id) > (?, ?)
            ORDER BY space, id LIMIT ?""";

    public static final String SELECT_DISPUTES = """
            SELECT space, order_id, dispute_id, document FROM disputes
            WHERE (space, order_id) >= (?, ?) AND (space, order_id) <= (?, ?)""";

    public static final String SELECT_REPORTS = """
            SELECT space, order_id, report_id, document FROM fraud_reports
            WHERE (space, order_id) >= (?, ?) AND (space, order_id) <= (?, ?)""";

    static final String SELECT_ORDER =
            "SELECT version, uploaded_at, document, derivation FROM orders WHERE space = ? AND id = ?";

    static final String SELECT_KEY =
            "SELECT space, id FROM orders WHERE (space, id) > (?, ?) ORDER BY space, id LIMIT 1";

    private final Session session;
    private final SpaceNames names;
    private final EvidenceCodec codec;

    ArchivedOrders(Session session, EvidenceCodec codec) {
        this.session = session;
        this.codec = codec;
        this.names = new SpaceNames(session);
    }

    /** An order's row and the later facts under it, as they are read. */
    private static final class Row {
        private final ArchivePlace.OfOrder place;
        private final long version;
        private final long uploadedAt;
        private final byte[] document;
        private final int derivation;
        private final List<StoredFact<Dispute>> disputes = new ArrayList<>(0);
        private final List<StoredFact<FraudReport>> reports = new ArrayList<>(0);
        private @Nullable String fault;

        private Row(ArchivePlace.OfOrder place, long version, long uploadedAt, byte[] document, int derivation) {
            this.place = place;
            this.version = version;
            this.uploadedAt = uploadedAt;
            this.document = document;
            this.derivation = derivation;
        }
    }

    /** Takes the document of a later fact to its order. */
    @FunctionalInterface
    private interface Taking {
        void take(Row row, AccountSpace space, String factId, byte[] document);
    }

    Page<ArchivedOrder> page(ArchivePlace.OfOrder after, int limit) throws SQLException {
        List<Row> rows = rows(after, limit);
        if (rows.isEmpty()) {
            return new Page<>(List.of(), null);
        }
        ArchivePlace.OfOrder last = rows.getLast().place;
        takeFacts(rows);
        List<Found<ArchivedOrder>> found = new ArrayList<>(rows.size());
        for (Row row : rows) {
            found.add(found(row));
        }
        return new Page<>(found, rows.size() < limit ? null : last.text());
    }

    /** Returns the orders of these ids, as far as they are stored, complete or damaged. */
    Map<OrderId, Found<ArchivedOrder>> at(int space, Collection<OrderId> ids) throws SQLException {
        Map<OrderId, Found<ArchivedOrder>> found = HashMap.newHashMap(ids.size());
        for (OrderId id : ids) {
            Row row = row(space, id);
            if (row != null) {
                takeFacts(List.of(row));
                found.put(id, found(row));
            }
        }
        return found;
    }

    private @Nullable Row row(int space, OrderId id) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_ORDER);
        select.setInt(1, space);
        select.setString(2, id.value());
        try (ResultSet row = select.executeQuery()) {
            return row.next()
                    ? new Row(
                            new ArchivePlace.OfOrder(space, id.value()),
                            row.getLong(1),
                            row.getLong(2),
                            Columns.bytes(row, 3),
                            row.getInt(4))
                    : null;
        }
    }

    private void takeFacts(List<Row> rows) throws SQLException {
        takeFacts(
                SELECT_DISPUTES,
                rows,
                (row, space, id, document) ->
                        row.disputes.add(codec.dispute(space, new OrderId(row.place.id()), id, document)));
        takeFacts(
                SELECT_REPORTS,
                rows,
                (row, space, id, document) ->
                        row.reports.add(codec.fraudReport(space, new OrderId(row.place.id()), id, document)));
    }

    /**
     * Returns the key of the next order, or empty after the last. The index has the key even if the order's page is
     * damaged.
     */
    static Optional<ArchivePlace.OfOrder> keyBehind(Session session, ArchivePlace.OfOrder after) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_KEY);
        select.setInt(1, after.space());
        select.setString(2, after.id());
        try (ResultSet row = select.executeQuery()) {
            return row.next()
                    ? Optional.of(new ArchivePlace.OfOrder(row.getInt(1), Columns.text(row, 2)))
                    : Optional.empty();
        }
    }

    private List<Row> rows(ArchivePlace.OfOrder after, int limit) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_ORDERS);
        select.setInt(1, after.space());
        select.setString(2, after.id());
        select.setInt(3, limit);
        List<Row> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows.add(new Row(
                        new ArchivePlace.OfOrder(row.getInt(1), Columns.text(row, 2)),
                        row.getLong(3),
                        row.getLong(4),
                        Columns.bytes(row, 5),
                        row.getInt(6)));
            }
        }
        return rows;
    }

    private void takeFacts(String sql, List<Row> rows, Taking taking) throws SQLException {
        Map<ArchivePlace.OfOrder, Row> byPlace = HashMap.newHashMap(rows.size());
        rows.forEach(row -> byPlace.put(row.place, row));
        PreparedStatement select = session.prepare(sql);
        select.setInt(1, rows.getFirst().place.space());
        select.setString(2, rows.getFirst().place.id());
        select.setInt(3, rows.getLast().place.space());
        select.setString(4, rows.getLast().place.id());
        try (ResultSet fact = select.executeQuery()) {
            while (fact.next()) {
                Row row = byPlace.get(new ArchivePlace.OfOrder(fact.getInt(1), Columns.text(fact, 2)));
                if (row != null) {
                    try {
                        taking.take(row, names.of(fact.getInt(1)), Columns.text(fact, 3), Columns.bytes(fact, 4));
                    } catch (UnreadableDocument | DocumentTooNew damaged) {
                        row.fault = "a later fact: " + damaged.getMessage();
                    }
                }
            }
        }
    }

    private Found<ArchivedOrder> found(Row row) throws SQLException {
        String fault = row.fault;
        if (fault == null) {
            try {
                return new Whole<>(archived(names.of(row.place.space()), row));
            } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException damaged) {
                fault = String.valueOf(damaged.getMessage());
            }
        }
        return new Damaged<>(names.of(row.place.space()), "order " + row.place.id(), fault);
    }

    private ArchivedOrder archived(AccountSpace space, Row row) {
        OrderId id = new OrderId(row.place.id());
        row.disputes.sort(Comparator.comparing(stored -> stored.fact().disputeId(), Texts::compareByCodePoint));
        row.reports.sort(Comparator.comparing(stored -> stored.fact().reportId(), Texts::compareByCodePoint));
        List<StoredPart> parts = codec.parts(space, id, row.document);
        Instant uploadedAt = Times.instant(row.uploadedAt);
        StoredOrder order = codec.composed(
                        id,
                        parts,
                        row.version,
                        uploadedAt,
                        StoredFact.facts(row.disputes),
                        StoredFact.facts(row.reports))
                .map(OrderParts::order)
                .orElse(null);
        return new ArchivedOrder(
                space, id, parts, row.version, uploadedAt, order, row.derivation, row.disputes, row.reports);
    }
}
