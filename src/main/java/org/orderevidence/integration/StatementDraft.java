package org.orderevidence.integration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardFingerprint;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.Charge;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentAccountReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Values;

/** Collects the fields that an object of a platform states. A field that is never set is not stated. */
public final class StatementDraft {
    private final Values values = new Values(OrderFields.ORDER);

    /** What was charged. */
    public StatementDraft money(@Nullable Money stated) {
        values.put(stated);
        return this;
    }

    /** When it was charged. */
    public StatementDraft transactionTime(@Nullable OrderTime stated) {
        values.put(OrderFields.TRANSACTION_DATE, stated);
        return this;
    }

    /** When it was settled. */
    public StatementDraft settledAt(@Nullable OrderTime stated) {
        values.put(OrderFields.SETTLED_AT, stated);
        return this;
    }

    /** When the goods were delivered. */
    public StatementDraft fulfilledAt(@Nullable OrderTime stated) {
        values.put(OrderFields.FULFILLED_AT, stated);
        return this;
    }

    /** The card. The token is kept apart from the other fields, because a keyed hash replaces it. */
    public StatementDraft card(
            @Nullable Brand brand, @Nullable String bin, @Nullable String last4, @Nullable CardFingerprint token) {
        values.put(OrderFields.BRAND, brand)
                .put(OrderFields.BIN, bin)
                .put(OrderFields.LAST4, last4)
                .put(OrderFields.CARD_FINGERPRINT, token);
        return this;
    }

    /** The payment account reference of the card. It is kept apart, like the token. */
    public StatementDraft accountReference(@Nullable PaymentAccountReference stated) {
        values.put(OrderFields.PAYMENT_ACCOUNT_REFERENCE, stated);
        return this;
    }

    /** The ids that payment companies gave the charge. */
    public StatementDraft references(Charge.References stated) {
        values.put(OrderFields.AUTH_CODE, stated.authCode())
                .put(OrderFields.ARN, stated.arn())
                .put(OrderFields.NETWORK_ID, stated.networkId())
                .put(OrderFields.DESCRIPTOR, stated.descriptor())
                .put(OrderFields.GATEWAY, stated.gateway())
                .put(OrderFields.GATEWAY_TRANSACTION_ID, stated.gatewayTransactionId());
        return this;
    }

    /** What was verified about the cardholder. */
    public StatementDraft verification(Charge.@Nullable ThreeDs threeDs, @Nullable String avsResult) {
        values.put(OrderFields.ECI, threeDs == null ? null : threeDs.eci())
                .put(OrderFields.THREE_DS_ID, threeDs == null ? null : threeDs.transactionId())
                .put(OrderFields.AVS_RESULT, avsResult);
        return this;
    }

    /** How far the payment got. */
    public StatementDraft state(@Nullable PaymentState stated) {
        values.put(OrderFields.STATUS, stated);
        return this;
    }

    /** What was refunded. */
    public StatementDraft refund(@Nullable StatedRefund stated) {
        values.put(stated);
        return this;
    }

    /** True for a charge at a terminal. */
    public StatementDraft cardPresent(@Nullable Boolean stated) {
        values.put(OrderFields.CARD_PRESENT, stated);
        return this;
    }

    /** True if it only verified the card. */
    public StatementDraft validation(@Nullable Boolean stated) {
        values.put(OrderFields.VALIDATION, stated);
        return this;
    }

    /** True for a payment by the merchant, without the customer. */
    public StatementDraft recurring(@Nullable Boolean stated) {
        values.put(OrderFields.RECURRING, stated);
        return this;
    }

    /** Where the customer was: IP address, device and login. */
    public StatementDraft customer(
            @Nullable PersonalText ipAddress, @Nullable PersonalText device, @Nullable PersonalText login) {
        values.put(OrderFields.IP, value(ipAddress))
                .put(OrderFields.DEVICE_ID, value(device))
                .put(OrderFields.CUSTOMER_ACCOUNT_ID, value(login));
        return this;
    }

    /** The customer's e-mail address. */
    public StatementDraft email(@Nullable PersonalText stated) {
        String cleaned = stated == null ? "" : Texts.cleaned(stated.value());
        values.put(OrderFields.CUSTOMER_EMAIL, cleaned.isEmpty() ? null : cleaned);
        return this;
    }

    /** The customer's telephone number. */
    public StatementDraft phone(@Nullable PersonalText stated) {
        values.put(OrderFields.CUSTOMER_PHONE, value(stated));
        return this;
    }

    /** The customer's name. */
    public StatementDraft name(@Nullable String given, @Nullable String family) {
        values.put(OrderFields.CUSTOMER_NAME, given, family);
        return this;
    }

    /** The customer's name in one text: the last word is the family name. */
    public StatementDraft name(@Nullable String whole) {
        int blank = whole == null ? -1 : whole.lastIndexOf(' ');
        return whole == null || blank < 0
                ? name(null, whole)
                : name(whole.substring(0, blank).strip(), whole.substring(blank + 1));
    }

    /** Where the goods go. */
    public StatementDraft shippingAddress(
            @Nullable String line1,
            @Nullable String line2,
            @Nullable String city,
            @Nullable String countrySubdivision,
            @Nullable String postalCode,
            @Nullable String country) {
        values.put(OrderFields.SHIPPING_ADDRESS, line1, line2, city, countrySubdivision, postalCode, country);
        return this;
    }

    /** What was bought, in at most {@link Receipt#MAX_LINE_ITEMS} lines. */
    public StatementDraft lineItems(List<LineItem> stated) {
        values.put(OrderFields.LINE_ITEMS, stated);
        return this;
    }

    /** What the total is made of besides the items. */
    public StatementDraft totals(Receipt.@Nullable Totals stated) {
        values.put(OrderFields.TOTALS.get(0), stated == null ? null : stated.subtotalMinor())
                .put(OrderFields.TOTALS.get(1), stated == null ? null : stated.taxMinor())
                .put(OrderFields.TOTALS.get(2), stated == null ? null : stated.shippingMinor())
                .put(OrderFields.TOTALS.get(3), stated == null ? null : stated.discountMinor());
        return this;
    }

    /** What was bought, in one text. */
    public StatementDraft description(@Nullable String stated) {
        values.put(OrderFields.DESCRIPTION, stated);
        return this;
    }

    /** How it was delivered. */
    public StatementDraft delivery(
            @Nullable String status,
            @Nullable String carrier,
            @Nullable String trackingNumber,
            @Nullable OrderTime deliveredAt) {
        values.put(OrderFields.DELIVERY_STATUS, status)
                .put(OrderFields.DELIVERY_CARRIER, carrier)
                .put(OrderFields.DELIVERY_TRACKING_NUMBER, trackingNumber)
                .put(OrderFields.DELIVERED_AT, deliveredAt);
        return this;
    }

    /** Returns the tokens of the card, or empty if there are none. */
    public @Nullable CardTokens tokens() {
        return CardTokens.of(
                values.get(OrderFields.CARD_FINGERPRINT), values.get(OrderFields.PAYMENT_ACCOUNT_REFERENCE));
    }

    /** Returns the fields that were set. The card has no tokens. */
    public Statement statement() {
        return values.statement();
    }

    private static @Nullable String value(@Nullable PersonalText text) {
        return text == null ? null : text.value();
    }
}
