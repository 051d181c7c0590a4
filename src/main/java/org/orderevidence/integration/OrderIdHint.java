package org.orderevidence.integration;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;

/**
 * A text in an event that can be the merchant's order id.
 *
 * @param amount the order must have this amount; empty if any amount fits
 */
public record OrderIdHint(Kind kind, OrderId id, @Nullable Money amount) {
    /** Where an order id was found. The first kind that exists for a purchase names its order. */
    public enum Kind {
        /** In the metadata that the merchant's own server wrote. */
        METADATA,
        /** The shop's name of the order. */
        SHOP_ORDER_NAME,
        /** The reference with which the merchant's server started the payment. */
        MERCHANT_REFERENCE,
        /** In a checkout session. A shopper can set it in the address of a payment link. */
        CLIENT_REFERENCE,
        /** The payment's own id, for a purchase that nothing else names. */
        PAYMENT
    }

    /** Returns the hint, or empty if there is no text or it cannot be an order id. */
    public static @Nullable OrderIdHint of(Kind kind, String prefix, @Nullable String text, @Nullable Money amount) {
        if (text == null || !OrderId.isValid(prefix + text) || CardNumbers.appearIn(prefix + text)) {
            return null;
        }
        return new OrderIdHint(kind, new OrderId(prefix + text), amount);
    }
}
