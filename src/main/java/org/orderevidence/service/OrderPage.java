package org.orderevidence.service;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.StoredOrder;

/**
 * A page of the list of orders.
 *
 * @param orders newest transaction first, then by id
 * @param next the place behind the last one; null if there are no more
 * @param total how many orders there are in all
 * @param totalAsOf when {@code total} was true; null if it is true now
 */
public record OrderPage(
        List<StoredOrder> orders,
        @Nullable ListPlace next,
        long total,
        @Nullable Instant totalAsOf) {
    public OrderPage {
        orders = List.copyOf(orders);
    }
}
