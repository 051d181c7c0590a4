package org.orderevidence.store.sql.dialect;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.EncodedOrder;

/**
 * The row of an order as a write finds it.
 *
 * @param version its version
 * @param uploadedAt in microseconds
 * @param revision the merchant's own number of the uploaded state; empty if none was sent
 * @param upload hash of what the upload states; empty if no upload is among the parts
 * @param otherParts how many parts there are besides the upload
 * @param document its parts, sealed
 * @param derivation version with which the rows next to it were derived
 * @param keys the keys of the rows next to it; empty if its parts do not make an order yet
 * @param marks what its history rows are marked with
 * @param writes how often it and its later facts were written; 0 where nobody else can have written them in the
 *     meantime
 */
public record HeldOrder(
        long version,
        long uploadedAt,
        @Nullable Long revision,
        @Nullable ContentHash upload,
        int otherParts,
        Bytes document,
        int derivation,
        @Nullable DerivedKeys keys,
        int marks,
        long writes) {

    /** Returns the row of an encoded order. */
    static HeldOrder of(EncodedOrder order, long version, long uploadedAt, int marks) {
        return new HeldOrder(
                version,
                uploadedAt,
                order.revision(),
                order.upload(),
                order.otherParts(),
                order.document(),
                order.derivation(),
                DerivedKeys.of(order.composed()),
                marks,
                0);
    }
}
