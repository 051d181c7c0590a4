package org.orderevidence.integration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What leads from a statement to its order.
 *
 * @param references objects of the same purchase, the best one first
 * @param hints possible order ids, the best one first
 */
public record Links(List<ObjectReference> references, List<OrderIdHint> hints) {
    public Links {
        references = List.copyOf(references);
        hints = List.copyOf(hints);
    }

    /**
     * Returns the links with the hints that exist.
     *
     * @throws UnmappableEvent if there is neither a reference nor a hint, so that nothing leads to an order
     */
    public static Links of(List<ObjectReference> references, @Nullable OrderIdHint... hints) throws UnmappableEvent {
        List<OrderIdHint> existing = new ArrayList<>();
        for (OrderIdHint hint : hints) {
            if (hint != null) {
                existing.add(hint);
            }
        }
        if (references.isEmpty() && existing.isEmpty()) {
            throw new UnmappableEvent(
                    Mapping.Reason.MISSING_FIELD, "an id of 12 to 128 characters that leads to an order");
        }
        existing.sort(Comparator.comparing(OrderIdHint::kind));
        return new Links(references, existing);
    }
}
