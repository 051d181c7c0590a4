package org.orderevidence.integration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Source;

/**
 * An order that has the ID of its payment, because nothing named a better one in time.
 *
 * @param references objects of the purchase, by which an upload may state it; at most {@value #MAX_REFERENCES}
 * @param looks how often an upload with one of them was looked for
 * @param movedTo the order with the better ID; empty while there is none
 */
public record PaymentOrder(
        OrderId id,
        Source source,
        List<ObjectReference> references,
        int looks,
        @Nullable OrderId movedTo) {
    public static final int MAX_REFERENCES = 8;

    public PaymentOrder {
        references = references.stream().limit(MAX_REFERENCES).toList();
    }

    /** Returns the order after another look for a better one. */
    public PaymentOrder looked() {
        return new PaymentOrder(id, source, references, looks + 1, movedTo);
    }

    /** Returns the order as moved, or as not moved if this is empty. */
    public PaymentOrder withTarget(@Nullable OrderId target) {
        return new PaymentOrder(id, source, references, looks, target);
    }
}
