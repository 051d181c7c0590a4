package org.orderevidence.store.cassandra.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.OrderDecision;
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
        Long revision = write.order().revision();
        OrderOutcome outcome = OrderDecision.of(
                held == null ? null : new OrderDecision.Held(held.version(), held.revision(), held.document()),
                new OrderDecision.Offered(write.expectedVersion(), revision, document),
                now);
        boolean isKept = switch (outcome) {
            case OrderOutcome.Conflict conflict -> true;
            case OrderOutcome.Stale stale -> true;
            case OrderOutcome.Created(long version) -> {
                OrderRecord created =
                        new OrderRecord(version, version, now, revision, document, write.facts(), keys, null);
                yield keep(space, write.order(), created, List.of(), failure);
            }
            case OrderOutcome.Updated(long version) -> {
                OrderRecord before = Objects.requireNonNull(held);
                long written = Math.max(version, before.written() + 1);
                OrderRecord updated =
                        new OrderRecord(version, written, now, revision, document, write.facts(), keys, before.keys());
                yield keep(space, write.order(), updated, before.leftByNext(), failure);
            }
            case OrderOutcome.Unchanged unchanged ->
                keepDerived(space, write, Objects.requireNonNull(held), document, keys, now, failure);
        };
        return isKept ? outcome : null;
    }

    /** Keeps what is derived from content that has not changed; false when another instance's write has won. */
    private boolean keepDerived(
            String space, OrderWrite write, OrderRecord held, Bytes document, RowKeys keys, long now, Failure failure) {
        if (held.keys().equals(keys) && held.facts().equals(write.facts())) {
            // An earlier attempt may have ended between the record and the rows beside it.
            rows.putBeside(space, write.order().id().value(), held, held.left());
            return true;
        }
        // How keys or facts are derived has changed, which is no change of the order.
        OrderRecord derived = new OrderRecord(
                held.version(),
                Math.max(now, held.written() + 1),
                held.uploadedAt(),
                write.order().revision(),
                document,
                write.facts(),
                keys,
                held.keys());
        return keep(space, write.order(), derived, held.leftByNext(), failure);
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
