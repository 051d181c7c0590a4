package org.orderevidence.order.part;

import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.PaymentCredential;

/**
 * The fields that one source states about an order. It holds only what was sent: a field that was left out, {@code null}
 * or blank is empty here, and no default is filled in. {@link #toString} names the fields without their values.
 */
public sealed class Statement permits Values {
    /** States nothing. */
    public static final Statement EMPTY = new Statement(
            OrderFields.ORDER, new Object[OrderFields.ORDER.fields().size()]);

    final Shape shape;
    final @Nullable Object[] slots;

    Statement(Shape shape, @Nullable Object[] slots) {
        this.shape = shape;
        this.slots = slots;
    }

    public static <T> Statement of(Field<T> field, @Nullable T value) {
        return new Values(OrderFields.ORDER).put(field, value).statement();
    }

    public static Statement of(@Nullable StatedRefund refund) {
        return new Values(OrderFields.ORDER).put(refund).statement();
    }

    /** Returns what is stated of a field; empty if nothing is. */
    @SuppressWarnings("unchecked")
    public final <T> @Nullable T get(Field<T> field) {
        return (T) slots[field.slot()];
    }

    /** Returns true if any part of a field is stated. */
    public boolean states(StatedField field) {
        // Without an iterator: an order asks this a hundred times.
        List<Field<?>> fields = field.fields();
        for (int i = 0; i < fields.size(); i++) {
            if (get(fields.get(i)) != null) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if both state the same of a field. */
    boolean agrees(StatedField field, Statement other) {
        return field.fields().stream().allMatch(one -> Objects.equals(get(one), other.get(one)));
    }

    /** Returns a statement of this field alone. */
    public Statement only(StatedField field) {
        Values only = new Values(OrderFields.ORDER);
        only.take(field, this);
        return only.statement();
    }

    /** Returns the statement without the customer's name, phone number and billing address. */
    Statement reduced() {
        Values left = change();
        OrderFields.CONTACT_OF_CUSTOMER.forEach(field -> left.putRead(field, null));
        return left.statement();
    }

    public Values change() {
        return new Values(shape, slots.clone());
    }

    /** Returns what was charged; empty if amount or currency are not stated. */
    public final @Nullable Money money() {
        Long amount = get(OrderFields.AMOUNT);
        Currency currency = get(OrderFields.CURRENCY);
        return amount == null || currency == null ? null : new Money(amount, currency);
    }

    public final @Nullable StatedRefund refund() {
        Boolean inFull = get(OrderFields.REFUNDED);
        Long amount = get(OrderFields.REFUNDED_AMOUNT);
        return inFull == null && amount == null ? null : new StatedRefund(Boolean.TRUE.equals(inFull), amount);
    }

    /** Returns what is stated of the card. */
    public final PaymentCredential credential() {
        return new PaymentCredential(
                get(OrderFields.ACCOUNT_REFERENCE_HASH),
                get(OrderFields.FINGERPRINT_HASH),
                get(OrderFields.BIN),
                get(OrderFields.LAST4),
                get(OrderFields.BRAND));
    }

    /** Returns the same statement with the hashes of the card's reference and token. */
    public Statement withTokens(@Nullable KeyedHash ofAccountReference, @Nullable KeyedHash ofFingerprint) {
        return change().put(OrderFields.ACCOUNT_REFERENCE_HASH, ofAccountReference)
                .put(OrderFields.FINGERPRINT_HASH, ofFingerprint);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Statement that && Arrays.equals(slots, that.slots);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(slots);
    }

    @Override
    public String toString() {
        return shape.fields().stream()
                .filter(field -> slots[field.slot()] != null)
                .map(Field::path)
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
