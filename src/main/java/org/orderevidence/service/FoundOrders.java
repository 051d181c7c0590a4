package org.orderevidence.service;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.StoredOrder;

/**
 * A page of a filtered list.
 *
 * @param orders in the sequence of {@link ListPlace}; may be fewer than asked for although more follow
 * @param next the place behind the last one that was examined; empty if there are no more
 */
public record FoundOrders(
        List<StoredOrder> orders, @Nullable ListPlace next) {
    public FoundOrders {
        orders = List.copyOf(orders);
    }
}
