package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.store.FactDocument;
import org.orderevidence.store.OrderDocument;

/** Reads orders with their later facts: one partition each. */
final class OrderReads {
    private final Cluster cluster;

    OrderReads(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * An order's partition.
     *
     * @param record the order
     * @param facts its later facts by kind, then by id
     */
    record Held(OrderRecord record, List<HeldFact> facts) {
        StoredOrder toStored() {
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
    OrderRecord record(String space, String id) {
        return OrderRecord.of(cluster.readOne(Statement.SELECT_RECORD, space, id));
    }

    @Nullable
    Held held(String space, String id) {
        OrderRecord record = null;
        List<HeldFact> facts = new ArrayList<>(0);
        Iterator<Row> rows = cluster.read(Statement.SELECT_ORDER, space, id);
        while (rows.hasNext()) {
            Row row = rows.next();
            if (record == null) {
                record = OrderRecord.of(row);
            }
            if (!row.isNull("fact")) {
                facts.add(new HeldFact(
                        FactKind.of(row.getByte("kind")),
                        Cells.text(row, "fact_id"),
                        Bytes.wrap(Cells.bytes(row, "fact")),
                        row.getLong("fact_written")));
            }
        }
        return record == null ? null : new Held(record, facts);
    }

    /** Those that exist, read side by side. */
    Map<OrderId, StoredOrder> orders(String space, List<OrderId> ids) {
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
