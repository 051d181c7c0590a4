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

    /**
     * The version of the code that derives rows from orders: history rows, index rows and plain columns. Each stored order
     * has the version with which its rows were derived. A service derives the rows of orders with an older version again.
     *
     * <p>A change that derives something else from the same parts needs the next number here. The classes that derive are
     * {@code Composing}, {@code DerivedOrders}, {@code OrderKeys}, {@code PriorFacts} and {@code PriorFactsDocument}.
     */
    int DERIVATION = 2;

    /** Returns the version of what is derived. */
    default int derivation() {
        return DERIVATION;
    }
}
