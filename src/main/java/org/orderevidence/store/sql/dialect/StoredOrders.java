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
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.OrderDocument;

/**
 * Puts orders together from rows whose first five columns are: what it is (0 order, 1 dispute, 2 fraud report), the order's id, its
 * version, when it was uploaded, and the document.
 */
public final class StoredOrders {
    public static final int ORDER = 0;
    private static final int DISPUTE = 1;

    private final Map<String, Parts> byId = new HashMap<>();

    private static final class Parts {
        private @Nullable Order order;
        private long version;
        private Instant uploadedAt = Instant.EPOCH;
        private final List<Dispute> disputes = new ArrayList<>(0);
        private final List<FraudReport> reports = new ArrayList<>(0);
    }

    /** Takes the row at which a result stands. */
    public void add(ResultSet row) throws SQLException {
        Parts parts = byId.computeIfAbsent(Columns.text(row, 2), id -> new Parts());
        byte[] document = Columns.bytes(row, 5);
        switch (row.getInt(1)) {
            case ORDER -> {
                parts.order = OrderDocument.decode(document);
                parts.version = row.getLong(3);
                parts.uploadedAt = Times.instant(row.getLong(4));
            }
            case DISPUTE -> parts.disputes.add(FactDocument.decodeDispute(document));
            default -> parts.reports.add(FactDocument.decodeReport(document));
        }
    }

    /** The order of an id; absent when there is none. */
    @Nullable
    public StoredOrder get(String id) {
        Parts parts = byId.get(id);
        Order order = parts == null ? null : parts.order;
        if (parts == null || order == null) {
            return null;
        }
        parts.disputes.sort(Comparator.comparing(Dispute::disputeId, Texts::compareByCodePoint));
        parts.reports.sort(Comparator.comparing(FraudReport::reportId, Texts::compareByCodePoint));
        return new StoredOrder(order, parts.version, parts.uploadedAt, parts.disputes, parts.reports);
    }

    /** All orders. */
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
