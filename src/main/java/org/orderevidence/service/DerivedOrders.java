package org.orderevidence.service;

import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.store.OrderComposer;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.document.PriorFactsDocument;

/** Derives from an order what stores write next to its parts: its keys and its facts as a prior. */
public final class DerivedOrders implements OrderComposer {
    private final CaseKeys keys;

    /**
     * @param keys what keys are derived with
     */
    public DerivedOrders(CaseKeys keys) {
        this.keys = keys;
    }

    @Override
    public Optional<ComposedOrder> compose(AccountSpace space, OrderId id, Collection<Part> parts) {
        return switch (Composition.of(id, parts)) {
            case Composition.Complete complete -> Optional.of(derive(space, complete.order(), complete.notes()));
            case Composition.Incomplete _ -> Optional.empty();
        };
    }

    /** Returns what is derived from an order. */
    public ComposedOrder derive(AccountSpace space, Order order) {
        return derive(space, order, OrderNotes.NONE);
    }

    private ComposedOrder derive(AccountSpace space, Order order, OrderNotes notes) {
        OrderKeys derived = new OrderKeys(space, keys);
        @Nullable KeyedHash customer = derived.customer(order);
        PriorFacts facts = derived.facts(order, customer);
        return new ComposedOrder(
                ListPlace.time(order.charge().transactionTime()),
                derived.references(order, customer),
                facts.day(),
                derived.credentials(order),
                PriorFactsDocument.encode(facts),
                notes);
    }
}
