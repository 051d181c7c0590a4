package org.orderevidence.service;

import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.PriorFacts;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.document.PriorFactsDocument;

/** Makes of an order what a store keeps of it: the order, its keys and its facts as a prior. */
public final class OrderWrites {
    private final CaseKeys keys;

    /**
     * @param keys what keys are derived with
     */
    public OrderWrites(CaseKeys keys) {
        this.keys = keys;
    }

    /**
     * The write of an order.
     *
     * @param expectedVersion the version it must replace; absent for an upload, which replaces any
     */
    public OrderWrite write(AccountSpace space, Order order, @Nullable Long expectedVersion) {
        OrderKeys derived = new OrderKeys(space, keys);
        KeyedHash customer = derived.customer(order);
        PriorFacts facts = derived.facts(order, customer);
        return new OrderWrite(
                order,
                customer,
                facts.day(),
                derived.credentials(order),
                PriorFactsDocument.encode(facts),
                expectedVersion);
    }
}
