package org.orderevidence.store;

import java.util.Collection;
import java.util.Optional;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Part;

/** Derives what a store writes next to the parts of an order. A pure function of the parts and of the index key. */
@FunctionalInterface
public interface OrderComposer {
    /**
     * Returns what is derived from these parts, or empty if they do not make an order yet.
     *
     * @param parts in any order, each key once
     */
    Optional<ComposedOrder> compose(AccountSpace space, OrderId id, Collection<Part> parts);

    /** Returns the version of what is derived. */
    default int derivation() {
        return Derivation.CURRENT;
    }
}
