package org.orderevidence.wire;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Shape;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Values;
import tools.jackson.databind.JsonNode;

/**
 * A change of a stored order: a merge patch (RFC 7396) of the few fields that become known later. A null or a blank string
 * removes a field. Unlike an upload, it ignores no field, because a change that is not made must not be acknowledged.
 */
public final class OrderPatch {
    private static final StatedField REFUND = OrderFields.REFUNDED.stated();

    private final Values values = new Values(OrderFields.ORDER);
    private final Set<Field<?>> mentioned = new LinkedHashSet<>();
    private final FieldReader reader;

    private OrderPatch(Instant now) {
        reader = new FieldReader(now, null);
    }

    /** Reads the body of a change. */
    public static Read<OrderPatch> read(JsonNode body, Instant now) {
        Faults faults = new Faults(Faults.Unknown.NOT_PATCHABLE);
        if (body.isArray()) {
            faults.error("", FaultCode.WRONG_TYPE, "send a merge patch, not a list: {\"status\": \"failed\"}");
            return faults.refusal();
        }
        Fields fields = Fields.of(body, "", faults);
        if (fields == null) {
            return faults.refusal();
        }
        OrderPatch patch = new OrderPatch(now);
        patch.read(OrderFields.ORDER.whole(), fields);
        return faults.refuse() ? faults.refusal() : faults.acceptance(patch);
    }

    private void read(Shape.Place object, Fields from) {
        for (Shape.Place place : object.inside()) {
            Field<?> field = place.field();
            if (!place.hasPatchable()) {
                continue;
            }
            if (field != null) {
                Object value = reader.read(field, from);
                if (from.mentions(place.name())) {
                    change(field, value);
                }
            } else if (place.isPatchable()) {
                readOrRemove(place, from);
            } else if (from.mentions(place.name())) {
                readOnly(place, from);
            }
        }
        from.finish();
    }

    /** An object of which all can change: without it, each of its fields is removed. */
    private void readOrRemove(Shape.Place object, Fields from) {
        boolean mentioned = from.mentions(object.name());
        Fields inner = from.object(object.name());
        if (inner != null) {
            read(object, inner);
        } else if (mentioned) {
            object.inside().forEach(place -> change(place.field(), null));
        }
    }

    private void readOnly(Shape.Place object, Fields from) {
        Fields inner = from.object(object.name());
        if (from.isAbsent(object.name())) {
            from.faults().unknownField(from.pointerTo(object.name()), object.name(), "");
        }
        if (inner != null) {
            read(object, inner);
        }
    }

    /** A field that is wrong counts as removed here; its fault refuses the complete patch. */
    private void change(@Nullable Field<?> field, @Nullable Object value) {
        if (field != null) {
            mentioned.add(field);
            values.putRead(field, value);
        }
    }

    /**
     * Checks the refund fields of the patch together with the stored fields that remain. A patch of other fields is not
     * refused for values stored before this rule existed.
     */
    private void judgeRefund(boolean newRefunded, long newRefundedAmount, Charge held, Faults faults) {
        boolean inFull = newRefundedAmount == held.money().amountMinor();
        if (mentioned.contains(OrderFields.REFUNDED_AMOUNT)) {
            OrderReader.refundAgrees(newRefunded, newRefundedAmount, held.money(), "/refundedAmount", faults);
        } else if (mentioned.contains(OrderFields.REFUNDED) && newRefunded != inFull) {
            faults.error(
                    "/refunded",
                    FaultCode.INCONSISTENT,
                    "the order has a refundedAmount equal to amount; send a smaller refundedAmount too");
        }
    }

    /** Returns the new value of each changed field, or why the change does not fit the stored order. */
    public Read<Map<StatedField, Statement>> apply(Order held) {
        Charge charge = held.charge();
        OrderTime newSettledAt = changed(OrderFields.SETTLED_AT, charge.settledAt());
        // A full refund replaces a smaller amount that a platform or an upload states.
        boolean isFull = Boolean.TRUE.equals(values.get(OrderFields.REFUNDED)) && !charge.refunded();
        Long newRefundedAmount = changed(OrderFields.REFUNDED_AMOUNT, isFull ? null : charge.refundedAmountMinor());
        Faults faults = new Faults(Faults.Unknown.NOT_PATCHABLE);
        // With an amount, the flag only follows from it.
        boolean heldRefunded = charge.refunded() && charge.refundedAmountMinor() == null;
        boolean newRefunded = Boolean.TRUE.equals(changed(OrderFields.REFUNDED, (Boolean) heldRefunded));
        if (newRefundedAmount != null
                && OrderReader.refundFits(newRefundedAmount, charge.money(), "/refundedAmount", faults)) {
            judgeRefund(newRefunded, newRefundedAmount, charge, faults);
        }
        if (newSettledAt != null) {
            OrderReader.settlementFits(newSettledAt, charge.transactionTime(), "/settledAt", faults);
        }
        if (faults.refuse()) {
            return faults.refusal();
        }
        Statement stated = values.statement();
        Map<StatedField, Statement> changes = new TreeMap<>();
        mentioned.forEach(field -> changes.put(field.stated(), stated.only(field.stated())));
        if (changes.containsKey(REFUND)) {
            // Nothing refunded is the same as no refund stated.
            boolean isRefunded = newRefunded || newRefundedAmount != null;
            changes.put(REFUND, Statement.of(isRefunded ? new StatedRefund(newRefunded, newRefundedAmount) : null));
        }
        return faults.acceptance(changes);
    }

    /** The value of a field after the change. */
    private <T> @Nullable T changed(Field<T> field, @Nullable T held) {
        return mentioned.contains(field) ? values.get(field) : held;
    }
}
