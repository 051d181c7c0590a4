package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.OrderReads;
import org.orderevidence.store.document.UnreadableDocument;

/** Walks over all orders with their later facts. */
final class ArchivedOrders {
    private final Cluster cluster;
    private final OrderReads reads;

    ArchivedOrders(Cluster cluster, OrderReads reads) {
        this.cluster = cluster;
        this.reads = reads;
    }

    /** The rows of an order that stand in one part of the walk. */
    private record Partition(AccountSpace space, String id, List<Row> rows) {
        String key() {
            return Cells.space(space) + "/" + id;
        }

        /** An order without later facts is one row. */
        boolean mayGoOn() {
            return !rows.getLast().isNull("kind");
        }
    }

    /** A page. The last order may have rows behind it: it is read whole by itself then, and passed over by the next page. */
    Page<ArchivedOrder> page(@Nullable String after, int limit) {
        WalkPlace place = WalkPlace.parse(after);
        Cluster.Part part = cluster.readPart(Statement.WALK_ORDERS, WalkPlace.stateOf(place), limit);
        List<Partition> partitions = partitions(part.rows());
        String seen = place == null ? "" : place.seen();
        if (partitions.isEmpty()) {
            return new Page<>(List.of(), WalkPlace.text(part.next(), seen));
        }
        Partition last = partitions.getLast();
        boolean goesOn = part.next() != null && last.mayGoOn();
        List<Found<ArchivedOrder>> found = new ArrayList<>(partitions.size());
        for (int i = 0; i < partitions.size(); i++) {
            Partition partition = partitions.get(i);
            boolean isLast = i == partitions.size() - 1;
            if (!partition.key().equals(seen)) {
                found.add(isLast && goesOn ? readWhole(partition) : found(partition));
            }
        }
        return new Page<>(found, WalkPlace.text(part.next(), goesOn ? last.key() : ""));
    }

    private static List<Partition> partitions(List<Row> rows) {
        List<Partition> partitions = new ArrayList<>();
        for (Row row : rows) {
            AccountSpace space = Cells.space(row);
            String id = Cells.text(row, "id");
            Partition last = partitions.isEmpty() ? null : partitions.getLast();
            if (last != null && last.id.equals(id) && last.space.equals(space)) {
                last.rows.add(row);
            } else {
                partitions.add(new Partition(space, id, new ArrayList<>(List.of(row))));
            }
        }
        return partitions;
    }

    private Found<ArchivedOrder> readWhole(Partition partition) {
        try {
            return found(partition, reads.held(Cells.space(partition.space), partition.id));
        } catch (IllegalStateException | IllegalArgumentException unreadable) {
            return damaged(partition, "its cells cannot be read");
        }
    }

    private static Found<ArchivedOrder> found(Partition partition) {
        try {
            return found(partition, OrderReads.Held.of(partition.rows.iterator()));
        } catch (IllegalStateException | IllegalArgumentException unreadable) {
            return damaged(partition, "its cells cannot be read");
        }
    }

    private static Found<ArchivedOrder> found(Partition partition, OrderReads.@Nullable Held held) {
        if (held == null) {
            return damaged(partition, "it has later facts, but no record");
        }
        StoredOrder stored;
        try {
            stored = held.toStored();
        } catch (UnreadableDocument unreadable) {
            return damaged(partition, String.valueOf(unreadable.getMessage()));
        }
        if (!stored.order().id().value().equals(partition.id)) {
            return damaged(partition, "its document is of another order");
        }
        return new Whole<>(new ArchivedOrder(partition.space, stored));
    }

    private static Found<ArchivedOrder> damaged(Partition partition, String fault) {
        return new Damaged<>(partition.space, "order " + partition.id, fault);
    }
}
