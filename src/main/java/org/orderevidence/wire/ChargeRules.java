package org.orderevidence.wire;

import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;

/** The rules between the fields of a charge. They apply to uploads and to later changes. */
final class ChargeRules {
    private ChargeRules() {}

    /** A refund is at most the amount; else an error at {@code pointer}, and false. */
    static boolean refundFits(long refundedAmount, Money money, String pointer, Faults faults) {
        if (refundedAmount <= money.amountMinor()) {
            return true;
        }
        faults.error(pointer, FaultCode.OUT_OF_RANGE, "refundedAmount must be at most the order's amount");
        return false;
    }

    /**
     * Checks that a fully refunded charge has no smaller refund. Otherwise records an error at {@code pointer} and
     * returns false.
     */
    static boolean refundAgrees(boolean refunded, long refundedAmount, Money money, String pointer, Faults faults) {
        if (!refunded || refundedAmount == money.amountMinor()) {
            return true;
        }
        faults.error(
                pointer,
                FaultCode.INCONSISTENT,
                "refundedAmount must equal amount when refunded is true; send the full amount, or refunded: false");
        return false;
    }

    /** A settlement is 0 to 60 UTC days after the transaction; else an error at {@code pointer}, and false. */
    static boolean settlementFits(OrderTime settledAt, OrderTime transaction, String pointer, Faults faults) {
        if (Charge.canSettle(transaction, settledAt)) {
            return true;
        }
        faults.error(
                pointer,
                FaultCode.OUT_OF_RANGE,
                "settledAt must be 0 to " + Charge.MAX_SETTLEMENT_DAYS + " days after transactionDate, counted in UTC");
        return false;
    }
}
