package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.List;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;

/** Writes later facts under their orders, then marks the orders' history rows. */
public final class FactWrites {
    private final Cluster cluster;
    private final OrderReads reads;
    private final OrderRows rows;
    private final OrderWrites writes;
    private final HistoryTable history;
    private final OrderLocks locks;

    public FactWrites(
            Cluster cluster,
            OrderReads reads,
            OrderRows rows,
            OrderWrites writes,
            HistoryTable history,
            OrderLocks locks) {
        this.cluster = cluster;
        this.reads = reads;
        this.rows = rows;
        this.writes = writes;
        this.history = history;
        this.locks = locks;
    }

    /**
     * Stores a later fact.
     *
     * @param now the time of the write, in microseconds
     */
    public FactOutcome put(AccountSpace space, OrderId order, FactKind kind, String id, byte[] document, long now) {
        return locks.alone(space, order.value(), () -> putAlone(space, order, kind, id, document, now));
    }

    private FactOutcome putAlone(
            AccountSpace space, OrderId order, FactKind kind, String id, byte[] document, long now) {
        // A damaged fact is passed over: the same fact sent again replaces it.
        OrderReads.Held held = reads.forWrite(space, order, key -> false);
        if (held == null || held.toOrder().isEmpty()) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        Bytes bytes = Bytes.wrap(document);
        List<HeldFact> ofKind =
                held.facts().stream().filter(fact -> fact.kind() == kind).toList();
        HeldFact before =
                ofKind.stream().filter(fact -> fact.id().equals(id)).findFirst().orElse(null);
        long written = Math.max(now, held.version() + 1);
        if (before == null) {
            if (ofKind.size() >= StoredOrder.MAX_FACTS) {
                return FactOutcome.TOO_MANY;
            }
            keep(space, order, new HeldFact(kind, id, bytes, written));
            return FactOutcome.CREATED;
        }
        if (before.document().equals(bytes)) {
            // An earlier attempt may have ended before the marks.
            mark(space, order, before);
            writes.compose(space, order);
            return FactOutcome.UNCHANGED;
        }
        keep(space, order, new HeldFact(kind, id, bytes, written));
        return FactOutcome.UPDATED;
    }

    private void keep(AccountSpace space, OrderId order, HeldFact fact) {
        Failure failure = new Failure();
        rows.putFact(space, order, fact);
        failure.addKept();
        try {
            mark(space, order, fact);
            // The record gets the version that the fact makes.
            writes.compose(space, order);
        } catch (RuntimeException e) {
            failure.add(e);
        }
        failure.throwIfAny();
    }

    /** The order is read again, after the fact was written: see {@link OrderWrites} on marks. */
    private void mark(AccountSpace space, OrderId order, HeldFact fact) {
        OrderRecord record = reads.record(space, order.value());
        if (record == null) {
            return;
        }
        List<BoundStatement> marks = record.keys().history().stream()
                .map(row -> history.mark(space, order.value(), row, fact.mark()))
                .toList();
        cluster.writeAll(marks);
    }
}
