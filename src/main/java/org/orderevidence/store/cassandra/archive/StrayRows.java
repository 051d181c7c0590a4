package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Stray;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.ListRange;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.cassandra.table.OrderReads;
import org.orderevidence.store.cassandra.table.OrderRecord;
import org.orderevidence.store.cassandra.table.RowKeys;

/**
 * Walks over the indexes by time and by reference for rows whose order is missing or has moved. The walk over orders
 * finds later facts without an order.
 */
final class StrayRows {
    private static final String TIMES = "times:";
    private static final String REFERENCES = "references:";

    private final Cluster cluster;
    private final OrderReads reads;
    private final InstantSource clock;

    StrayRows(Cluster cluster, OrderReads reads, InstantSource clock) {
        this.cluster = cluster;
        this.reads = reads;
        this.clock = clock;
    }

    Page<Stray> page(@Nullable String after, int limit) {
        boolean isTimes = after == null || after.startsWith(TIMES);
        String prefix = isTimes ? TIMES : REFERENCES;
        String text = after == null || after.equals(prefix) ? null : after.substring(prefix.length());
        Statement walk = isTimes ? Statement.WALK_TIMES : Statement.WALK_REFERENCES;
        Cluster.Part part = cluster.readPart(walk, WalkPlace.stateOf(WalkPlace.parse(text)), limit);
        Queue<Found<Stray>> found = new ConcurrentLinkedQueue<>();
        Fanout.forEach(part.rows(), new Failure(), row -> {
            try {
                if (isStray(row, isTimes)) {
                    found.add(new Whole<>(stray(row, isTimes)));
                }
            } catch (IllegalArgumentException | IllegalStateException malformed) {
                String table = isTimes ? "table orders_by_time" : "table orders_by_reference";
                found.add(new Damaged<>(Cells.space(row), table, "a row, or its order, has a malformed key"));
            }
        });
        String next = WalkPlace.text(part.next(), "");
        return new Page<>(found.stream().toList(), next != null ? prefix + next : isTimes ? REFERENCES : null);
    }

    private boolean isStray(Row row, boolean isTimes) {
        OrderRecord record = reads.record(Cells.space(row), Cells.text(row, "order_id"));
        if (record == null) {
            return true;
        }
        RowKeys keys = record.keys();
        boolean hasMoved = keys.listRank() != row.getLong("list_rank");
        return hasMoved || !(isTimes || keys.references().contains(reference(row)));
    }

    private static Stray stray(Row row, boolean isTimes) {
        return new Stray(
                Cells.space(row),
                isTimes ? Stray.Table.TIME_INDEX : Stray.Table.REFERENCE_INDEX,
                new OrderId(Cells.text(row, "order_id")),
                isTimes ? null : reference(row),
                Instant.ofEpochMilli(-row.getLong("list_rank")));
    }

    private static OrderReference reference(Row row) {
        return OrderReference.of(Cells.bytes(row, "reference"));
    }

    /**
     * Deletes a row with a timestamp of one second ago, so that a row that an upload writes in the meantime remains.
     */
    void delete(Stray stray) {
        String space = Cells.space(stray.space());
        long rank = ListRange.rank(Objects.requireNonNull(stray.time()));
        LocalDate day = ListRange.day(rank);
        long until = Times.micros(clock.instant().minusSeconds(1));
        if (stray.table() == Stray.Table.TIME_INDEX) {
            cluster.write(
                    Statement.DELETE_TIME,
                    until,
                    space,
                    Buckets.month(day),
                    rank,
                    stray.order().value());
        } else {
            OrderReference reference = Objects.requireNonNull(stray.reference());
            cluster.write(
                    Statement.DELETE_REFERENCE,
                    until,
                    space,
                    Cells.blob(reference),
                    Buckets.year(day),
                    rank,
                    stray.order().value());
        }
    }
}
