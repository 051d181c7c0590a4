package org.orderevidence.shop;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order of the shop, and what happened to it.
 *
 * @param purchase what was bought
 * @param way who reports it
 * @param payment how far the payment got
 * @param refunds what was returned, in order of time
 * @param dispute what the cardholder did; {@code null} if nothing
 * @param reportedAt when the issuer reported fraud; {@code null} if it did not
 */
record ShopOrder(
        Purchase purchase,
        Way way,
        Payment payment,
        List<Refund> refunds,
        @Nullable Dispute dispute,
        @Nullable Instant reportedAt) {
    /** Who reports an order. */
    enum Way {
        STRIPE,
        SHOPIFY_AND_STRIPE,
        ADYEN
    }

    /** How far a payment got. */
    enum Payment {
        PAID,
        CAPTURED_LATER,
        VOIDED
    }

    /** How far a dispute got. */
    enum Stage {
        INQUIRY,
        OPEN,
        WON
    }

    /**
     * A refund.
     *
     * @param amount in minor units
     * @param failed true if the money came back
     * @param at when it was made
     */
    record Refund(long amount, boolean failed, Instant at) {}

    /**
     * A dispute or inquiry.
     *
     * @param stage how far it got
     * @param openedAt when it was opened
     * @param wonAt when it was won
     */
    record Dispute(Stage stage, Instant openedAt, Instant wonAt) {}

    /** Returns the minor units that were refunded and did not come back. */
    long refunded() {
        return refunds.stream()
                .filter(refund -> !refund.failed())
                .mapToLong(Refund::amount)
                .sum();
    }
}
