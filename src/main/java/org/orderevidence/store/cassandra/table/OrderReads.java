package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;

/** Reads orders with their parts and later facts: one partition each. */
public final class OrderReads {
    private final Cluster cluster;
    private final EvidenceCodec codec;

    public OrderReads(Cluster cluster, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec;
    }

    /** Returns the codec, which seals and composes. */
    public EvidenceCodec codec() {
        return codec;
    }

    /**
     * An order's partition.
     *
     * @param record what was derived from the parts; empty if that was not written yet
     * @param parts the parts, sorted by key
     * @param facts its later facts by kind, then by id
     * @param unreadable the greatest time stamp of the rows that were passed over; 0 if there were none
     */
    public record Held(
            AccountSpace space,
            OrderId id,
            @Nullable OrderRecord record,
            List<HeldPart> parts,
            List<HeldFact> facts,
            long unreadable,
            EvidenceCodec codec) {

        /** Returns the parts as they are stored. */
        public List<StoredPart> storedParts() {
            return parts.stream().map(HeldPart::part).toList();
        }

        /** True if the order was stored, complete or damaged. */
        boolean exists() {
            return record != null || !parts.isEmpty();
        }

        /** True if the record was made from exactly these parts and later facts. */
        public boolean isComposed() {
            return record != null && record.parts().equals(list());
        }

        /** The version with which the record was derived; the current one if there is no record. */
        public int derivation() {
            return record == null ? codec.derivation() : record.derivation();
        }

        /** The hash of the parts and later facts. */
        public ContentHash list() {
            return HeldFact.list(codec, space, storedParts(), facts);
        }

        /**
         * The version of the order: that of its record, or a later one while the record does not list all that is
         * there.
         */
        public long version() {
            OrderRecord known = record;
            if (known != null && isComposed()) {
                return known.version();
            }
            // Another state than that of the record, also if it has its time stamp.
            long version = known == null ? 0 : known.version() + 1;
            for (HeldPart part : parts) {
                version = Math.max(version, part.written());
            }
            for (HeldFact fact : facts) {
                version = Math.max(version, fact.written());
            }
            return Math.max(version, unreadable);
        }

        /** The greatest time stamp of the record and the parts. */
        long written() {
            long written = record == null ? 0 : record.written();
            for (HeldPart part : parts) {
                written = Math.max(written, part.written());
            }
            return written;
        }

        /** Returns its history row under a credential, or an empty list. The row may not be written yet. */
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
                                    ActiveDisputes.of(StoredFact.facts(disputes())),
                                    facts.stream().anyMatch(fact -> fact.kind() == FactKind.REPORT)))
                            .toList();
        }

        /** The order with its parts; empty if these do not make one yet. */
        public Optional<OrderParts> toOrder() {
            long firstStored = record == null ? version() : record.uploadedAt();
            return codec.composed(
                    id,
                    storedParts(),
                    version(),
                    Times.instant(firstStored),
                    StoredFact.facts(disputes()),
                    StoredFact.facts(fraudReports()));
        }

        /** Returns the disputes by id. */
        public List<StoredFact<Dispute>> disputes() {
            return documents(FactKind.DISPUTE)
                    .map(FactDocument::dispute)
                    .sorted(Comparator.comparing(stored -> stored.fact().disputeId(), Texts::compareByCodePoint))
                    .toList();
        }

        /** Returns the fraud reports by id. */
        public List<StoredFact<FraudReport>> fraudReports() {
            return documents(FactKind.REPORT)
                    .map(FactDocument::report)
                    .sorted(Comparator.comparing(stored -> stored.fact().reportId(), Texts::compareByCodePoint))
                    .toList();
        }

        private Stream<Bytes> documents(FactKind kind) {
            return facts.stream().filter(fact -> fact.kind() == kind).map(HeldFact::document);
        }
    }

    /**
     * The order in the rows of its partition; null if they have none.
     *
     * @throws UnreadableDocument if a part or a later fact is damaged
     */
    public @Nullable Held held(AccountSpace space, OrderId id, Iterator<Row> rows) {
        return held(space, id, rows, key -> false, false);
    }

    private @Nullable Held held(
            AccountSpace space,
            OrderId id,
            Iterator<Row> rows,
            Predicate<PartKey> isReplaced,
            boolean withoutBadFacts) {
        long unreadable = 0;
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
                try {
                    add(space, id, row, parts, facts);
                } catch (UnreadableDocument damaged) {
                    if (!isPassedOver(row, isReplaced, withoutBadFacts)) {
                        throw damaged;
                    }
                    unreadable = Math.max(unreadable, row.getLong("fact_written"));
                }
            }
        }
        parts.sort(Comparator.comparing(held -> held.part().key()));
        return any ? new Held(space, id, record, List.copyOf(parts), List.copyOf(facts), unreadable, codec) : null;
    }

    private static boolean isPassedOver(Row row, Predicate<PartKey> isReplaced, boolean withoutBadFacts) {
        return row.getByte("kind") == FactKind.PART
                ? isReplaced.test(PartKey.parse(Cells.text(row, "fact_id")))
                : withoutBadFacts;
    }

    private void add(AccountSpace space, OrderId id, Row row, List<HeldPart> parts, List<HeldFact> facts) {
        byte number = row.getByte("kind");
        String key = Cells.text(row, "fact_id");
        byte[] sealed = Cells.bytes(row, "fact");
        long written = row.getLong("fact_written");
        if (number == FactKind.PART) {
            parts.add(new HeldPart(codec.part(space, id, partKey(key), sealed), written));
        } else {
            FactKind kind = FactKind.of(number);
            byte[] document = codec.openFact(space, kind.table(), id, key, sealed);
            facts.add(new HeldFact(kind, key, Bytes.wrap(document), written));
        }
    }

    private static PartKey partKey(String text) {
        try {
            return PartKey.parse(text);
        } catch (IllegalArgumentException unknown) {
            throw new DocumentTooNew("a part of an order has a source that this release does not support");
        }
    }

    /** Returns what was derived from an order, or an empty result if there is no such order. */
    @Nullable
    public OrderRecord record(AccountSpace space, String id) {
        return OrderRecord.of(cluster.readOne(Statement.SELECT_RECORD, space, id));
    }

    /** Returns the greatest time stamp of an order's plain columns; 0 if it has none. */
    public long columnsWritten(AccountSpace space, OrderId id) {
        Row row = cluster.readOne(Statement.SELECT_COLUMNS_WRITTEN, space, id.value());
        return row == null
                ? 0
                : IntStream.range(0, row.getColumnDefinitions().size())
                        .filter(column -> !row.isNull(column))
                        .mapToLong(row::getLong)
                        .max()
                        .orElse(0);
    }

    /** An order's partition; empty if it has no rows. */
    @Nullable
    public Held held(AccountSpace space, OrderId id) {
        return held(space, id, cluster.read(Statement.SELECT_ORDER, space, id.value()));
    }

    /**
     * An order's partition as a write needs it: damaged later facts are passed over, and damaged parts that are
     * replaced. So the same upload repairs an order.
     *
     * @param isReplaced returns true for the parts that the write replaces
     */
    @Nullable
    Held forWrite(AccountSpace space, OrderId id, Predicate<PartKey> isReplaced) {
        return held(space, id, cluster.read(Statement.SELECT_ORDER, space, id.value()), isReplaced, true);
    }

    /** An order's partition without anything that is damaged. */
    @Nullable
    public Held forRepair(AccountSpace space, OrderId id) {
        return forWrite(space, id, key -> true);
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
