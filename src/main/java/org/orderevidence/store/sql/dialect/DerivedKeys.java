package org.orderevidence.store.sql.dialect;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.ComposedOrder;

/**
 * The keys of the rows that stand next to an order's own. They are kept with it, so that these rows are found again
 * when the order changes.
 *
 * @param listRank where it stands in lists, and under its references
 * @param historyDay day of its history rows, counted from 1970
 * @param credentials keys of its history rows: at most one of each kind
 * @param references values by which it is found
 */
public record DerivedKeys(long listRank, int historyDay, List<KeyedHash> credentials, List<OrderReference> references) {

    public DerivedKeys {
        credentials = List.copyOf(credentials);
        references = List.copyOf(references);
    }

    /** Returns the keys of an order, or null if its parts do not make an order yet. */
    public static @Nullable DerivedKeys of(@Nullable ComposedOrder order) {
        return order == null
                ? null
                : new DerivedKeys(
                        order.listRank(),
                        Math.toIntExact(order.historyDay().toEpochDay()),
                        order.credentials(),
                        order.references());
    }
}
