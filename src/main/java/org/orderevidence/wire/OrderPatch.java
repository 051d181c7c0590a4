package org.orderevidence.wire;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Patches;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;

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
     * The change of one field.
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
     * The change of the delivery: first it may be removed, then its parts change.
     *
     * @param removed whether the stored delivery is removed first
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

        private void put(Map<StatedField, Statement> changes) {
            putPart(changes, StatedField.DELIVERY_STATUS, status, value -> Patches.delivery(value, null, null, null));
            putPart(changes, StatedField.DELIVERY_CARRIER, carrier, value -> Patches.delivery(null, value, null, null));
            putPart(
                    changes,
                    StatedField.DELIVERY_TRACKING_NUMBER,
                    trackingNumber,
                    value -> Patches.delivery(null, null, value, null));
            putPart(changes, StatedField.DELIVERED_AT, deliveredAt, value -> Patches.delivery(null, null, null, value));
        }

        private <T> void putPart(
                Map<StatedField, Statement> changes,
                StatedField field,
                Change<T> change,
                Function<@Nullable T, Statement> statement) {
            OrderPatch.put(changes, field, removed ? new Change.Remove<>() : change, statement);
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
                    "the order has a refundedAmount equal to amount; send a smaller refundedAmount too");
        }
    }

    /** Returns the new value of each changed field, or why the change does not fit the stored order. */
    public Read<Map<StatedField, Statement>> apply(Order held) {
        Charge charge = held.charge();
        OrderTime newSettledAt = settledAt.of(charge.settledAt());
        // A full refund replaces a smaller amount that a platform or an upload states.
        boolean isFull = refunded instanceof Change.Replace<Boolean>(Boolean all) && all && !charge.refunded();
        Long heldRefundedAmount = isFull ? null : charge.refundedAmountMinor();
        Long newRefundedAmount = refundedAmount.of(heldRefundedAmount);
        Faults faults = new Faults(Faults.Unknown.NOT_PATCHABLE);
        // With an amount, the flag only follows from it.
        boolean heldRefunded = charge.refunded() && charge.refundedAmountMinor() == null;
        boolean newRefunded = Boolean.TRUE.equals(refunded.of(heldRefunded));
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
        Map<StatedField, Statement> changes = new EnumMap<>(StatedField.class);
        put(
                changes,
                StatedField.STATUS,
                status,
                value -> Patches.status(value == null ? null : PaymentState.of(value)));
        put(changes, StatedField.SETTLED_AT, settledAt, Patches::settledAt);
        put(changes, StatedField.FULFILLED_AT, fulfilledAt, Patches::fulfilledAt);
        put(changes, StatedField.ARN, arn, Patches::arn);
        if (!(refunded instanceof Change.Keep<Boolean>) || !(refundedAmount instanceof Change.Keep<Long>)) {
            changes.put(StatedField.REFUND, Patches.refund(refundOf(newRefunded, newRefundedAmount)));
        }
        delivery.put(changes);
        return faults.acceptance(changes);
    }

    /** Nothing refunded is the same as no refund stated. */
    private static @Nullable StatedRefund refundOf(boolean inFull, @Nullable Long amount) {
        return inFull || amount != null ? new StatedRefund(inFull, amount) : null;
    }

    private static <T> void put(
            Map<StatedField, Statement> changes,
            StatedField field,
            Change<T> change,
            Function<@Nullable T, Statement> statement) {
        if (!(change instanceof Change.Keep<T>)) {
            changes.put(field, statement.apply(change.of(null)));
        }
    }
}
