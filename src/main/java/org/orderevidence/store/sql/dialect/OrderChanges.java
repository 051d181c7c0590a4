package org.orderevidence.store.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.EncodedOrder;

/**
 * The changes of a batch of orders in all tables, sorted by order. No row is both put and deleted.
 *
 * @param insertsNew see {@link #of}
 * @param inserted rows of new orders, none of which is held
 * @param put rows that replace those that are held, and are new where none is
 * @param oldHistory rows to be deleted
 * @param oldReferences rows to be deleted
 * @param created how many new orders each space gets, by its number
 */
public record OrderChanges(
        boolean insertsNew,
        Rows inserted,
        Rows put,
        List<HistoryKey> oldHistory,
        List<ReferenceKey> oldReferences,
        SortedMap<Integer, Integer> created) {

    /**
     * No changes yet.
     *
     * @param insertsNew true to insert the rows of orders that were not found as if none could be in their way; false
     *     to put them like all others
     */
    public static OrderChanges of(boolean insertsNew) {
        return new OrderChanges(
                insertsNew, new Rows(), new Rows(), new ArrayList<>(), new ArrayList<>(), new TreeMap<>());
    }

    /**
     * Rows of orders.
     *
     * @param orders the orders themselves
     * @param history their history
     * @param references where they are found
     */
    public record Rows(List<OrderRow> orders, List<HistoryEntry> history, List<ReferenceKey> references) {
        private Rows() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        public boolean isEmpty() {
            return orders.isEmpty();
        }
    }

    /**
     * A row of the table of orders.
     *
     * @param key its key
     * @param order the order
     * @param version its version
     * @param uploadedAt in microseconds
     * @param replaced the row that it replaces; null if there is none
     */
    public record OrderRow(
            OrderKey key,
            EncodedOrder order,
            long version,
            long uploadedAt,
            @Nullable HeldOrder replaced) {}

    /**
     * A row of {@code history}.
     *
     * @param key its key
     * @param version the order's
     * @param marks see {@link HistoryTable#marks}
     * @param facts what the rule needs
     */
    public record HistoryEntry(HistoryKey key, long version, int marks, Bytes facts) {}

    /**
     * A row of {@code orders_by_reference}.
     *
     * @param order the order
     * @param reference a value by which it is found
     * @param listRank where it stands there
     */
    public record ReferenceKey(OrderKey order, OrderReference reference, long listRank) {
        /** Returns the rows of an order. */
        static List<ReferenceKey> of(OrderKey order, @Nullable DerivedKeys keys) {
            return keys == null
                    ? List.of()
                    : keys.references().stream()
                            .map(reference -> new ReferenceKey(order, reference, keys.listRank()))
                            .toList();
        }
    }

    /** Puts an order with all its rows, in the place of what is stored of it. */
    public void put(OrderRow row, int marks) {
        HeldOrder held = row.replaced();
        Rows changed = held == null && insertsNew ? inserted : put;
        changed.orders().add(row);
        ComposedOrder composed = row.order().composed();
        DerivedKeys keys = DerivedKeys.of(composed);
        List<HistoryKey> rows = HistoryKey.of(row.key(), keys);
        List<ReferenceKey> found = ReferenceKey.of(row.key(), keys);
        if (composed != null) {
            rows.forEach(key -> changed.history().add(new HistoryEntry(key, row.version(), marks, composed.facts())));
        }
        changed.references().addAll(found);
        DerivedKeys heldKeys = held == null ? null : held.keys();
        if (composed != null && heldKeys == null) {
            created.merge(row.key().space(), 1, Integer::sum);
        }
        HistoryKey.of(row.key(), heldKeys).stream()
                .filter(old -> !rows.contains(old))
                .forEach(oldHistory::add);
        ReferenceKey.of(row.key(), heldKeys).stream()
                .filter(old -> !found.contains(old))
                .forEach(oldReferences::add);
    }

    public boolean isEmpty() {
        return inserted.isEmpty() && put.isEmpty();
    }
}
