package org.orderevidence.http.wire;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;

/**
 * A change of a stored order: a merge patch (RFC 7396) of the few fields that become known later.
 *
 * @param status paid or not; removed means paid
 * @param refunded in full; removed means not, unless the refunded amount is the amount
 * @param refundedAmount what was refunded, in minor units
 * @param settledAt when it was settled
 * @param fulfilledAt when it was delivered
 * @param arn the acquirer's reference number
 * @param delivery how it was delivered
 */
public record OrderPatch(
        Change<Charge.Status> status,
        Change<Boolean> refunded,
        Change<Long> refundedAmount,
        Change<OrderTime> settledAt,
        Change<OrderTime> fulfilledAt,
        Change<String> arn,
        Delivery delivery) {

    /**
     * What becomes of one field.
     *
     * @param <T> its type
     */
    sealed interface Change<T> {
        /** The patch does not mention it. */
        record Keep<T>() implements Change<T> {}

        /** It is taken away. */
        record Remove<T>() implements Change<T> {}

        /**
         * It gets a value.
         *
         * @param value the value
         */
        record Replace<T>(T value) implements Change<T> {}

        /** The field after the change. */
        default @Nullable T of(@Nullable T held) {
            return switch (this) {
                case Keep<T>() -> held;
                case Remove<T>() -> null;
                case Replace<T>(T value) -> value;
            };
        }
    }

    /**
     * What becomes of the delivery: first all of it goes, or none, then its parts change.
     *
     * @param removed whether what is held goes
     * @param status as sent
     * @param carrier as sent
     * @param trackingNumber as sent
     * @param deliveredAt when it arrived
     */
    record Delivery(
            boolean removed,
            Change<String> status,
            Change<String> carrier,
            Change<String> trackingNumber,
            Change<OrderTime> deliveredAt) {
        /** The patch that leaves it, or takes it away. */
        static Delivery whole(boolean removed) {
            return new Delivery(
                    removed, new Change.Keep<>(), new Change.Keep<>(), new Change.Keep<>(), new Change.Keep<>());
        }

        private Receipt.@Nullable Delivery of(Receipt.@Nullable Delivery held) {
            Receipt.Delivery start = held == null || removed ? ReceiptReader.NO_DELIVERY : held;
            Receipt.Delivery changed = new Receipt.Delivery(
                    status.of(start.status()),
                    carrier.of(start.carrier()),
                    trackingNumber.of(start.trackingNumber()),
                    deliveredAt.of(start.deliveredAt()));
            return changed.equals(ReceiptReader.NO_DELIVERY) ? null : changed;
        }
    }

    /**
     * Checks the refund fields of the patch together with the stored fields that remain. A patch of other fields is not
     * refused for values stored before this rule existed.
     */
    private void judgeRefund(boolean newRefunded, long newRefundedAmount, Charge held, Faults faults) {
        boolean inFull = newRefundedAmount == held.money().amountMinor();
        if (!(refundedAmount instanceof Change.Keep<Long>)) {
            ChargeRules.refundAgrees(newRefunded, newRefundedAmount, held.money(), "/refundedAmount", faults);
        } else if (!(refunded instanceof Change.Keep<Boolean>) && newRefunded != inFull) {
            faults.error(
                    "/refunded",
                    FaultCode.INCONSISTENT,
                    newRefunded
                            ? "the order has a refundedAmount smaller than amount; send the whole amount as refundedAmount too"
                            : "the order has a refundedAmount equal to amount; send a smaller refundedAmount too");
        }
    }

    /** The changed order, or why the change does not fit the order that is held. */
    public Read<Order> apply(Order held) {
        Charge charge = held.charge();
        OrderTime newSettledAt = settledAt.of(charge.settledAt());
        Long newRefundedAmount = refundedAmount.of(charge.refundedAmountMinor());
        Faults faults = new Faults(Faults.Unknown.NOT_PATCHABLE);
        boolean newRefunded = Boolean.TRUE.equals(refunded.of(charge.refunded()));
        if (newRefundedAmount != null
                && ChargeRules.refundFits(newRefundedAmount, charge.money(), "/refundedAmount", faults)) {
            judgeRefund(newRefunded, newRefundedAmount, charge, faults);
        }
        if (newSettledAt != null) {
            ChargeRules.settlementFits(newSettledAt, charge.transactionTime(), "/settledAt", faults);
        }
        if (faults.refuse()) {
            return faults.refusal();
        }
        Charge.Status newStatus = status.of(charge.status());
        Charge.References references = charge.references();
        Charge changed = new Charge(
                charge.money(),
                charge.transactionTime(),
                newSettledAt,
                fulfilledAt.of(charge.fulfilledAt()),
                charge.credential(),
                new Charge.References(
                        references.authCode(),
                        arn.of(references.arn()),
                        references.networkId(),
                        references.descriptor(),
                        references.gateway(),
                        references.gatewayTransactionId()),
                newStatus == null ? Charge.Status.SUCCEEDED : newStatus,
                newRefunded,
                newRefundedAmount,
                charge.cardPresent(),
                charge.validation(),
                charge.recurring(),
                charge.type(),
                charge.initialOrderId(),
                charge.category());
        Receipt receipt = held.receipt();
        return faults.acceptance(
                held.withCharge(changed).withReceipt(receipt.withDelivery(delivery.of(receipt.delivery()))));
    }
}
