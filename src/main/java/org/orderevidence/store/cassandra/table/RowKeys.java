package org.orderevidence.store.cassandra.table;

import java.time.LocalDate;
import java.util.List;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.ListRange;
import org.orderevidence.store.cassandra.cluster.Buckets;

/**
 * The keys of the rows that stand next to an order's own. They are kept with it, so that these rows are found again
 * when the order changes.
 *
 * @param listRank where it stands in the list and under its references
 * @param historyDay where it stands in the history of its credentials
 * @param credentials its credentials: at most one of each kind
 * @param references values by which it is found
 */
public record RowKeys(
        long listRank, LocalDate historyDay, List<KeyedHash> credentials, List<OrderReference> references) {

    public RowKeys {
        credentials = List.copyOf(credentials);
        references = List.copyOf(references);
    }

    public static RowKeys of(ComposedOrder order) {
        return new RowKeys(order.listRank(), order.historyDay(), order.credentials(), order.references());
    }

    /** The key of one history row. */
    record HistoryKey(KeyedHash credential, LocalDate day) {}

    /** One for each credential. */
    public List<HistoryKey> history() {
        return credentials.stream()
                .map(credential -> new HistoryKey(credential, historyDay))
                .toList();
    }

    /**
     * The key of the row under a reference.
     */
    public record ReferenceKey(OrderReference reference, long listRank) {
        /** The last part of the partition's key, so that a value that every order has does not fill one partition. */
        public int year() {
            return Buckets.year(ListRange.day(listRank));
        }
    }

    /** The keys of the rows under its references. */
    public List<ReferenceKey> ofReferences() {
        return references.stream()
                .map(reference -> new ReferenceKey(reference, listRank))
                .toList();
    }
}
