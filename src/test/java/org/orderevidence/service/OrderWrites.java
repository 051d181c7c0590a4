package org.orderevidence.service;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Order;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.OrderWrite;

/** Makes the write of an order as the service derives it. */
public final class OrderWrites {
    private final DerivedOrders derived;

    public OrderWrites(CaseKeys keys) {
        this.derived = new DerivedOrders(keys);
    }

    public OrderWrite write(AccountSpace space, Order order, @Nullable Long expectedVersion) {
        ComposedOrder composed = derived.derive(space, order);
        return new OrderWrite(
                order,
                composed.references(),
                composed.historyDay(),
                composed.credentials(),
                composed.facts(),
                expectedVersion);
    }
}
