package org.orderevidence.order.part;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.StoredOrder.OrderSources;

/** The result of composing the parts of an order. */
public sealed interface Composition {
    /**
     * Returns the order that these parts make. The result depends only on the newest version of each part: neither the
     * order of the parts nor older versions among them change it.
     *
     * @param parts in any order
     */
    static Composition of(OrderId id, Collection<Part> parts) {
        return new Composing(id, parts).compose();
    }

    /**
     * Returns true if an order has a charge of the same platform that is most probably another purchase than this one.
     *
     * @param charge a part; one that is not a charge has no other purchase
     */
    static boolean hasOtherPurchase(Collection<Part> held, Part charge) {
        return StatedParts.of(held).hasOtherPurchase(charge);
    }

    /**
     * An order.
     *
     * @param order with defaults for what no part states, except for the account's own profile
     * @param sources for each stated field the source whose value counts, in the sequence of the fields. Not copied
     * @param mismatched parts whose amount or currency differs from the order's: their payment fields do not count
     * @param uncaptured true if the payment was approved and not captured yet
     * @param superseded fields whose PATCH no longer counts, because the upload states something new
     * @param method how the customer paid, if that is stated and no card alone
     * @param movedTo the order to which the parts were moved; empty if they were not
     */
    record Complete(
            Order order,
            Map<StatedField, Source> sources,
            List<String> mismatched,
            boolean uncaptured,
            Set<StatedField> superseded,
            @Nullable String method,
            @Nullable OrderId movedTo)
            implements Composition {
        /** Returns what is left of an order whose parts were moved. */
        static Complete moved(Order order, OrderId to) {
            return new Complete(order, Map.of(), List.of(), false, Set.of(), null, to);
        }

        /** Returns the notes for the merchant. */
        public OrderNotes notes() {
            return new OrderNotes(
                    superseded.stream().map(StatedField::wireName).sorted().toList(),
                    mismatched,
                    order.charge().credential().isKnown());
        }

        /** Returns the sources by the names that callers see. */
        public OrderSources orderSources() {
            Map<String, String> fields = LinkedHashMap.newLinkedHashMap(sources.size());
            sources.forEach((field, source) -> fields.put(field.wireName(), source.name()));
            return new OrderSources(fields, mismatched, uncaptured, method, movedTo);
        }
    }

    /**
     * Parts that do not make an order yet.
     *
     * @param missing what an order needs and no part states: amount, currency or transactionDate
     */
    record Incomplete(Set<StatedField> missing) implements Composition {}
}
