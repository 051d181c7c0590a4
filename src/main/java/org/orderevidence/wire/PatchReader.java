package org.orderevidence.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.MeantWords;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.Placeholders;
import org.orderevidence.wire.OrderPatch.Change;
import tools.jackson.databind.JsonNode;

/**
 * Reads a change of a stored order. A null or a blank string removes a field. Unlike an upload, it ignores no field,
 * because a change that is not made must not be acknowledged.
 */
public final class PatchReader {
    private PatchReader() {}

    /**
     * Reads the body of a change.
     *
     * @param body what was sent
     * @param now against which dates are judged
     */
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
        OrderPatch patch = new OrderPatch(
                change(fields, "status", fields.choice("status", Charge.Status.values(), MeantWords.CHARGE_STATUS)),
                change(fields, "refunded", fields.flag("refunded")),
                change(fields, "refundedAmount", fields.amount("refundedAmount", 0, Money.MAX_AMOUNT_MINOR, null)),
                change(fields, "settledAt", fields.time("settledAt", now)),
                change(fields, "fulfilledAt", fields.time("fulfilledAt", now)),
                change(fields, "arn", arn(fields)),
                receipt(fields, now));
        fields.finish();
        return faults.refuse() ? faults.refusal() : faults.acceptance(patch);
    }

    /** A placeholder would remove the ARN without a word. */
    private static @Nullable String arn(Fields fields) {
        String arn = fields.text("arn", OrderReader.LONG_REFERENCE);
        if (arn != null && Placeholders.isOne(arn)) {
            fields.error("arn", FaultCode.PLACEHOLDER, "is a placeholder; send the real value, or null to remove it");
        }
        return arn;
    }

    private static OrderPatch.Delivery receipt(Fields order, Instant now) {
        OrderPatch.Delivery untouched = OrderPatch.Delivery.whole(false);
        if (!order.mentions("receipt")) {
            return untouched;
        }
        Fields receipt = order.object("receipt");
        if (order.isAbsent("receipt")) {
            order.faults().unknownField(order.pointerTo("receipt"), "receipt", "");
        }
        if (receipt == null) {
            return untouched;
        }
        boolean changed = receipt.mentions("delivery");
        Fields delivery = receipt.object("delivery");
        receipt.finish();
        if (delivery == null) {
            return OrderPatch.Delivery.whole(changed);
        }
        OrderPatch.Delivery changes = new OrderPatch.Delivery(
                false,
                change(delivery, "status", delivery.text("status", TextRule.LINES)),
                change(delivery, "carrier", delivery.text("carrier", TextRule.LINES)),
                change(delivery, "trackingNumber", delivery.text("trackingNumber", ReceiptReader.TRACKING_NUMBER)),
                change(delivery, "deliveredAt", delivery.time("deliveredAt", now)));
        delivery.finish();
        return changes;
    }

    /** A field that is wrong counts as removed here; its fault refuses the complete patch. */
    private static <T> Change<T> change(Fields fields, String name, @Nullable T value) {
        if (!fields.mentions(name)) {
            return new Change.Keep<>();
        }
        return value == null ? new Change.Remove<>() : new Change.Replace<>(value);
    }
}
