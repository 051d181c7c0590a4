package org.orderevidence.store;

import java.util.List;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;

/**
 * An order with the parts that it is composed of.
 *
 * @param order the order
 * @param parts sorted by key
 */
public record OrderParts(StoredOrder order, List<Part> parts) {
    public OrderParts {
        parts = List.copyOf(parts);
    }
}
