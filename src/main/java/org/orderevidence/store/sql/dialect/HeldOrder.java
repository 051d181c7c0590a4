package org.orderevidence.store.sql.dialect;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;

/**
 * The row of an order as a write finds it.
 *
 * @param version its version
 * @param uploadedAt in microseconds
 * @param revision absent when the merchant keeps none
 * @param document its bytes
 * @param keys the keys of the rows beside it
 * @param marks what its history rows are marked with
 * @param writes how often it and its later facts were written; 0 where nobody else can have written them meanwhile
 */
public record HeldOrder(
        long version,
        long uploadedAt,
        @Nullable Long revision,
        Bytes document,
        DerivedKeys keys,
        int marks,
        long writes) {

    /** True when an order has the same content, and the same keys are derived from it. */
    boolean isSameAs(Encoded order) {
        return document.equals(order.document()) && keys.equals(order.keys());
    }
}
