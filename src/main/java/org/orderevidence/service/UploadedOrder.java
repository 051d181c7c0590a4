package org.orderevidence.service;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Statement;

/**
 * An order as it was uploaded: the tokens of its card are not yet replaced by keyed hashes.
 *
 * @param id the order
 * @param revision the merchant's own number of the state; empty if none was sent
 * @param statement the fields that were sent; its credential has no hashes
 * @param tokens of its card; empty if none were sent
 */
public record UploadedOrder(
        OrderId id,
        @Nullable Long revision,
        Statement statement,
        @Nullable CardTokens tokens) {
    public UploadedOrder {
        if (statement.credential().isSure()) {
            throw new IllegalArgumentException("an uploaded order has tokens, not hashes");
        }
    }
}
