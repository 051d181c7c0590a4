package org.orderevidence.order.part;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.Receipt;

/** Values of declared fields, while they are collected. */
public final class Values extends Statement {
    /** Values of which none is known yet. */
    public Values(Shape shape) {
        this(shape, new Object[shape.fields().size()]);
    }

    Values(Shape shape, @Nullable Object[] slots) {
        super(shape, slots);
    }

    /** Sets the value of a field, or takes it away. */
    public <T> Values put(Field<T> field, @Nullable T value) {
        slots[field.slot()] = value == null ? null : field.kind().kept(value);
        return this;
    }

    /** Sets a value of the type that the kind of the field has, or takes it away. */
    @SuppressWarnings("unchecked")
    public void putRead(Field<?> field, @Nullable Object value) {
        put((Field<Object>) field, value);
    }

    /** Sets the amount and currency of an order. */
    public Values put(@Nullable Money money) {
        put(OrderFields.AMOUNT, money == null ? null : (Long) money.amountMinor());
        return put(OrderFields.CURRENCY, money == null ? null : money.currency());
    }

    /** Sets what was refunded. */
    public Values put(@Nullable StatedRefund refund) {
        put(OrderFields.REFUNDED, refund == null ? null : (Boolean) refund.inFull());
        return put(OrderFields.REFUNDED_AMOUNT, refund == null ? null : refund.amountMinor());
    }

    /** Sets the result of 3-D Secure. */
    public Values put(Charge.@Nullable ThreeDs threeDs) {
        put(OrderFields.ECI, threeDs == null ? null : threeDs.eci());
        return put(OrderFields.THREE_DS_ID, threeDs == null ? null : threeDs.transactionId());
    }

    /** Sets what the total is made of. */
    public Values put(Receipt.@Nullable Totals totals) {
        List<Field<Long>> fields = OrderFields.TOTALS;
        put(fields.get(0), totals == null ? null : totals.subtotalMinor());
        put(fields.get(1), totals == null ? null : totals.taxMinor());
        put(fields.get(2), totals == null ? null : totals.shippingMinor());
        return put(fields.get(3), totals == null ? null : totals.discountMinor());
    }

    /** Returns the tokens of the card, which keyed hashes replace; empty if there are none. */
    public @Nullable CardTokens tokens() {
        return CardTokens.of(get(OrderFields.CARD_FINGERPRINT), get(OrderFields.PAYMENT_ACCOUNT_REFERENCE));
    }

    /** Sets texts of as many fields. */
    public Values put(List<Field<String>> fields, @Nullable String... texts) {
        for (int i = 0; i < texts.length; i++) {
            put(fields.get(i), texts[i]);
        }
        return this;
    }

    /** Takes over all fields that a source states together. */
    void take(StatedField field, Statement from) {
        for (Field<?> one : field.fields()) {
            take(one, from);
        }
    }

    /** Takes over a field. */
    void take(Field<?> field, Statement from) {
        slots[field.slot()] = from.get(field);
    }

    /** Returns what a source states with the fields that are stored. */
    public Statement statement() {
        Statement stored = new Statement(shape, slots.clone());
        for (Field<?> field : shape.unstored()) {
            stored.slots[field.slot()] = null;
        }
        return stored;
    }
}
