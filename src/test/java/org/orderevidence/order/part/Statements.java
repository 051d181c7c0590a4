package org.orderevidence.order.part;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;

/** Turns orders of tests into what an upload of them states. */
public final class Statements {
    private Statements() {}

    /** Returns the upload that makes this order. Flags that are false are not stated, like in most uploads. */
    public static PartContent.Upload upload(Order order) {
        return new PartContent.Upload(order.revision(), of(order));
    }

    /** Returns what an upload of this order states. */
    public static Statement of(Order order) {
        Charge charge = order.charge();
        boolean refundStated = charge.refunded() || charge.refundedAmountMinor() != null;
        StatedCharge stated = new StatedCharge(
                charge.money(),
                charge.transactionTime(),
                charge.settledAt(),
                charge.fulfilledAt(),
                charge.credential(),
                charge.references(),
                charge.verification(),
                PaymentState.of(charge.status()),
                refundStated ? new StatedRefund(charge.refunded(), charge.refundedAmountMinor()) : null,
                trueOrNull(charge.cardPresent()),
                trueOrNull(charge.validation()),
                trueOrNull(charge.recurring()),
                charge.type(),
                charge.initialOrderId(),
                charge.category());
        return new Statement(stated, order.customer(), order.receipt());
    }

    private static @Nullable Boolean trueOrNull(boolean flag) {
        return flag ? true : null;
    }
}
