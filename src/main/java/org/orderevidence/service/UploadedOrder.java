package org.orderevidence.service;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Order;

/**
 * An order as it came in: its card's token not yet replaced by a keyed hash.
 *
 * @param order the order, its credential without fingerprint
 * @param fingerprint the token of its card; absent when not sent
 */
public record UploadedOrder(Order order, @Nullable CardFingerprint fingerprint) {
    public UploadedOrder {
        if (order.charge().credential().fingerprint() != null) {
            throw new IllegalArgumentException("an uploaded order has a token, not a hash");
        }
    }
}
