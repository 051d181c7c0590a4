package org.orderevidence.order.part;

import org.jspecify.annotations.Nullable;

/**
 * The statement of a source about refunds of a charge.
 *
 * @param inFull whether it states that everything was refunded
 * @param amountMinor what was refunded, 0 or more, in minor units; empty if not stated
 */
public record StatedRefund(boolean inFull, @Nullable Long amountMinor) {
    /** Nothing was refunded. */
    public static final StatedRefund NONE = new StatedRefund(false, null);

    public StatedRefund {
        if (amountMinor != null && amountMinor < 0) {
            throw new IllegalArgumentException("a refund is 0 or more");
        }
    }

    /** Returns the refunded amount of a charge of {@code amountMinor}, in minor units, at most that amount. */
    long of(long chargedMinor) {
        if (amountMinor == null) {
            return inFull ? chargedMinor : 0;
        }
        return Math.min(amountMinor, chargedMinor);
    }
}
