package org.orderevidence.store.sql.dialect;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.store.OrderParts;

/**
 * Collects orders from rows. The first six columns are kind, order id, version, time of the first upload, document, and
 * id of a later fact. The kind is 0 for an order, 1 for a dispute and 2 for a fraud report.
 */
public final class StoredOrders {
    public static final int ORDER = 0;
    private static final int DISPUTE = 1;

    private final OpenSpace space;
    private final Map<String, Rows> byId = new HashMap<>();

    private static final class Rows {
        private byte @Nullable [] document;
        private long version;
        private Instant uploadedAt = Instant.EPOCH;
        private final List<Dispute> disputes = new ArrayList<>(0);
        private final List<FraudReport> reports = new ArrayList<>(0);
    }

    StoredOrders(OpenSpace space) {
        this.space = space;
    }

    /** Takes the current row of a result. */
    public void add(ResultSet row) throws SQLException {
        String id = Columns.text(row, 2);
        Rows rows = byId.computeIfAbsent(id, key -> new Rows());
        byte[] document = Columns.bytes(row, 5);
        switch (row.getInt(1)) {
            case ORDER -> {
                rows.document = document;
                rows.version = row.getLong(3);
                rows.uploadedAt = Times.instant(row.getLong(4));
            }
            case DISPUTE ->
                rows.disputes.add(space.codec()
                        .dispute(space.name(), new OrderId(id), Columns.text(row, 6), document)
                        .fact());
            default ->
                rows.reports.add(space.codec()
                        .fraudReport(space.name(), new OrderId(id), Columns.text(row, 6), document)
                        .fact());
        }
    }

    /** Returns the order of an id; null if there is none, or its parts do not make one yet. */
    @Nullable
    public StoredOrder get(String id) {
        OrderParts order = withParts(id);
        return order == null ? null : order.order();
    }

    /** Returns the order of an id with its parts; null if there is none, or its parts do not make one yet. */
    @Nullable
    public OrderParts withParts(String id) {
        Rows rows = byId.get(id);
        byte[] document = rows == null ? null : rows.document;
        if (rows == null || document == null) {
            return null;
        }
        rows.disputes.sort(Comparator.comparing(Dispute::disputeId, Texts::compareByCodePoint));
        rows.reports.sort(Comparator.comparing(FraudReport::reportId, Texts::compareByCodePoint));
        return space.codec()
                .withParts(
                        space.name(),
                        new OrderId(id),
                        document,
                        rows.version,
                        rows.uploadedAt,
                        rows.disputes,
                        rows.reports)
                .orElse(null);
    }

    /** Returns all orders. */
    public Map<OrderId, StoredOrder> all() {
        Map<OrderId, StoredOrder> all = HashMap.newHashMap(byId.size());
        for (String id : byId.keySet()) {
            StoredOrder order = get(id);
            if (order != null) {
                all.put(order.order().id(), order);
            }
        }
        return all;
    }
}
