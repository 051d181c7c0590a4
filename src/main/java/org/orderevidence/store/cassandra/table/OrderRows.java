package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.document.StoredPart;

/** Writes an order's record and the rows derived from it. Every write may be repeated. */
public final class OrderRows {
    private final Cluster cluster;
    private final OrderReads reads;
    private final HistoryTable history;
    private final OrderList list;

    public OrderRows(Cluster cluster, OrderReads reads, HistoryTable history, OrderList list) {
        this.cluster = cluster;
        this.reads = reads;
        this.history = history;
        this.list = list;
    }

    /** Returns when the record is on stable storage; a later one may already have replaced it. */
    public void putRecord(AccountSpace space, OrderId id, ComposedOrder order, OrderRecord record) {
        cluster.write(
                Statement.PUT_RECORD,
                record.written(),
                record.cell(cluster, Statement.PUT_RECORD),
                record.version(),
                order.transactionDay(),
                order.money().amountMinor(),
                order.money().currency().getCurrencyCode(),
                name(order.status()),
                space,
                id.value());
    }

    /**
     * Returns when all these parts are on stable storage; newer ones may already have replaced them.
     *
     * @param version the time stamp of parts that the caller states; a platform's part has the time of its event
     */
    public void putParts(AccountSpace space, OrderId id, List<StoredPart> parts, long version) {
        if (parts.isEmpty()) {
            return;
        }
        cluster.writeTogether(parts.stream()
                .map(part -> putPart(space, id, part, writtenAt(part, version)))
                .toList());
    }

    /** Deletes parts, unless they were written after this time stamp. */
    public void deleteParts(AccountSpace space, OrderId id, List<PartKey> keys, long written) {
        cluster.writeAll(keys.stream()
                .map(key ->
                        cluster.bind(Statement.DELETE_PART, written, space, id.value(), FactKind.PART, key.toString()))
                .toList());
    }

    private static long writtenAt(StoredPart part, long version) {
        return switch (part.key().source().role()) {
            case UPLOAD, PATCH -> version;
            case PROCESSOR, SHOP -> part.version();
        };
    }

    private BoundStatement putPart(AccountSpace space, OrderId id, StoredPart part, long written) {
        byte[] sealed = reads.codec().part(space, id, part);
        return cluster.bind(
                Statement.PUT_FACT,
                written,
                Cells.blob(Bytes.wrap(sealed)),
                space,
                id.value(),
                FactKind.PART,
                part.key().toString());
    }

    /** Writes a later fact. */
    public void putFact(AccountSpace space, OrderId id, HeldFact fact) {
        byte[] sealed = reads.codec()
                .sealFact(
                        space,
                        fact.kind().table(),
                        id,
                        fact.id(),
                        fact.document().toArray());
        cluster.write(
                Statement.PUT_FACT,
                fact.written(),
                Cells.blob(Bytes.wrap(sealed)),
                space,
                id.value(),
                fact.kind().number(),
                fact.id());
    }

    /**
     * Puts the rows next to an order, marked by its later facts, then ends those that it left.
     *
     * <p>The facts were read after the record was written: a fact that is recorded at the same time either is among
     * them, or finds the new rows by itself. Marks are always written: a fact may have come before the record, when
     * there were no rows to mark.
     *
     * @param left keys of rows that it had; those that it still has stay
     */
    void putBeside(OrderReads.Held held, OrderRecord record, List<RowKeys> left) {
        mark(held.space(), held.id().value(), record.keys().history(), held.facts());
        putBeside(held.space(), held.id(), record, left);
    }

    /** The same without marks. */
    public void putBeside(AccountSpace space, OrderId order, OrderRecord record, List<RowKeys> left) {
        String id = order.value();
        List<RowKeys.HistoryKey> rows = record.keys().history();
        List<BoundStatement> writes = new ArrayList<>(list.put(space, id, record));
        for (RowKeys.HistoryKey row : rows) {
            writes.add(history.put(space, id, row, record));
        }
        for (RowKeys.ReferenceKey row : record.keys().ofReferences()) {
            writes.add(cluster.bind(
                    Statement.PUT_REFERENCE,
                    space,
                    Cells.blob(row.reference()),
                    row.year(),
                    row.listRank(),
                    id,
                    record.written()));
        }
        cluster.writeAll(writes);
        list.remember(space, record);
        cluster.writeAll(left.stream()
                .flatMap(keys -> ends(space, id, keys, record).stream())
                .toList());
    }

    /** Marks rows by facts. */
    public void mark(AccountSpace space, String id, List<RowKeys.HistoryKey> rows, List<HeldFact> facts) {
        cluster.writeAll(facts.stream()
                .flatMap(fact -> fact.marks().stream())
                .flatMap(mark -> rows.stream().map(row -> history.mark(space, id, row, mark)))
                .toList());
    }

    private List<BoundStatement> ends(AccountSpace space, String id, RowKeys old, OrderRecord record) {
        List<BoundStatement> ends = new ArrayList<>();
        List<RowKeys.HistoryKey> kept = record.keys().history();
        for (RowKeys.HistoryKey row : old.history()) {
            if (!kept.contains(row)) {
                ends.add(history.leave(space, id, row, record));
            }
        }
        if (old.listRank() != record.keys().listRank()) {
            ends.add(list.delete(space, id, old.listRank(), record));
        }
        List<RowKeys.ReferenceKey> found = record.keys().ofReferences();
        for (RowKeys.ReferenceKey row : old.ofReferences()) {
            if (!found.contains(row)) {
                ends.add(deleteReference(space, id, row, record));
            }
        }
        return ends;
    }

    private BoundStatement deleteReference(AccountSpace space, String id, RowKeys.ReferenceKey row, OrderRecord by) {
        return cluster.bind(
                Statement.DELETE_REFERENCE,
                by.written() - 1,
                space,
                Cells.blob(row.reference()),
                row.year(),
                row.listRank(),
                id);
    }

    /** Returns a status as it is stored in its column. */
    public static String name(Charge.Status status) {
        return switch (status) {
            case SUCCEEDED -> "succeeded";
            case FAILED -> "failed";
        };
    }
}
