package org.orderevidence.store.cassandra.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.OrderDocument;

/**
 * Writes orders: the record first, then the new rows beside it, then the end of the old ones. What fails on the way is
 * made whole by a retry: the same order again writes all rows again.
 *
 * <p>Another instance may write the same order at the same time. Each reads its record back before it goes on: who finds
 * the other's in its place begins again on top of that one, so that no upload is acknowledged that was lost to an earlier
 * one with a clock ahead.
 */
public final class OrderWrites {
    /** How often an upload begins again because another instance was ahead of it. */
    private static final int MOST_ATTEMPTS = 5;

    private final OrderReads reads;
    private final OrderRows rows;
    private final OrderLocks locks;

    public OrderWrites(OrderReads reads, OrderRows rows, OrderLocks locks) {
        this.reads = reads;
        this.rows = rows;
        this.locks = locks;
    }

    /** Orders of different ids side by side, those of one id one after the other. */
    public List<OrderOutcome> put(String space, List<OrderWrite> writes, Instant now) {
        List<Bytes> documents = writes.stream()
                .map(write -> Bytes.wrap(OrderDocument.encode(write.order())))
                .toList();
        Map<String, List<Integer>> placesById = new LinkedHashMap<>();
        IntStream.range(0, writes.size())
                .forEach(i -> placesById
                        .computeIfAbsent(writes.get(i).order().id().value(), id -> new ArrayList<>(1))
                        .add(i));
        OrderOutcome[] outcomes = new OrderOutcome[writes.size()];
        Failure failure = new Failure();
        Fanout.forEach(List.copyOf(placesById.values()), failure, places -> {
            for (int place : places) {
                OrderWrite write = writes.get(place);
                outcomes[place] = locks.alone(
                        space,
                        write.order().id().value(),
                        () -> put(space, write, documents.get(place), Times.micros(now), failure));
            }
        });
        return Arrays.asList(outcomes);
    }

    private OrderOutcome put(String space, OrderWrite write, Bytes document, long now, Failure failure) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            OrderOutcome outcome = tryPut(space, write, document, now, failure);
            if (outcome != null) {
                return outcome;
            }
        }
        throw StoreUnavailable.overloaded("one order is written by too many at a time");
    }

    /** The outcome; none when another instance's write of the same order has won over this one. */
    private @Nullable OrderOutcome tryPut(String space, OrderWrite write, Bytes document, long now, Failure failure) {
        String id = write.order().id().value();
        RowKeys keys = RowKeys.of(write);
        OrderRecord held = reads.record(space, id);
        Long expected = write.expectedVersion();
        if (expected != null && (held == null || held.version() != expected)) {
            return new OrderOutcome.Conflict();
        }
        Long revision = write.order().revision();
        if (held == null) {
            OrderRecord created = new OrderRecord(now, now, now, revision, document, write.facts(), keys, null);
            return keep(space, write.order(), created, List.of(), failure) ? new OrderOutcome.Created(now) : null;
        }
        Long heldRevision = held.revision();
        if (revision != null && heldRevision != null && revision < heldRevision) {
            return new OrderOutcome.Stale(heldRevision);
        }
        List<RowKeys> left = held.leftByNext();
        if (!held.document().equals(document)) {
            long version = Math.max(now, held.version() + 1);
            long written = Math.max(version, held.written() + 1);
            OrderRecord updated =
                    new OrderRecord(version, written, now, revision, document, write.facts(), keys, held.keys());
            return keep(space, write.order(), updated, left, failure) ? new OrderOutcome.Updated(version) : null;
        }
        if (held.keys().equals(keys) && held.facts().equals(write.facts())) {
            // An earlier attempt may have ended between the record and the rows beside it.
            rows.putBeside(space, id, held, held.left());
        } else {
            // How keys or facts are derived has changed, which is no change of the order.
            OrderRecord derived = new OrderRecord(
                    held.version(),
                    Math.max(now, held.written() + 1),
                    held.uploadedAt(),
                    revision,
                    document,
                    write.facts(),
                    keys,
                    held.keys());
            if (!keep(space, write.order(), derived, left, failure)) {
                return null;
            }
        }
        return new OrderOutcome.Unchanged(held.version());
    }

    /** False when the record of another instance has won; nothing is written beside this one then. */
    private boolean keep(String space, Order order, OrderRecord record, List<RowKeys> left, Failure failure) {
        String id = order.id().value();
        rows.putRecord(space, order, record);
        failure.addKept();
        OrderRecord held = reads.record(space, id);
        if (held == null
                || held.written() != record.written()
                || !held.document().equals(record.document())) {
            return false;
        }
        rows.putBeside(space, id, record, left);
        return true;
    }
}
