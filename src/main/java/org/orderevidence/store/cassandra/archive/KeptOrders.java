package org.orderevidence.store.cassandra.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.store.ComposedOrder;
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
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;

/** Stores orders as they were elsewhere. */
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
     * Returns true if it was stored. Facts first, so that the order is never seen without them. Rows of the same
     * version are overwritten at a later time stamp. This restores a deleted row.
     */
    private boolean keepAlone(KeptOrder kept, Failure failure) {
        OrderReads.Held held = reads.forRepair(kept.space(), kept.id());
        if (held != null && version(held) > kept.version()) {
            return false;
        }
        List<HeldFact> facts = putFacts(kept, held, failure);
        OrderRecord before = held == null ? null : held.record();
        ComposedOrder composed = kept.composed();
        if (composed == null) {
            rows.putParts(kept.space(), kept.id(), different(kept, held), Math.max(kept.version(), laterThan(held)));
            failure.addKept();
            return true;
        }
        OrderRecord record = record(kept, composed, held, facts);
        rows.putParts(kept.space(), kept.id(), different(kept, held), record.written());
        rows.putRecord(kept.space(), kept.id(), composed, record);
        // After the record: until then the order has a version that a repeated copy does not pass over.
        rows.deleteParts(kept.space(), kept.id(), notKept(kept, held), record.written());
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

    /**
     * The version that a copy must not replace. Damaged rows are to be replaced, so they do not count; a write that the
     * record does not list yet has a later time stamp than what is kept, and stays.
     */
    private static long version(OrderReads.Held held) {
        OrderRecord record = held.record();
        if (held.unreadable() == 0) {
            return held.version();
        }
        return record == null ? 0 : record.version();
    }

    /**
     * A part of a platform stays. Its time stamp is that of its event, so a deletion now would exclude the event
     * permanently.
     */
    private static List<PartKey> notKept(KeptOrder kept, OrderReads.@Nullable Held held) {
        Set<PartKey> keys = kept.parts().stream().map(StoredPart::key).collect(Collectors.toSet());
        return held == null
                ? List.of()
                : held.storedParts().stream()
                        .map(StoredPart::key)
                        .filter(key -> !keys.contains(key))
                        .filter(key -> switch (key.source().role()) {
                            case UPLOAD, PATCH -> true;
                            case PROCESSOR, SHOP -> false;
                        })
                        .toList();
    }

    private OrderRecord record(
            KeptOrder kept, ComposedOrder composed, OrderReads.@Nullable Held held, List<HeldFact> facts) {
        OrderRecord before = held == null ? null : held.record();
        RowKeys keys = RowKeys.of(composed);
        return new OrderRecord(
                kept.version(),
                Math.max(kept.version(), laterThan(held)),
                Times.micros(kept.uploadedAt()),
                reads.codec().order(kept.space(), kept.id(), kept.parts()).revision(),
                HeldFact.list(reads.codec(), kept.space(), kept.parts(), facts),
                composed.facts(),
                reads.codec().derivation(),
                keys,
                before == null ? null : before.keys().equals(keys) ? before.replaced() : before.keys());
    }

    /** A time stamp later than those of the record, of the plain columns and of damaged rows. */
    private long laterThan(OrderReads.@Nullable Held held) {
        if (held == null) {
            return 0;
        }
        OrderRecord record = held.record();
        long columns = reads.columnsWritten(held.space(), held.id());
        return Math.max(Math.max(record == null ? 0 : record.written(), columns), held.unreadable()) + 1;
    }

    /** The later facts of an order as they are written with it. */
    static List<HeldFact> facts(KeptOrder kept) {
        List<HeldFact> facts = new ArrayList<>();
        for (StoredFact<Dispute> dispute : kept.disputes()) {
            String id = dispute.fact().disputeId();
            facts.add(new HeldFact(FactKind.DISPUTE, id, dispute.document(), written(dispute, kept)));
        }
        for (StoredFact<FraudReport> report : kept.fraudReports()) {
            String id = report.fact().reportId();
            facts.add(new HeldFact(FactKind.REPORT, id, report.document(), written(report, kept)));
        }
        return facts;
    }

    /** Its version, as a fact that was not copied: a later time stamp would be a tie for newer versions. */
    private static long written(StoredFact<?> fact, KeptOrder kept) {
        return fact.version() == 0 ? kept.version() : fact.version();
    }

    /** Writes the given facts, and returns all that the order then has. */
    private List<HeldFact> putFacts(KeptOrder kept, OrderReads.@Nullable Held before, Failure failure) {
        List<HeldFact> held = before == null ? List.of() : before.facts();
        long unreadable = before == null ? 0 : before.unreadable();
        List<HeldFact> all = new ArrayList<>(held);
        for (HeldFact fact : facts(kept)) {
            long written = Math.max(fact.written(), unreadable + 1);
            put(all, new HeldFact(fact.kind(), fact.id(), fact.document(), written));
        }
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
