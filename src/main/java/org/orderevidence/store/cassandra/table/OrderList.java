package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
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
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.ListRange;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;

/**
 * The list of orders, newest transaction first, then by id: a partition each month, and one that names the months.
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
        long rank = record.keys().listRank();
        int month = month(rank);
        List<BoundStatement> writes = new ArrayList<>(2);
        if (!named.contains(new NamedMonth(space, month))) {
            writes.add(cluster.bind(Statement.PUT_MONTH, space, month));
        }
        writes.add(cluster.bind(Statement.PUT_TIME, space, month, rank, order, record.written()));
        return writes;
    }

    /** The month of this record has its name on stable storage: it is never taken away. */
    void remember(AccountSpace space, OrderRecord record) {
        if (named.size() >= MAX_REMEMBERED) {
            named.clear();
        }
        named.add(new NamedMonth(space, month(record.keys().listRank())));
    }

    BoundStatement delete(AccountSpace space, String order, long rank, OrderRecord by) {
        return cluster.bind(Statement.DELETE_TIME, by.written() - 1, space, month(rank), rank, order);
    }

    private static int month(long rank) {
        return Buckets.month(ListRange.day(rank));
    }

    /** A page of the list. A row that a change of its order has left behind is passed over. */
    public List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        Iterator<ListPlace> places = new Places(space, null, ListRange.of(ListRange.ALL_DAYS, false, after));
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
                if (stored != null && ListPlace.of(stored.order()).equals(place)) {
                    page.add(stored);
                }
            }
        }
        return page;
    }

    /** Returns places of a range of days; see {@link EvidenceStore#places}. */
    public List<ListPlace> places(
            AccountSpace space,
            @Nullable OrderReference reference,
            DayRange days,
            boolean ascending,
            @Nullable ListPlace after,
            int limit) {
        return ListRange.places(
                (range, most) -> {
                    Iterator<ListPlace> found = new Places(space, reference, range);
                    List<ListPlace> places = new ArrayList<>(most);
                    while (places.size() < most && found.hasNext()) {
                        places.add(found.next());
                    }
                    return places;
                },
                days,
                ascending,
                after,
                limit);
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

    /** The months of some days that have orders, the newest first. */
    private Iterator<Integer> months(AccountSpace space, DayRange days, boolean ascending) {
        int first = Buckets.month(days.from());
        Iterator<Row> named = cluster.read(Statement.SELECT_MONTHS, space, Buckets.month(days.until()));
        List<Integer> months = new ArrayList<>();
        while (named.hasNext()) {
            int month = named.next().getInt("month");
            if (month >= first) {
                months.add(month);
            }
        }
        return (ascending ? months.reversed() : months).iterator();
    }

    /** The rows of a part of a list, partition after partition, read as far as they are asked for. */
    private final class Places implements Iterator<ListPlace> {
        private final AccountSpace space;
        private final @Nullable OrderReference reference;
        private final ListRange range;
        private final Iterator<Integer> buckets;
        private Iterator<Row> rows = Collections.emptyIterator();

        Places(AccountSpace space, @Nullable OrderReference reference, ListRange range) {
            this.space = space;
            this.reference = reference;
            this.range = range;
            DayRange days = range.days();
            if (reference == null) {
                buckets = months(space, days, range.ascending());
            } else {
                List<Integer> years = Buckets.yearsBackwards(days);
                buckets = (range.ascending() ? years.reversed() : years).iterator();
            }
        }

        private Iterator<Row> read(int bucket) {
            if (reference == null) {
                Statement select = range.ascending() ? Statement.SELECT_OLDEST : Statement.SELECT_NEWEST;
                return cluster.read(select, space, bucket, range.rank(), range.id(), range.last());
            }
            Statement select =
                    range.ascending() ? Statement.SELECT_OLDEST_OF_REFERENCE : Statement.SELECT_NEWEST_OF_REFERENCE;
            return cluster.read(select, space, Cells.blob(reference), bucket, range.rank(), range.id(), range.last());
        }

        @Override
        public boolean hasNext() {
            while (!rows.hasNext()) {
                if (!buckets.hasNext()) {
                    return false;
                }
                rows = read(buckets.next());
            }
            return true;
        }

        @Override
        public ListPlace next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Row row = rows.next();
            return ListRange.place(row.getLong("list_rank"), new OrderId(Cells.text(row, "order_id")));
        }
    }
}
