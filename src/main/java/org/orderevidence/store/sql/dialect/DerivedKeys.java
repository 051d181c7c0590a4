package org.orderevidence.store.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.ComposedOrder;

/**
 * The keys of the rows that stand next to an order's own. They are kept with it, so that these rows are found again
 * when the order changes.
 *
 * @param day day of the transaction, counted from 1970: that of its rows under its references
 * @param historyDay day of its history rows, counted from 1970
 * @param credential1 key of its first history row; null if it has none
 * @param credential2 key of its second; null if it has none
 * @param references values by which it is found
 */
public record DerivedKeys(
        int day,
        int historyDay,
        @Nullable KeyedHash credential1,
        @Nullable KeyedHash credential2,
        List<OrderReference> references) {

    public DerivedKeys {
        references = List.copyOf(references);
    }

    /** Returns the keys of an order, or null if its parts do not make an order yet. */
    public static @Nullable DerivedKeys of(@Nullable ComposedOrder order) {
        if (order == null) {
            return null;
        }
        List<KeyedHash> credentials = order.credentials();
        return new DerivedKeys(
                Math.toIntExact(order.transactionDay().toEpochDay()),
                Math.toIntExact(order.historyDay().toEpochDay()),
                credentials.isEmpty() ? null : credentials.getFirst(),
                credentials.size() < 2 ? null : credentials.getLast(),
                order.references());
    }

    /** The keys of its history rows: none, one or two. */
    List<KeyedHash> credentials() {
        List<KeyedHash> all = new ArrayList<>(2);
        if (credential1 != null) {
            all.add(credential1);
        }
        if (credential2 != null) {
            all.add(credential2);
        }
        return all;
    }
}
