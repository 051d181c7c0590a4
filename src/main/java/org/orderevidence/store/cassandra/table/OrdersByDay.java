package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.list.DayIndex;

/** The orders of a space by transaction day, a partition a month. Used for one walk. */
final class OrdersByDay implements DayIndex<RuntimeException> {
    private final Cluster cluster;
    private final AccountSpace space;

    /** The months that have orders, the newest first; empty until they are needed. */
    private List<Integer> months = List.of();

    OrdersByDay(Cluster cluster, AccountSpace space) {
        this.cluster = cluster;
        this.space = space;
    }

    @Override
    public Optional<LocalDate> next(DayRange days, boolean ascending) {
        Statement select = ascending ? Statement.SELECT_FIRST_DAY : Statement.SELECT_LAST_DAY;
        for (int month : months(days, ascending)) {
            Row row = cluster.readOne(select, space, month, days.from(), days.until());
            if (row != null) {
                return Optional.of(Cells.day(row, "day"));
            }
        }
        return Optional.empty();
    }

    @Override
    public List<OrderId> ids(LocalDate day, @Nullable OrderId after, int limit) {
        // Every id is greater than the empty text.
        Iterator<Row> rows = cluster.read(
                Statement.SELECT_REST_OF_DAY, space, Buckets.month(day), day, after == null ? "" : after.value());
        List<OrderId> ids = new ArrayList<>();
        while (ids.size() < limit && rows.hasNext()) {
            ids.add(new OrderId(Cells.text(rows.next(), "order_id")));
        }
        return ids;
    }

    private List<Integer> months(DayRange days, boolean ascending) {
        if (months.isEmpty()) {
            List<Integer> known = new ArrayList<>();
            cluster.read(Statement.SELECT_MONTHS, space, Buckets.month(days.until()))
                    .forEachRemaining(row -> known.add(row.getInt("month")));
            months = List.copyOf(known);
        }
        int first = Buckets.month(days.from());
        int last = Buckets.month(days.until());
        List<Integer> within =
                months.stream().filter(month -> month >= first && month <= last).toList();
        return ascending ? within.reversed() : within;
    }
}
