package org.orderevidence.order.part;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.PartContent.PatchCell;

/** Makes the parts of a PATCH. */
public final class Patches {
    /** For each field that a PATCH can change, the statement of this field alone. */
    private static final Map<StatedField, UnaryOperator<Statement>> ONLY = Map.of(
            StatedField.STATUS, from -> status(from.charge().state()),
            StatedField.REFUND, from -> refund(from.charge().refund()),
            StatedField.SETTLED_AT, from -> settledAt(from.charge().settledAt()),
            StatedField.FULFILLED_AT, from -> fulfilledAt(from.charge().fulfilledAt()),
            StatedField.ARN, from -> arn(from.charge().references().arn()),
            StatedField.DELIVERY_STATUS, from -> delivery(delivered(from).status(), null, null, null),
            StatedField.DELIVERY_CARRIER, from -> delivery(null, delivered(from).carrier(), null, null),
            StatedField.DELIVERY_TRACKING_NUMBER,
                    from -> delivery(null, null, delivered(from).trackingNumber(), null),
            StatedField.DELIVERED_AT,
                    from -> delivery(null, null, null, delivered(from).deliveredAt()));

    private static final Receipt.Delivery NO_DELIVERY = new Receipt.Delivery(null, null, null, null);

    private Patches() {}

    /** Returns the fields that a PATCH can change. */
    public static Set<StatedField> fields() {
        return ONLY.keySet();
    }

    /**
     * Returns the part that states the new value of a field.
     *
     * @param field one of {@link #fields}
     * @param value states the new value of this field; other fields of it are ignored
     * @param held the parts of the order before the PATCH
     * @param money the order's amount before the PATCH
     * @param version greater than that of the held part of the same key
     */
    public static Part part(StatedField field, Statement value, Collection<Part> held, Money money, long version) {
        StatedParts parts = StatedParts.of(held);
        Statement over = field == StatedField.REFUND
                ? refund(RefundTotal.withoutPatch(parts, money))
                : only(field, parts.uploaded());
        return new Part(PartKey.patch(field), version, new PatchCell(field, only(field, value), over));
    }

    /**
     * Returns true if an upload says something new about the field of a PATCH, so that the PATCH ends: a value that is neither
     * the one it replaced nor the patched one. For a refund: more than what was stated then, and at least the patched one.
     */
    public static boolean isSuperseded(PatchCell cell, Statement uploaded) {
        if (cell.field() == StatedField.REFUND) {
            StatedRefund now = uploaded.charge().refund();
            Money money = uploaded.charge().money();
            if (now == null || money == null) {
                return false;
            }
            long total = now.of(money.amountMinor());
            return total > RefundTotal.refundOf(cell.over()).of(money.amountMinor())
                    && total >= RefundTotal.refundOf(cell.value()).of(money.amountMinor());
        }
        Statement now = only(cell.field(), uploaded);
        return !now.equals(Statement.EMPTY) && !now.equals(cell.value()) && !now.equals(cell.over());
    }

    private static Statement only(StatedField field, Statement from) {
        UnaryOperator<Statement> only = ONLY.get(field);
        if (only == null) {
            throw new IllegalArgumentException("a PATCH cannot change " + field.wireName());
        }
        return only.apply(from);
    }

    /** Returns a statement of the state of the payment alone. */
    public static Statement status(@Nullable PaymentState state) {
        return ofCharge(null, null, Charge.References.NONE, state, null);
    }

    /** Returns a statement of the refund alone. */
    public static Statement refund(@Nullable StatedRefund refund) {
        return ofCharge(null, null, Charge.References.NONE, null, refund);
    }

    /** Returns a statement of the settlement alone. */
    public static Statement settledAt(@Nullable OrderTime settledAt) {
        return ofCharge(settledAt, null, Charge.References.NONE, null, null);
    }

    /** Returns a statement of the fulfilment alone. */
    public static Statement fulfilledAt(@Nullable OrderTime fulfilledAt) {
        return ofCharge(null, fulfilledAt, Charge.References.NONE, null, null);
    }

    /** Returns a statement of the acquirer's reference number alone. */
    public static Statement arn(@Nullable String arn) {
        return ofCharge(null, null, Charge.References.NONE.withArn(arn), null, null);
    }

    /** Returns a statement of these fields of the delivery alone. */
    public static Statement delivery(
            @Nullable String status,
            @Nullable String carrier,
            @Nullable String trackingNumber,
            @Nullable OrderTime deliveredAt) {
        Receipt.Delivery delivery = new Receipt.Delivery(status, carrier, trackingNumber, deliveredAt);
        return delivery.equals(NO_DELIVERY)
                ? Statement.EMPTY
                : new Statement(StatedCharge.EMPTY, Customer.NONE, Receipt.EMPTY.withDelivery(delivery));
    }

    private static Receipt.Delivery delivered(Statement statement) {
        Receipt.Delivery delivery = statement.receipt().delivery();
        return delivery == null ? NO_DELIVERY : delivery;
    }

    private static Statement ofCharge(
            @Nullable OrderTime settledAt,
            @Nullable OrderTime fulfilledAt,
            Charge.References references,
            @Nullable PaymentState state,
            @Nullable StatedRefund refund) {
        return new Statement(
                StatedCharge.ofLaterFacts(settledAt, fulfilledAt, references, state, refund),
                Customer.NONE,
                Receipt.EMPTY);
    }
}
