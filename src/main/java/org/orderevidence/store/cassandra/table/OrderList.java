package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.list.DayIndex;
import org.orderevidence.store.list.PlaceWalk;

/**
 * The list of orders, newest transaction day first, then by id: a partition each month, and one that names the months.
 */
public final class OrderList {
    /** Maximum number of months that are remembered as named; beyond, all are named again. */
    private static final int MAX_REMEMBERED = 10_000;

    private final Cluster cluster;
    private final OrderReads reads;
    private final Set<NamedMonth> named = ConcurrentHashMap.newKeySet();

    public OrderList(Cluster cluster, OrderReads reads) {
        this.cluster = cluster;
        this.reads = reads;
    }

    private record NamedMonth(AccountSpace space, int month) {}

    /** Returns the writes that put an order into the list. Call {@link #remember} when they are done. */
    List<BoundStatement> put(AccountSpace space, String order, OrderRecord record) {
        LocalDate day = record.keys().transactionDay();
        int month = Buckets.month(day);
        List<BoundStatement> writes = new ArrayList<>(2);
        if (!named.contains(new NamedMonth(space, month))) {
            writes.add(cluster.bind(Statement.PUT_MONTH, space, month));
        }
        writes.add(cluster.bind(Statement.PUT_DAY, space, month, day, order, record.written()));
        return writes;
    }

    /** The month of this record has its name on stable storage: it is never taken away. */
    void remember(AccountSpace space, OrderRecord record) {
        if (named.size() >= MAX_REMEMBERED) {
            named.clear();
        }
        named.add(new NamedMonth(space, Buckets.month(record.keys().transactionDay())));
    }

    BoundStatement delete(AccountSpace space, String order, LocalDate day, OrderRecord by) {
        return cluster.bind(Statement.DELETE_DAY, by.written() - 1, space, Buckets.month(day), day, order);
    }

    /** A page of the list. A row that a change of its order has left behind is passed over. */
    public List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        Iterator<ListPlace> places = new Places(space, after);
        for (int i = 0; i < skip && places.hasNext(); i++) {
            places.next();
        }
        List<StoredOrder> page = new ArrayList<>(limit);
        while (page.size() < limit && places.hasNext()) {
            List<ListPlace> next = new ArrayList<>(limit - page.size());
            while (next.size() < limit - page.size() && places.hasNext()) {
                next.add(places.next());
            }
            Map<OrderId, StoredOrder> orders =
                    reads.orders(space, next.stream().map(ListPlace::id).toList());
            for (ListPlace place : next) {
                StoredOrder stored = orders.get(place.id());
                if (stored != null && stands(stored, place)) {
                    page.add(stored);
                }
            }
        }
        return page;
    }

    private static boolean stands(StoredOrder stored, ListPlace place) {
        return stored.order().charge().transactionTime().day().equals(place.transactionDay());
    }

    /** Returns places of a range of days; see {@link PlaceWalk}. */
    public List<ListPlace> places(
            AccountSpace space,
            @Nullable OrderReference reference,
            DayRange days,
            boolean ascending,
            @Nullable ListPlace after,
            int limit) {
        DayIndex<RuntimeException> index =
                reference == null ? new OrdersByDay(cluster, space) : new OrdersOfReference(cluster, space, reference);
        return PlaceWalk.places(index, days, ascending, after, limit);
    }

    /** How many rows the list has now; reads all of it, month by month. */
    public long count(AccountSpace space) {
        long total = 0;
        Iterator<Row> months = cluster.read(Statement.SELECT_MONTHS, space, Integer.MAX_VALUE);
        while (months.hasNext()) {
            Row counted =
                    cluster.readOne(Statement.COUNT_MONTH, space, months.next().getInt("month"));
            total += counted == null ? 0 : counted.getLong(0);
        }
        return total;
    }

    /** The rows of the list from a place on, read as far as they are asked for. */
    private final class Places implements Iterator<ListPlace> {
        private final AccountSpace space;
        private final Iterator<Row> months;
        private final Iterator<Iterator<Row>> firstReads;
        private Iterator<Row> rows = Collections.emptyIterator();

        Places(AccountSpace space, @Nullable ListPlace after) {
            this.space = space;
            if (after == null) {
                months = cluster.read(Statement.SELECT_MONTHS, space, Integer.MAX_VALUE);
                firstReads = Collections.emptyIterator();
            } else {
                LocalDate day = after.transactionDay();
                int month = Buckets.month(day);
                months = cluster.read(Statement.SELECT_MONTHS, space, month - 1);
                firstReads = List.of(
                                cluster.read(
                                        Statement.SELECT_REST_OF_DAY,
                                        space,
                                        month,
                                        day,
                                        after.id().value()),
                                cluster.read(Statement.SELECT_DAYS_BEFORE, space, month, day))
                        .iterator();
            }
        }

        @Override
        public boolean hasNext() {
            while (!rows.hasNext()) {
                if (firstReads.hasNext()) {
                    rows = firstReads.next();
                } else if (months.hasNext()) {
                    rows = cluster.read(
                            Statement.SELECT_DAYS, space, months.next().getInt("month"));
                } else {
                    return false;
                }
            }
            return true;
        }

        @Override
        public ListPlace next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Row row = rows.next();
            return new ListPlace(Cells.day(row, "day"), new OrderId(Cells.text(row, "order_id")));
        }
    }
}
