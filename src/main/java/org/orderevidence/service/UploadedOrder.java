package org.orderevidence.service;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardFingerprint;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Statement;

/**
 * An order as it was uploaded: the token of its card is not yet replaced by a keyed hash.
 *
 * @param id the order
 * @param revision the merchant's own number of the state; empty if none was sent
 * @param statement the fields that were sent; its credential is without fingerprint
 * @param fingerprint the token of its card; empty if none was sent
 */
public record UploadedOrder(
        OrderId id,
        @Nullable Long revision,
        Statement statement,
        @Nullable CardFingerprint fingerprint) {
    public UploadedOrder {
        if (statement.charge().credential().fingerprint() != null) {
            throw new IllegalArgumentException("an uploaded order has a token, not a hash");
        }
    }
}
