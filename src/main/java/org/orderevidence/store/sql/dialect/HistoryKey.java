package org.orderevidence.store.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;

/**
 * The key of a history row.
 *
 * @param order of which order
 * @param credential under which credential
 * @param day on which day, counted from 1970
 */
public record HistoryKey(OrderKey order, KeyedHash credential, int day) {
    /** The keys of an order's rows. */
    static List<HistoryKey> of(OrderKey order, @Nullable DerivedKeys keys) {
        if (keys == null) {
            return List.of();
        }
        List<HistoryKey> rows = new ArrayList<>(keys.credentials().size());
        for (KeyedHash credential : keys.credentials()) {
            rows.add(new HistoryKey(order, credential, keys.historyDay()));
        }
        return rows;
    }
}
