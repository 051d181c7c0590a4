package org.orderevidence.receipt;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.StoredOrder;

/** The state of a payment in words. */
final class PaymentStatus {
    private PaymentStatus() {}

    static Status of(StoredOrder stored) {
        Charge charge = stored.order().charge();
        if (stored.isUncaptured()) {
            return new Status(Tone.NOTICE, "Approved, not captured");
        }
        if (charge.status() == Charge.Status.FAILED) {
            return new Status(Tone.BAD, "Payment failed");
        }
        if (charge.refundedInFull()) {
            return new Status(Tone.NOTICE, "Refunded in full");
        }
        if (isPartlyRefunded(charge)) {
            return new Status(Tone.NOTICE, "Partially refunded");
        }
        if (charge.validation()) {
            return new Status(Tone.NOTICE, "Card check only");
        }
        return new Status(
                Tone.GOOD, charge.type() == Charge.Type.ORIGINAL_CREDIT ? "Paid to the card" : "Payment succeeded");
    }

    /** Returns the refunded amount; {@code null} if nothing was refunded. */
    static @Nullable String refund(Charge charge) {
        String amount =
                AmountText.of(charge.money().amountMinor(), charge.money().currency());
        if (charge.refundedInFull()) {
            return amount;
        }
        Long refunded = charge.refundedAmountMinor();
        return refunded == null || refunded == 0
                ? null
                : AmountText.of(refunded, charge.money().currency()) + " of " + amount;
    }

    private static boolean isPartlyRefunded(Charge charge) {
        Long refunded = charge.refundedAmountMinor();
        return refunded != null && refunded > 0;
    }
}
