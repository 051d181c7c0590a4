package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.cassandra.table.OrderReads;
import org.orderevidence.store.document.DocumentTooNew;
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

    /**
     * A page. The last order may have rows behind it: it is read whole by itself then, and passed over by the next
     * page.
     */
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

    /** The orders of these ids, as far as they have rows, complete or damaged. */
    Map<OrderId, Found<ArchivedOrder>> at(AccountSpace space, Collection<OrderId> ids) {
        Map<OrderId, Found<ArchivedOrder>> found = new ConcurrentHashMap<>();
        Fanout.forEach(List.copyOf(ids), new Failure(), id -> {
            Found<ArchivedOrder> order = found(space, id.value(), () -> reads.held(space, id));
            if (order != null) {
                found.put(id, order);
            }
        });
        return found;
    }

    private Found<ArchivedOrder> readWhole(Partition partition) {
        OrderId id = new OrderId(partition.id);
        return foundIn(partition, () -> reads.held(partition.space, id));
    }

    private Found<ArchivedOrder> found(Partition partition) {
        OrderId id = new OrderId(partition.id);
        return foundIn(partition, () -> reads.held(partition.space, id, partition.rows.iterator()));
    }

    private static Found<ArchivedOrder> foundIn(Partition partition, Supplier<OrderReads.@Nullable Held> read) {
        Found<ArchivedOrder> found = found(partition.space, partition.id, read);
        return found != null ? found : damaged(partition.space, partition.id, "it has no rows");
    }

    private static @Nullable Found<ArchivedOrder> found(
            AccountSpace space, String id, Supplier<OrderReads.@Nullable Held> read) {
        try {
            OrderReads.Held held = read.get();
            if (held == null) {
                return null;
            }
            if (held.parts().isEmpty()) {
                return damaged(space, id, "it has later facts or a record, but no parts");
            }
            OrderParts order = held.toOrder().orElse(null);
            if (order == null && held.record() != null) {
                return damaged(space, id, "it was complete, but its parts do not make an order any more");
            }
            return new Whole<>(new ArchivedOrder(
                    space,
                    held.id(),
                    held.storedParts(),
                    held.version(),
                    order == null
                            ? Times.instant(held.version())
                            : order.order().uploadedAt(),
                    order == null ? null : order.order(),
                    held.derivation(),
                    held.disputes(),
                    held.fraudReports()));
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            return damaged(space, id, String.valueOf(unreadable.getMessage()));
        } catch (IllegalStateException | IllegalArgumentException unreadable) {
            return damaged(space, id, "its cells cannot be read");
        }
    }

    private static Found<ArchivedOrder> damaged(AccountSpace space, String id, String fault) {
        return new Damaged<>(space, "order " + id, fault);
    }
}
