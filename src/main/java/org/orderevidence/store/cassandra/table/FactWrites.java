package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.InstantSource;
import java.util.List;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;

/** Writes later facts under their orders, then marks the orders' history rows. */
public final class FactWrites {
    private final Cluster cluster;
    private final OrderReads reads;
    private final HistoryTable history;
    private final OrderLocks locks;
    private final InstantSource clock;

    public FactWrites(Cluster cluster, OrderReads reads, HistoryTable history, OrderLocks locks, InstantSource clock) {
        this.cluster = cluster;
        this.reads = reads;
        this.history = history;
        this.locks = locks;
        this.clock = clock;
    }

    public FactOutcome put(String space, String order, FactKind kind, String id, byte[] document) {
        return locks.alone(space, order, () -> putAlone(space, order, kind, id, document));
    }

    private FactOutcome putAlone(String space, String order, FactKind kind, String id, byte[] document) {
        OrderReads.Held held = reads.held(space, order);
        if (held == null) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        Bytes bytes = Bytes.wrap(document);
        List<HeldFact> ofKind =
                held.facts().stream().filter(fact -> fact.kind() == kind).toList();
        HeldFact before =
                ofKind.stream().filter(fact -> fact.id().equals(id)).findFirst().orElse(null);
        long now = Times.micros(clock.instant());
        if (before == null) {
            if (ofKind.size() >= StoredOrder.MAX_FACTS) {
                return FactOutcome.TOO_MANY;
            }
            keep(space, order, new HeldFact(kind, id, bytes, now));
            return FactOutcome.CREATED;
        }
        if (before.document().equals(bytes)) {
            // An earlier attempt may have ended before the marks.
            mark(space, order, before);
            return FactOutcome.UNCHANGED;
        }
        keep(space, order, new HeldFact(kind, id, bytes, Math.max(now, before.written() + 1)));
        return FactOutcome.UPDATED;
    }

    private void keep(String space, String order, HeldFact fact) {
        Failure failure = new Failure();
        cluster.write(
                Statement.PUT_FACT,
                fact.written(),
                Cells.blob(fact.document()),
                space,
                order,
                fact.kind().number(),
                fact.id());
        failure.addKept();
        try {
            mark(space, order, fact);
        } catch (RuntimeException e) {
            failure.add(e);
        }
        failure.throwIfAny();
    }

    /** The order is read again, after the fact was written: see {@link OrderWrites} on marks. */
    private void mark(String space, String order, HeldFact fact) {
        OrderRecord record = reads.record(space, order);
        if (record == null) {
            return;
        }
        List<BoundStatement> marks = record.keys().history().stream()
                .map(row -> history.mark(space, order, row, fact.mark()))
                .toList();
        cluster.writeAll(marks);
    }
}
