package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.OrderDocument;

/** Reads orders with their later facts: one partition each. */
public final class OrderReads {
    private final Cluster cluster;

    public OrderReads(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * An order's partition.
     *
     * @param record the order
     * @param facts its later facts by kind, then by id
     */
    public record Held(OrderRecord record, List<HeldFact> facts) {
        /** The order in its rows; absent when they hold none. */
        public static @Nullable Held of(Iterator<Row> rows) {
            OrderRecord record = null;
            List<HeldFact> facts = new ArrayList<>(0);
            while (rows.hasNext()) {
                Row row = rows.next();
                if (record == null) {
                    record = OrderRecord.of(row);
                }
                HeldFact fact = HeldFact.of(row);
                if (fact != null) {
                    facts.add(fact);
                }
            }
            return record == null ? null : new Held(record, facts);
        }

        /** What its history rows under a credential say, or will say: none or one. */
        List<HistoryRow> rowsUnder(KeyedHash credential, OrderId id) {
            return record.keys().history().stream()
                    .filter(key -> key.credential().equals(credential))
                    .map(key -> new HistoryRow(
                            id,
                            key.day(),
                            record.version(),
                            record.facts(),
                            counts(FactKind.DISPUTE),
                            counts(FactKind.REPORT)))
                    .toList();
        }

        private boolean counts(FactKind kind) {
            return facts.stream()
                    .anyMatch(fact -> fact.kind() == kind && fact.mark().counts());
        }

        public StoredOrder toStored() {
            List<Dispute> disputes = new ArrayList<>(0);
            List<FraudReport> reports = new ArrayList<>(0);
            for (HeldFact fact : facts) {
                byte[] document = fact.document().toArray();
                switch (fact.kind()) {
                    case DISPUTE -> disputes.add(FactDocument.decodeDispute(document));
                    case REPORT -> reports.add(FactDocument.decodeReport(document));
                }
            }
            disputes.sort(Comparator.comparing(Dispute::disputeId, Texts::compareByCodePoint));
            reports.sort(Comparator.comparing(FraudReport::reportId, Texts::compareByCodePoint));
            return new StoredOrder(
                    OrderDocument.decode(record.document().toArray()),
                    record.version(),
                    Times.instant(record.uploadedAt()),
                    disputes,
                    reports);
        }
    }

    @Nullable
    public OrderRecord record(String space, String id) {
        return OrderRecord.of(cluster.readOne(Statement.SELECT_RECORD, space, id));
    }

    @Nullable
    public Held held(String space, String id) {
        return Held.of(cluster.read(Statement.SELECT_ORDER, space, id));
    }

    /** Those that exist, read side by side. */
    public Map<OrderId, StoredOrder> orders(String space, List<OrderId> ids) {
        Map<OrderId, StoredOrder> found = new ConcurrentHashMap<>();
        Fanout.forEach(ids, new Failure(), id -> {
            Held held = held(space, id.value());
            if (held != null) {
                found.put(id, held.toStored());
            }
        });
        return found;
    }
}
