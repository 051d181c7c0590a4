package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.OrderDocument;
import org.orderevidence.store.OrderWrite;

/**
 * Writes orders: the record first, then the new rows beside it, then the deletion of the old ones. What fails on the way
 * is made whole by a retry: the same order again writes all rows again.
 */
final class OrderWrites {
    private final Cluster cluster;
    private final OrderReads reads;
    private final HistoryTable history;
    private final OrderList list;
    private final OrderLocks locks;

    OrderWrites(Cluster cluster, OrderReads reads, HistoryTable history, OrderList list, OrderLocks locks) {
        this.cluster = cluster;
        this.reads = reads;
        this.history = history;
        this.list = list;
        this.locks = locks;
    }

    /** Orders of different ids side by side, those of one id one after the other. */
    List<OrderOutcome> put(String space, List<OrderWrite> writes, Instant now) {
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
            keep(space, write.order(), created, failure);
            return new OrderOutcome.Created(now);
        }
        Long heldRevision = held.revision();
        if (revision != null && heldRevision != null && revision < heldRevision) {
            return new OrderOutcome.Stale(heldRevision);
        }
        if (!held.document().equals(document)) {
            long version = Math.max(now, held.version() + 1);
            long written = Math.max(version, held.written() + 1);
            OrderRecord updated =
                    new OrderRecord(version, written, now, revision, document, write.facts(), keys, held.keys());
            keep(space, write.order(), updated, failure);
            return new OrderOutcome.Updated(version);
        }
        if (held.keys().equals(keys) && held.facts().equals(write.facts())) {
            // An earlier attempt may have ended between the record and the rows beside it.
            putRowsBeside(space, id, held);
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
            keep(space, write.order(), derived, failure);
        }
        return new OrderOutcome.Unchanged(held.version());
    }

    private void keep(String space, Order order, OrderRecord record, Failure failure) {
        Charge charge = order.charge();
        String id = order.id().value();
        cluster.write(
                Statement.PUT_RECORD,
                record.written(),
                record.cell(cluster, Statement.PUT_RECORD),
                record.version(),
                charge.transactionTime().day(),
                charge.money().amountMinor(),
                charge.money().currency().getCurrencyCode(),
                name(charge.status()),
                space,
                id);
        failure.addKept();
        putRowsBeside(space, id, record);
    }

    private void putRowsBeside(String space, String id, OrderRecord record) {
        List<RowKeys.HistoryKey> rows = record.keys().history();
        RowKeys replaced = record.replaced();
        List<RowKeys.HistoryKey> oldRows = replaced == null ? List.of() : replaced.history();
        if (replaced != null && !oldRows.containsAll(rows)) {
            carryMarks(space, id, rows);
        }
        List<BoundStatement> writes = new ArrayList<>(list.put(space, id, record));
        for (RowKeys.HistoryKey row : rows) {
            writes.add(history.put(space, id, row, record));
        }
        RowKeys.CustomerKey customer = record.keys().ofCustomer();
        if (customer != null) {
            writes.add(cluster.bind(
                    Statement.PUT_CUSTOMER,
                    space,
                    Cells.blob(customer.customer()),
                    customer.year(),
                    id,
                    record.written()));
        }
        cluster.writeAll(writes);
        list.remember(space, record);
        if (replaced != null) {
            cluster.writeAll(deletions(space, id, replaced, record));
        }
    }

    /**
     * Marks new rows by the facts that are held, before they have an entry. The facts are read after the record was
     * written: a fact that is recorded at the same time either is read here, or finds the new rows by itself.
     */
    private void carryMarks(String space, String id, List<RowKeys.HistoryKey> rows) {
        OrderReads.Held held = reads.held(space, id);
        if (held == null) {
            return;
        }
        List<BoundStatement> writes = new ArrayList<>();
        for (HeldFact fact : held.facts()) {
            for (RowKeys.HistoryKey row : rows) {
                writes.add(history.mark(space, id, row, fact.mark()));
            }
        }
        cluster.writeAll(writes);
    }

    private List<BoundStatement> deletions(String space, String id, RowKeys old, OrderRecord record) {
        List<BoundStatement> deletions = new ArrayList<>();
        List<RowKeys.HistoryKey> kept = record.keys().history();
        for (RowKeys.HistoryKey row : old.history()) {
            if (!kept.contains(row)) {
                deletions.add(history.delete(space, id, row, record));
            }
        }
        if (!old.transactionDay().equals(record.keys().transactionDay())) {
            deletions.add(list.delete(space, id, old.transactionDay(), record));
        }
        RowKeys.CustomerKey customer = old.ofCustomer();
        if (customer != null && !Objects.equals(customer, record.keys().ofCustomer())) {
            deletions.add(deleteCustomer(space, id, customer, record));
        }
        return deletions;
    }

    private BoundStatement deleteCustomer(String space, String id, RowKeys.CustomerKey key, OrderRecord by) {
        return cluster.bind(
                Statement.DELETE_CUSTOMER, by.written() - 1, space, Cells.blob(key.customer()), key.year(), id);
    }

    private static String name(Charge.Status status) {
        return switch (status) {
            case SUCCEEDED -> "succeeded";
            case FAILED -> "failed";
        };
    }
}
