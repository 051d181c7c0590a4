package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.StoredPart;

/** Reads orders with their parts and later facts: one partition each. */
public final class OrderReads {
    private final Cluster cluster;
    private final EvidenceCodec codec;

    public OrderReads(Cluster cluster, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec;
    }

    /** What seals and composes. */
    public EvidenceCodec codec() {
        return codec;
    }

    /**
     * An order's partition.
     *
     * @param record what was derived from the parts; empty if that was not written yet
     * @param parts the parts, sorted by key
     * @param facts its later facts by kind, then by id
     */
    public record Held(
            AccountSpace space,
            OrderId id,
            @Nullable OrderRecord record,
            List<HeldPart> parts,
            List<HeldFact> facts,
            EvidenceCodec codec) {

        /** Returns the parts as they are stored. */
        public List<StoredPart> storedParts() {
            return parts.stream().map(HeldPart::part).toList();
        }

        /** True if the record was made from exactly these parts. */
        public boolean isComposed() {
            return record != null && record.parts().equals(codec.listOf(space, storedParts()));
        }

        /**
         * The version of the order: grows with its record and its later facts, and with parts that the record does not
         * list yet.
         */
        public long version() {
            long version = record == null ? 0 : record.version();
            if (!isComposed()) {
                for (HeldPart part : parts) {
                    version = Math.max(version, part.written());
                }
            }
            for (HeldFact fact : facts) {
                version = Math.max(version, fact.written());
            }
            return version;
        }

        /** The greatest time stamp of the record and the parts. */
        long written() {
            long written = record == null ? 0 : record.written();
            for (HeldPart part : parts) {
                written = Math.max(written, part.written());
            }
            return written;
        }

        /** What its history rows under a credential say, or will say: none or one. */
        List<HistoryRow> rowsUnder(KeyedHash credential) {
            OrderRecord known = record;
            return known == null
                    ? List.of()
                    : known.keys().history().stream()
                            .filter(key -> key.credential().equals(credential))
                            .map(key -> new HistoryRow(
                                    id,
                                    key.day(),
                                    known.version(),
                                    known.facts(),
                                    counts(FactKind.DISPUTE),
                                    counts(FactKind.REPORT)))
                            .toList();
        }

        private boolean counts(FactKind kind) {
            return facts.stream()
                    .anyMatch(fact -> fact.kind() == kind && fact.mark().counts());
        }

        /** The order with its parts; empty if these do not make one yet. */
        public Optional<OrderParts> toOrder() {
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
            long firstStored = record == null ? version() : record.uploadedAt();
            return codec.composed(id, storedParts(), version(), Times.instant(firstStored), disputes, reports);
        }
    }

    /** The order in the rows of its partition; empty if they have none. */
    public @Nullable Held held(AccountSpace space, OrderId id, Iterator<Row> rows) {
        OrderRecord record = null;
        List<HeldPart> parts = new ArrayList<>(1);
        List<HeldFact> facts = new ArrayList<>(0);
        boolean any = false;
        while (rows.hasNext()) {
            Row row = rows.next();
            any = true;
            if (record == null) {
                record = OrderRecord.of(row);
            }
            if (!row.isNull("fact")) {
                add(space, id, row, parts, facts);
            }
        }
        parts.sort(Comparator.comparing(held -> held.part().key()));
        return any ? new Held(space, id, record, List.copyOf(parts), List.copyOf(facts), codec) : null;
    }

    private void add(AccountSpace space, OrderId id, Row row, List<HeldPart> parts, List<HeldFact> facts) {
        byte number = row.getByte("kind");
        String key = Cells.text(row, "fact_id");
        byte[] sealed = Cells.bytes(row, "fact");
        long written = row.getLong("fact_written");
        if (number == FactKind.PART) {
            parts.add(new HeldPart(codec.part(space, id, PartKey.parse(key), sealed), written));
        } else {
            FactKind kind = FactKind.of(number);
            byte[] document = codec.openFact(space, kind.table(), id, key, sealed);
            facts.add(new HeldFact(kind, key, Bytes.wrap(document), written));
        }
    }

    /** What was derived from an order; empty if there is no such order. */
    @Nullable
    public OrderRecord record(AccountSpace space, String id) {
        return OrderRecord.of(cluster.readOne(Statement.SELECT_RECORD, space, id));
    }

    /** An order's partition; empty if it has no rows. */
    @Nullable
    public Held held(AccountSpace space, OrderId id) {
        return held(space, id, cluster.read(Statement.SELECT_ORDER, space, id.value()));
    }

    /** Those that exist, read side by side. */
    public Map<OrderId, StoredOrder> orders(AccountSpace space, List<OrderId> ids) {
        Map<OrderId, StoredOrder> found = new ConcurrentHashMap<>();
        Fanout.forEach(ids, new Failure(), id -> {
            Held held = held(space, id);
            if (held != null) {
                held.toOrder().ifPresent(order -> found.put(id, order.order()));
            }
        });
        return found;
    }
}
