package org.orderevidence.store.sql.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.outcome.OrderOutcome;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.OfferedParts;
import org.orderevidence.store.sql.commit.GroupedWork;
import org.orderevidence.store.sql.dialect.BatchRows;
import org.orderevidence.store.sql.dialect.BatchRows.HeldHistory;
import org.orderevidence.store.sql.dialect.HeldOrder;
import org.orderevidence.store.sql.dialect.HistoryKey;
import org.orderevidence.store.sql.dialect.OrderChanges;
import org.orderevidence.store.sql.dialect.OrderInBatch;
import org.orderevidence.store.sql.dialect.OrderKey;
import org.orderevidence.store.sql.dialect.Session;

/** Stores orders with the rows next to them: history, customer, count. */
public final class OrderTables implements GroupedWork<OrderTables.Upload, List<OrderOutcome>> {
    private final BatchRows rows;
    private final EvidenceCodec codec;

    public OrderTables(BatchRows rows, EvidenceCodec codec) {
        this.rows = rows;
        this.codec = codec;
    }

    /**
     * The orders of one caller.
     *
     * @param space the account space
     * @param number its number
     * @param orders applied one by one
     * @param now the time of the upload, in microseconds
     */
    public record Upload(AccountSpace space, int number, List<OfferedParts> orders, long now) {
        OrderKey key(OfferedParts order) {
            return new OrderKey(number, order.id().value());
        }
    }

    /**
     * Reads what is stored of all the orders, decides upload after upload, and writes what has changed. When it is done
     * again because another changed an order in the meantime, it holds the orders first, so that it comes to an end.
     */
    @Override
    public List<List<OrderOutcome>> perform(Session session, List<Upload> uploads, boolean again) throws SQLException {
        SortedMap<OrderKey, OrderInBatch> orders = held(session, uploads, again);
        Map<HistoryKey, HeldHistory> history = history(session, uploads, orders);
        List<List<OrderOutcome>> outcomes = new ArrayList<>(uploads.size());
        for (Upload upload : uploads) {
            List<OrderOutcome> each = new ArrayList<>(upload.orders().size());
            for (OfferedParts order : upload.orders()) {
                each.add(in(orders, upload.key(order)).apply(order, upload.now(), history));
            }
            outcomes.add(each);
        }
        OrderChanges changes = OrderChanges.of(!again);
        orders.values().forEach(order -> order.addTo(changes));
        if (!changes.isEmpty()) {
            rows.write(session, changes);
        }
        return outcomes;
    }

    @Override
    public int turn() {
        return 2;
    }

    private SortedMap<OrderKey, OrderInBatch> held(Session session, List<Upload> uploads, boolean locked)
            throws SQLException {
        TreeMap<OrderKey, AccountSpace> spaces = new TreeMap<>();
        uploads.forEach(upload -> upload.orders().forEach(order -> spaces.put(upload.key(order), upload.space())));
        Map<OrderKey, HeldOrder> held = rows.held(session, List.copyOf(spaces.keySet()), locked);
        SortedMap<OrderKey, OrderInBatch> orders = new TreeMap<>();
        spaces.forEach((key, space) -> orders.put(key, new OrderInBatch(key, space, held.get(key), codec)));
        return orders;
    }

    private Map<HistoryKey, HeldHistory> history(
            Session session, List<Upload> uploads, SortedMap<OrderKey, OrderInBatch> orders) throws SQLException {
        List<HistoryKey> wanted = new ArrayList<>();
        for (Upload upload : uploads) {
            for (OfferedParts order : upload.orders()) {
                wanted.addAll(in(orders, upload.key(order)).historyToCompare(order));
            }
        }
        return wanted.isEmpty()
                ? Map.of()
                : rows.history(session, wanted.stream().distinct().toList());
    }

    private static OrderInBatch in(SortedMap<OrderKey, OrderInBatch> orders, OrderKey key) {
        OrderInBatch order = orders.get(key);
        if (order == null) {
            throw new IllegalStateException("an order of the batch was not read");
        }
        return order;
    }
}
