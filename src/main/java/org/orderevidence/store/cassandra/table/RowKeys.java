package org.orderevidence.store.cassandra.table;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.cassandra.cluster.Buckets;

/**
 * The keys of the rows that stand beside an order's own. They are kept with it, so that these rows are found again when
 * the order changes.
 *
 * @param transactionDay where it stands in the list and under its customer
 * @param historyDay where it stands in the history of its credentials
 * @param credential1 its first credential; absent when it has none
 * @param credential2 its second; absent when it has none
 * @param customer its customer; absent when not known
 */
public record RowKeys(
        LocalDate transactionDay,
        LocalDate historyDay,
        @Nullable KeyedHash credential1,
        @Nullable KeyedHash credential2,
        @Nullable KeyedHash customer) {

    public static RowKeys of(ComposedOrder order) {
        List<KeyedHash> credentials = order.credentials();
        return new RowKeys(
                order.transactionDay(),
                order.historyDay(),
                credentials.isEmpty() ? null : credentials.getFirst(),
                credentials.size() < 2 ? null : credentials.getLast(),
                order.customer());
    }

    /** The key of one history row. */
    record HistoryKey(KeyedHash credential, LocalDate day) {}

    /** None, one or two. */
    public List<HistoryKey> history() {
        return Stream.of(credential1, credential2)
                .flatMap(Stream::ofNullable)
                .map(credential -> new HistoryKey(credential, historyDay))
                .toList();
    }

    /** The key of the row under a customer. */
    public record CustomerKey(KeyedHash customer, int year) {}

    @Nullable
    public CustomerKey ofCustomer() {
        return customer == null ? null : new CustomerKey(customer, Buckets.year(transactionDay));
    }
}
