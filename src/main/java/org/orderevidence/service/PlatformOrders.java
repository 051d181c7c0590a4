package org.orderevidence.service;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;

/** What platforms state about the orders of an account space. */
@FunctionalInterface
public interface PlatformOrders {
    /**
     * Receives the charges of uploaded orders, which a platform may have stated under another order ID. Returns
     * immediately.
     */
    void uploaded(AccountSpace space, Collection<String> chargeIds);

    /** Returns the prefixes that the IDs of orders have, because each shop of the space has its own. */
    default List<String> prefixes(AccountSpace space) {
        return List.of();
    }

    /** Returns the order to which the ID of a payment, a charge or another object leads. */
    default Optional<OrderId> order(AccountSpace space, String objectId) {
        return Optional.empty();
    }
}
