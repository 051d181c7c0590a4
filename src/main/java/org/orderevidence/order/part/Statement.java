package org.orderevidence.order.part;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;

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

    /** Returns the charge of an order, with defaults for what is not stated. */
    Charge charge(Money money, OrderTime transactionTime, StatedRefund refund) {
        PaymentState state = get(OrderFields.STATUS);
        Charge.Type type = get(OrderFields.TYPE);
        return new Charge(
                money,
                transactionTime,
                get(OrderFields.SETTLED_AT),
                get(OrderFields.FULFILLED_AT),
                credential(),
                new Charge.References(
                        get(OrderFields.AUTH_CODE),
                        get(OrderFields.ARN),
                        get(OrderFields.NETWORK_ID),
                        get(OrderFields.DESCRIPTOR),
                        get(OrderFields.GATEWAY),
                        get(OrderFields.GATEWAY_TRANSACTION_ID)),
                new Charge.Verification(
                        Charge.ThreeDs.of(get(OrderFields.ECI), get(OrderFields.THREE_DS_ID)),
                        get(OrderFields.AVS_RESULT)),
                state == null ? Charge.Status.SUCCEEDED : state.status(),
                refund.inFull(),
                refund.amountMinor(),
                Boolean.TRUE.equals(get(OrderFields.CARD_PRESENT)),
                Boolean.TRUE.equals(get(OrderFields.VALIDATION)),
                Boolean.TRUE.equals(get(OrderFields.RECURRING)),
                type == null ? Charge.Type.PURCHASE : type,
                get(OrderFields.INITIAL_ORDER_ID),
                get(OrderFields.CATEGORY));
    }

    /** Returns what is stated of the customer. */
    public Customer customer() {
        return new Customer(
                personal(get(OrderFields.IP)),
                personal(get(OrderFields.DEVICE_ID)),
                personal(get(OrderFields.DEVICE_FINGERPRINT)),
                personal(get(OrderFields.CUSTOMER_ACCOUNT_ID)));
    }

    /** Returns what is stated of the purchase; no line items means that none are stated. */
    public Receipt receipt() {
        List<LineItem> items = get(OrderFields.LINE_ITEMS);
        String given = get(OrderFields.CUSTOMER_NAME.getFirst());
        String family = get(OrderFields.CUSTOMER_NAME.getLast());
        return new Receipt(
                merchant(),
                items == null ? List.of() : items,
                personal(get(OrderFields.CUSTOMER_EMAIL)),
                personal(get(OrderFields.CUSTOMER_PHONE)),
                given == null && family == null ? null : new Receipt.PersonName(given, family),
                address(OrderFields.BILLING_ADDRESS),
                address(OrderFields.SHIPPING_ADDRESS),
                get(OrderFields.DESCRIPTION),
                delivery(),
                totals());
    }

    /** Returns what is stated of the merchant. */
    public MerchantInfo merchant() {
        return new MerchantInfo(
                get(OrderFields.MERCHANT_NAME),
                get(OrderFields.MERCHANT_DESCRIPTION),
                get(OrderFields.LOGO_URL),
                get(OrderFields.REFUND_POLICY_LINK),
                get(OrderFields.CANCELLATION_POLICY_LINK),
                get(OrderFields.TERMS_LINK),
                get(OrderFields.CONTACT_PHONE),
                get(OrderFields.CONTACT_EMAIL),
                get(OrderFields.CONTACT_WEBSITE),
                address(OrderFields.CONTACT_ADDRESS));
    }

    /** Returns an address, by its fields; empty if nothing of it is stated. */
    public @Nullable Address address(List<Field<String>> fields) {
        boolean isStated = false;
        for (Field<String> field : fields) {
            isStated |= get(field) != null;
        }
        return isStated
                ? new Address(
                        get(fields.get(0)),
                        get(fields.get(1)),
                        get(fields.get(2)),
                        get(fields.get(3)),
                        get(fields.get(4)),
                        get(fields.get(5)),
                        get(fields.get(6)),
                        get(fields.get(7)))
                : null;
    }

    private Receipt.@Nullable Delivery delivery() {
        Receipt.Delivery delivery = new Receipt.Delivery(
                get(OrderFields.DELIVERY_STATUS),
                get(OrderFields.DELIVERY_CARRIER),
                get(OrderFields.DELIVERY_TRACKING_NUMBER),
                get(OrderFields.DELIVERED_AT));
        return delivery.equals(new Receipt.Delivery(null, null, null, null)) ? null : delivery;
    }

    private Receipt.@Nullable Totals totals() {
        Receipt.Totals totals = new Receipt.Totals(
                get(OrderFields.TOTALS.get(0)),
                get(OrderFields.TOTALS.get(1)),
                get(OrderFields.TOTALS.get(2)),
                get(OrderFields.TOTALS.get(3)));
        return totals.equals(new Receipt.Totals(null, null, null, null)) ? null : totals;
    }

    private static @Nullable PersonalText personal(@Nullable String text) {
        return text == null ? null : new PersonalText(text);
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
