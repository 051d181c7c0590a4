package org.orderevidence.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Part;

/**
 * Parts of one order, to be stored together.
 *
 * @param id their order
 * @param parts at least one, each key once
 * @param expectedVersion the version of the order that they must change; otherwise the outcome is a conflict. Empty if
 *     they change any version, or make the order
 */
public record PartWrite(
        OrderId id, List<Part> parts, @Nullable Long expectedVersion) {
    public PartWrite {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || parts.stream().map(Part::key).distinct().count() != parts.size()) {
            throw new IllegalArgumentException("a write has at least one part, and each key once");
        }
    }

    /** Returns the write of one part that changes any version. */
    public static PartWrite of(OrderId id, Part part) {
        return new PartWrite(id, List.of(part), null);
    }
}
