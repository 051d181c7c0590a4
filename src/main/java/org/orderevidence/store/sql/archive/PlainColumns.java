package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.EncodedOrder;
import org.orderevidence.store.EvidenceArchive.Difference;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.OrderColumns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;
import org.orderevidence.store.sql.table.FactTables;

/** Compares the plain columns of an order and of its later facts with what follows from their documents. */
final class PlainColumns {
    static final String SELECT_ORDER = """
            SELECT version, list_rank, amount_minor, currency, status, revision, history_day, credential_1, credential_2,
              reference_keys, uploaded_at, upload, other_parts, later_facts
            FROM orders WHERE space = ? AND id = ?""";

    static final String SELECT_REFERENCE =
            "SELECT 1 FROM orders_by_reference WHERE space = ? AND reference = ? AND list_rank = ? AND order_id = ?";

    static final String SELECT_DISPUTES =
            "SELECT dispute_id, counts, content FROM disputes WHERE space = ? AND order_id = ? ORDER BY dispute_id";

    static final String SELECT_REPORTS =
            "SELECT report_id, content FROM fraud_reports WHERE space = ? AND order_id = ? ORDER BY report_id";

    private final Session session;
    private final int space;
    private final EvidenceCodec codec;
    private final KeptOrder order;
    private final EncodedOrder should;
    private final List<Difference> found;

    private PlainColumns(Session session, int space, EvidenceCodec codec, KeptOrder order, List<Difference> found) {
        this.session = session;
        this.space = space;
        this.codec = codec;
        this.should = codec.order(order.space(), order.id(), order.parts());
        this.order = order;
        this.found = found;
    }

    /** Adds the differences of an order in the space of a number. */
    static void compare(Session session, int space, EvidenceCodec codec, KeptOrder order, List<Difference> found)
            throws SQLException {
        PlainColumns columns = new PlainColumns(session, space, codec, order, found);
        columns.compareOrder();
        columns.compareReferenceRows();
        if (!order.disputes().isEmpty()) {
            columns.compareDisputes();
        }
        if (!order.fraudReports().isEmpty()) {
            columns.compareReports();
        }
    }

    private void compareOrder() throws SQLException {
        ComposedOrder composed = should.composed();
        ContentHash upload = should.upload();
        try (ResultSet row = select(SELECT_ORDER).executeQuery()) {
            if (!row.next()) {
                add("it is missing");
                return;
            }
            column("version", row.getLong(1), order.version());
            column("list_rank", Columns.number(row, 2), OrderColumns.listRank(composed));
            Long amount = OrderColumns.amountMinor(composed);
            column("amount_minor", row.getString(3), amount == null ? null : amount.toString());
            column("currency", row.getString(4), OrderColumns.currency(composed));
            column("status", row.getString(5), OrderColumns.status(composed));
            column("revision", Columns.number(row, 6), should.revision());
            column("history_day", Columns.number(row, 7), OrderColumns.historyDay(composed));
            column("credential_1", hex(row.getBytes(8)), hex(OrderColumns.credential(composed)));
            column("credential_2", hex(row.getBytes(9)), hex(OrderColumns.otherCredentials(composed)));
            column("reference_keys", hex(row.getBytes(10)), hex(OrderColumns.references(composed)));
            column("uploaded_at", row.getLong(11), Times.micros(order.uploadedAt()));
            column(
                    "upload",
                    hex(row.getBytes(12)),
                    hex(upload == null ? null : upload.bytes().toArray()));
            column("other_parts", row.getInt(13), should.otherParts());
            long noted = row.getLong(14);
            long facts = FactTables.bits(order.disputes(), order.fraudReports());
            if ((noted & ~facts) != 0) {
                found.add(Difference.loss(order.space(), order.id(), "a dispute or fraud report of it is missing"));
            } else {
                column("later_facts", noted, facts);
            }
        }
    }

    private void compareReferenceRows() throws SQLException {
        ComposedOrder composed = should.composed();
        if (composed == null) {
            return;
        }
        for (OrderReference reference : composed.references()) {
            PreparedStatement select = session.prepare(SELECT_REFERENCE);
            select.setInt(1, space);
            select.setBytes(2, reference.bytes());
            select.setLong(3, composed.listRank());
            select.setString(4, id());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    add("its row in the index by " + reference.kind().wireName() + " is missing");
                }
            }
        }
    }

    private void compareDisputes() throws SQLException {
        Map<String, Dispute> should = new TreeMap<>();
        for (Dispute dispute : StoredFact.facts(order.disputes())) {
            should.put(dispute.disputeId(), dispute);
        }
        try (ResultSet row = select(SELECT_DISPUTES).executeQuery()) {
            while (row.next()) {
                Dispute dispute = should.remove(row.getString(1));
                if (dispute == null) {
                    add("the id of a dispute is not that in its document");
                } else {
                    column(
                            "counts of a dispute",
                            row.getInt(2),
                            ActiveDisputes.of(dispute).number());
                    content("a dispute", row.getBytes(3), codec.contentOf(order.space(), dispute));
                }
            }
        }
        if (!should.isEmpty()) {
            add("a dispute does not have its own id");
        }
    }

    private void compareReports() throws SQLException {
        Map<String, FraudReport> should = new TreeMap<>();
        for (FraudReport report : StoredFact.facts(order.fraudReports())) {
            should.put(report.reportId(), report);
        }
        try (ResultSet row = select(SELECT_REPORTS).executeQuery()) {
            while (row.next()) {
                FraudReport report = should.remove(row.getString(1));
                if (report == null) {
                    add("the id of a fraud report is not that in its document");
                } else {
                    content("a fraud report", row.getBytes(2), codec.contentOf(order.space(), report));
                }
            }
        }
    }

    private void content(String of, byte @Nullable [] is, ContentHash should) {
        column("content of " + of, hex(is), hex(should.bytes().toArray()));
    }

    private PreparedStatement select(String sql) throws SQLException {
        PreparedStatement select = session.prepare(sql);
        select.setInt(1, space);
        select.setString(2, id());
        return select;
    }

    private void column(String name, @Nullable Object is, @Nullable Object should) {
        if (!Objects.equals(is, should)) {
            add("column " + name + " is " + is + " instead of " + should);
        }
    }

    private void add(String what) {
        found.add(new Difference(order.space(), order.id(), what));
    }

    private String id() {
        return order.id().value();
    }

    private static @Nullable String hex(@Nullable KeyedHash key) {
        return key == null ? null : hex(key.bytes());
    }

    private static @Nullable String hex(byte @Nullable [] bytes) {
        return bytes == null ? null : HexFormat.of().formatHex(bytes);
    }
}
