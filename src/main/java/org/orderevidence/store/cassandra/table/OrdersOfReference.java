package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.list.DayIndex;

/** The orders of a space with one reference by transaction day. */
final class OrdersOfReference implements DayIndex<RuntimeException> {
    private final Cluster cluster;
    private final AccountSpace space;
    private final OrderReference reference;

    OrdersOfReference(Cluster cluster, AccountSpace space, OrderReference reference) {
        this.cluster = cluster;
        this.space = space;
        this.reference = reference;
    }

    @Override
    public Optional<LocalDate> next(DayRange days, boolean ascending) {
        Statement select = ascending ? Statement.SELECT_FIRST_DAY_OF_REFERENCE : Statement.SELECT_LAST_DAY_OF_REFERENCE;
        for (int year : years(days, ascending)) {
            Row row = cluster.readOne(select, space, key(), year, days.from(), days.until());
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
                Statement.SELECT_DAY_OF_REFERENCE,
                space,
                key(),
                Buckets.year(day),
                day,
                after == null ? "" : after.value());
        List<OrderId> ids = new ArrayList<>();
        while (ids.size() < limit && rows.hasNext()) {
            ids.add(new OrderId(Cells.text(rows.next(), "order_id")));
        }
        return ids;
    }

    private static List<Integer> years(DayRange days, boolean ascending) {
        List<Integer> years = Buckets.yearsBackwards(days);
        return ascending ? years.reversed() : years;
    }

    private ByteBuffer key() {
        return Cells.blob(reference);
    }
}
