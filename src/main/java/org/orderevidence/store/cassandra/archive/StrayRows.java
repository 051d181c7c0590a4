package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
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
 * Walks over the indexes by day and by reference for rows whose order is missing or has moved. The walk over orders
 * finds later facts without an order.
 */
final class StrayRows {
    private static final String DAYS = "days:";
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
        boolean isDays = after == null || after.startsWith(DAYS);
        String prefix = isDays ? DAYS : REFERENCES;
        String text = after == null || after.equals(prefix) ? null : after.substring(prefix.length());
        Statement walk = isDays ? Statement.WALK_DAYS : Statement.WALK_REFERENCES;
        Cluster.Part part = cluster.readPart(walk, WalkPlace.stateOf(WalkPlace.parse(text)), limit);
        Queue<Found<Stray>> found = new ConcurrentLinkedQueue<>();
        Fanout.forEach(part.rows(), new Failure(), row -> {
            try {
                if (isStray(row, isDays)) {
                    found.add(new Whole<>(stray(row, isDays)));
                }
            } catch (IllegalArgumentException | IllegalStateException malformed) {
                String table = isDays ? "table orders_by_day" : "table orders_by_reference";
                found.add(new Damaged<>(Cells.space(row), table, "a row, or its order, has a malformed key"));
            }
        });
        String next = WalkPlace.text(part.next(), "");
        return new Page<>(found.stream().toList(), next != null ? prefix + next : isDays ? REFERENCES : null);
    }

    private boolean isStray(Row row, boolean isDays) {
        OrderRecord record = reads.record(Cells.space(row), Cells.text(row, "order_id"));
        if (record == null) {
            return true;
        }
        RowKeys keys = record.keys();
        boolean hasMoved = !keys.transactionDay().equals(Cells.day(row, "day"));
        return hasMoved || !(isDays || keys.references().contains(reference(row)));
    }

    private static Stray stray(Row row, boolean isDays) {
        return new Stray(
                Cells.space(row),
                isDays ? Stray.Table.DAY_INDEX : Stray.Table.REFERENCE_INDEX,
                new OrderId(Cells.text(row, "order_id")),
                isDays ? null : reference(row),
                Cells.day(row, "day"));
    }

    private static OrderReference reference(Row row) {
        return OrderReference.of(Cells.bytes(row, "reference"));
    }

    /**
     * Deletes a row with a timestamp of one second ago, so that a row that an upload writes in the meantime remains.
     */
    void delete(Stray stray) {
        String space = Cells.space(stray.space());
        LocalDate day = Objects.requireNonNull(stray.day());
        long until = Times.micros(clock.instant().minusSeconds(1));
        if (stray.table() == Stray.Table.DAY_INDEX) {
            cluster.write(
                    Statement.DELETE_DAY,
                    until,
                    space,
                    Buckets.month(day),
                    day,
                    stray.order().value());
        } else {
            OrderReference reference = Objects.requireNonNull(stray.reference());
            cluster.write(
                    Statement.DELETE_REFERENCE,
                    until,
                    space,
                    Cells.blob(reference),
                    Buckets.year(day),
                    day,
                    stray.order().value());
        }
    }
}
