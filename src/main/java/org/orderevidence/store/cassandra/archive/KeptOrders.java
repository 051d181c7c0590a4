package org.orderevidence.store.cassandra.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.cassandra.table.FactKind;
import org.orderevidence.store.cassandra.table.HeldFact;
import org.orderevidence.store.cassandra.table.OrderLocks;
import org.orderevidence.store.cassandra.table.OrderReads;
import org.orderevidence.store.cassandra.table.OrderRecord;
import org.orderevidence.store.cassandra.table.OrderRows;
import org.orderevidence.store.cassandra.table.RowKeys;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.StoredPart;

/** Keeps orders as they were elsewhere. */
final class KeptOrders {
    private final OrderReads reads;
    private final OrderRows rows;
    private final OrderLocks locks;

    KeptOrders(OrderReads reads, OrderRows rows, OrderLocks locks) {
        this.reads = reads;
        this.rows = rows;
        this.locks = locks;
    }

    void keep(KeptOrder kept, Failure failure) {
        locks.alone(kept.space(), kept.id().value(), () -> keepAlone(kept, failure));
    }

    /**
     * True when it was stored. Facts first, so that the order is never seen without them. What is stored of the same
     * version is written over at a later time stamp: a row that was deleted comes back.
     */
    private boolean keepAlone(KeptOrder kept, Failure failure) {
        OrderReads.Held held = reads.forRepair(kept.space(), kept.id());
        if (held != null && held.version() > kept.version()) {
            return false;
        }
        List<HeldFact> facts = putFacts(kept, held == null ? List.of() : held.facts(), failure);
        OrderRecord before = held == null ? null : held.record();
        OrderRecord record = record(kept, before, facts);
        rows.putParts(kept.space(), kept.id(), different(kept, held), record.written());
        rows.deleteParts(kept.space(), kept.id(), notKept(kept, held), record.written());
        rows.putRecord(kept.space(), kept.id(), kept.composed(), record);
        failure.addKept();
        rows.mark(kept.space(), kept.id().value(), record.keys().history(), facts);
        rows.putBeside(kept.space(), kept.id(), record, before == null ? List.of() : before.leftByNext());
        return true;
    }

    /** The parts that are not stored like this: what is equal keeps its time stamp. */
    private static List<StoredPart> different(KeptOrder kept, OrderReads.@Nullable Held held) {
        List<StoredPart> stored = held == null ? List.of() : held.storedParts();
        return kept.parts().stream().filter(part -> !stored.contains(part)).toList();
    }

    private static List<PartKey> notKept(KeptOrder kept, OrderReads.@Nullable Held held) {
        Set<PartKey> keys = kept.parts().stream().map(StoredPart::key).collect(Collectors.toSet());
        return held == null
                ? List.of()
                : held.storedParts().stream()
                        .map(StoredPart::key)
                        .filter(key -> !keys.contains(key))
                        .toList();
    }

    private OrderRecord record(KeptOrder kept, @Nullable OrderRecord held, List<HeldFact> facts) {
        return new OrderRecord(
                kept.version(),
                held == null ? kept.version() : Math.max(kept.version(), held.written() + 1),
                Times.micros(kept.uploadedAt()),
                reads.codec().order(kept.space(), kept.id(), kept.parts()).revision(),
                HeldFact.list(reads.codec(), kept.space(), kept.parts(), facts),
                kept.composed().facts(),
                RowKeys.of(kept.composed()),
                held == null ? null : held.keys());
    }

    /** The later facts of an order as they are written with it. */
    static List<HeldFact> facts(KeptOrder kept) {
        List<HeldFact> facts = new ArrayList<>();
        for (Dispute dispute : kept.disputes()) {
            Bytes document = Bytes.wrap(FactDocument.encode(dispute));
            facts.add(new HeldFact(FactKind.DISPUTE, dispute.disputeId(), document, kept.version()));
        }
        for (FraudReport report : kept.fraudReports()) {
            Bytes document = Bytes.wrap(FactDocument.encode(report));
            facts.add(new HeldFact(FactKind.REPORT, report.reportId(), document, kept.version()));
        }
        return facts;
    }

    /** Puts the given facts; answers all that the order has then. */
    private List<HeldFact> putFacts(KeptOrder kept, List<HeldFact> held, Failure failure) {
        List<HeldFact> all = new ArrayList<>(held);
        facts(kept).forEach(fact -> put(all, fact));
        for (HeldFact fact : all) {
            if (!held.contains(fact)) {
                rows.putFact(kept.space(), kept.id(), fact);
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
