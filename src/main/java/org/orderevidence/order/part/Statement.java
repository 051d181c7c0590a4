package org.orderevidence.order.part;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Money;
import org.orderevidence.order.PaymentCredential;

/**
 * The fields that one source states about an order. It holds only what was sent: a field that was left out, {@code null}
 * or blank is empty here, and no default is filled in. {@link #toString} names the fields without their values.
 */
public final class Statement {
    /** States nothing. */
    public static final Statement EMPTY = new Statement(new Values(OrderFields.ORDER));

    private final Values values;

    Statement(Values values) {
        this.values = values;
    }

    /** Returns a statement of one field. */
    public static <T> Statement of(Field<T> field, @Nullable T value) {
        return new Values(OrderFields.ORDER).put(field, value).statement();
    }

    /** Returns a statement of what was refunded. */
    public static Statement of(@Nullable StatedRefund refund) {
        return new Values(OrderFields.ORDER).put(refund).statement();
    }

    /** Returns what is stated of a field; empty if nothing is. */
    public <T> @Nullable T get(Field<T> field) {
        return values.get(field);
    }

    /** Returns true if any part of a field is stated. */
    public boolean states(StatedField field) {
        for (Field<?> one : field.fields()) {
            if (get(one) != null) {
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
        Values left = values.copy();
        OrderFields.CONTACT_OF_CUSTOMER.forEach(field -> left.putRead(field, null));
        return left.statement();
    }

    /** Returns the values, to be changed. */
    public Values change() {
        return values.copy();
    }

    /** Returns what was charged; empty if it is not stated. */
    public @Nullable Money money() {
        return values.money();
    }

    /** Returns what was refunded; empty if it is not stated. */
    public @Nullable StatedRefund refund() {
        return values.refund();
    }

    /** Returns what is stated of the card. */
    public PaymentCredential credential() {
        return values.credential();
    }

    /** Returns the same statement about a card. */
    public Statement withCredential(PaymentCredential card) {
        return change().put(OrderFields.ACCOUNT_REFERENCE_HASH, card.accountReference())
                .put(OrderFields.FINGERPRINT_HASH, card.fingerprint())
                .put(OrderFields.BIN, card.bin())
                .put(OrderFields.LAST4, card.last4())
                .put(OrderFields.BRAND, card.brand())
                .statement();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Statement statement && values.equals(statement.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
