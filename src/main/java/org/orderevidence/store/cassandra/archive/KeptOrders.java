package org.orderevidence.store.cassandra.archive;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Order;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.cassandra.table.FactKind;
import org.orderevidence.store.cassandra.table.HeldFact;
import org.orderevidence.store.cassandra.table.OrderLocks;
import org.orderevidence.store.cassandra.table.OrderReads;
import org.orderevidence.store.cassandra.table.OrderRecord;
import org.orderevidence.store.cassandra.table.OrderRows;
import org.orderevidence.store.cassandra.table.RowKeys;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.OrderDocument;

/** Keeps orders as they were elsewhere. */
final class KeptOrders {
    private final Cluster cluster;
    private final OrderReads reads;
    private final OrderRows rows;
    private final OrderLocks locks;

    KeptOrders(Cluster cluster, OrderReads reads, OrderRows rows, OrderLocks locks) {
        this.cluster = cluster;
        this.reads = reads;
        this.rows = rows;
        this.locks = locks;
    }

    void keep(KeptOrder kept, Failure failure) {
        String space = Cells.space(kept.space());
        String id = kept.write().order().id().value();
        locks.alone(space, id, () -> keepAlone(space, id, kept, failure));
    }

    /**
     * True when it was kept. Facts first, so that the order is never seen without them. What is held of the same version is written over at a
     * later time stamp: so also a row comes back that was deleted.
     */
    private boolean keepAlone(String space, String id, KeptOrder kept, Failure failure) {
        OrderReads.Held held = reads.held(space, id);
        if (held != null && held.record().version() > kept.version()) {
            return false;
        }
        List<HeldFact> facts = putFacts(space, id, kept, held == null ? List.of() : held.facts(), failure);
        OrderRecord record = record(kept, held == null ? null : held.record());
        rows.putRecord(space, kept.write().order(), record);
        failure.addKept();
        rows.mark(space, id, record.keys().history(), facts);
        rows.putBeside(
                space, id, record, held == null ? List.of() : held.record().leftByNext());
        return true;
    }

    private static OrderRecord record(KeptOrder kept, @Nullable OrderRecord held) {
        Order order = kept.write().order();
        return new OrderRecord(
                kept.version(),
                held == null ? kept.version() : Math.max(kept.version(), held.written() + 1),
                Times.micros(kept.uploadedAt()),
                order.revision(),
                Bytes.wrap(OrderDocument.encode(order)),
                kept.write().facts(),
                RowKeys.of(kept.write()),
                held == null ? null : held.keys());
    }

    /** Puts the given facts; answers all that the order has then. */
    private List<HeldFact> putFacts(String space, String id, KeptOrder kept, List<HeldFact> held, Failure failure) {
        List<HeldFact> all = new ArrayList<>(held);
        for (Dispute dispute : kept.disputes()) {
            Bytes document = Bytes.wrap(FactDocument.encode(dispute));
            put(all, new HeldFact(FactKind.DISPUTE, dispute.disputeId(), document, kept.version()));
        }
        for (FraudReport report : kept.fraudReports()) {
            Bytes document = Bytes.wrap(FactDocument.encode(report));
            put(all, new HeldFact(FactKind.REPORT, report.reportId(), document, kept.version()));
        }
        for (HeldFact fact : all) {
            if (!held.contains(fact)) {
                cluster.write(
                        Statement.PUT_FACT,
                        fact.written(),
                        Cells.blob(fact.document()),
                        space,
                        id,
                        fact.kind().number(),
                        fact.id());
                failure.addKept();
            }
        }
        return all;
    }

    /** In the place of the one of its kind and id, unless that is the same. */
    private static void put(List<HeldFact> all, HeldFact given) {
        for (int i = 0; i < all.size(); i++) {
            HeldFact held = all.get(i);
            if (held.kind() == given.kind() && held.id().equals(given.id())) {
                if (!held.document().equals(given.document())) {
                    long written = Math.max(given.written(), held.written() + 1);
                    all.set(i, new HeldFact(given.kind(), given.id(), given.document(), written));
                }
                return;
            }
        }
        all.add(given);
    }
}
