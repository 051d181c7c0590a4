package org.orderevidence.store.cassandra.archive;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceArchive.Derived;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.OrderRecord;
import org.orderevidence.store.cassandra.table.OrderWrites;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Derives the records of orders, and the rows next to them, again. Each order is read again before its record is
 * written.
 */
final class DerivedRecords {
    private final Cluster cluster;
    private final EvidenceCodec codec;
    private final OrderWrites writes;

    DerivedRecords(Cluster cluster, EvidenceCodec codec, OrderWrites writes) {
        this.cluster = cluster;
        this.codec = codec;
        this.writes = writes;
    }

    int derivation() {
        return codec.derivation();
    }

    Derived page(@Nullable String after, int limit) {
        Cluster.Part part = cluster.readPart(Statement.WALK_RECORDS, WalkPlace.stateOf(WalkPlace.parse(after)), limit);
        AtomicLong old = new AtomicLong();
        AtomicLong derived = new AtomicLong();
        AtomicLong unreadable = new AtomicLong();
        Fanout.forEach(part.rows(), new Failure(), row -> {
            try {
                OrderRecord record = OrderRecord.of(row);
                if (record != null && record.derivation() < codec.derivation()) {
                    if (writes.deriveAgain(Cells.space(row), new OrderId(Cells.text(row, "id")))) {
                        derived.incrementAndGet();
                    }
                    old.incrementAndGet();
                }
            } catch (UnreadableDocument | DocumentTooNew | IllegalStateException | IllegalArgumentException damaged) {
                unreadable.incrementAndGet();
            }
        });
        return new Derived(old.get(), derived.get(), unreadable.get(), WalkPlace.text(part.next(), ""));
    }
}
