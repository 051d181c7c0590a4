package org.orderevidence.integration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardFingerprint;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentAccountReference;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.StatedCharge;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;

/** Collects the fields that an object of a platform states. A field that is never set is not stated. */
public final class StatementDraft {
    private static final Address NO_ADDRESS = new Address(null, null, null, null, null, null, null, null);
    private static final Receipt.Delivery NO_DELIVERY = new Receipt.Delivery(null, null, null, null);

    private @Nullable Money money;
    private @Nullable OrderTime transactionTime;
    private @Nullable OrderTime settledAt;
    private @Nullable OrderTime fulfilledAt;
    private PaymentCredential credential = PaymentCredential.NONE;
    private @Nullable CardFingerprint fingerprint;
    private @Nullable PaymentAccountReference accountReference;
    private Charge.References references = Charge.References.NONE;
    private Charge.Verification verification = Charge.Verification.NONE;
    private @Nullable PaymentState state;
    private @Nullable StatedRefund refund;
    private @Nullable Boolean cardPresent;
    private @Nullable Boolean validation;
    private @Nullable Boolean recurring;
    private @Nullable PersonalText ip;
    private @Nullable PersonalText deviceId;
    private @Nullable PersonalText accountId;
    private @Nullable PersonalText email;
    private @Nullable PersonalText phone;
    private Receipt.@Nullable PersonName name;
    private @Nullable Address shippingAddress;
    private List<LineItem> lineItems = List.of();
    private @Nullable String description;
    private Receipt.@Nullable Delivery delivery;
    private Receipt.@Nullable Totals totals;

    /** What was charged. */
    public StatementDraft money(@Nullable Money stated) {
        money = stated;
        return this;
    }

    /** When it was charged. */
    public StatementDraft transactionTime(@Nullable OrderTime stated) {
        transactionTime = stated;
        return this;
    }

    /** When it was settled. */
    public StatementDraft settledAt(@Nullable OrderTime stated) {
        settledAt = stated;
        return this;
    }

    /** When the goods were delivered. */
    public StatementDraft fulfilledAt(@Nullable OrderTime stated) {
        fulfilledAt = stated;
        return this;
    }

    /** The card. The token is kept apart from the other fields, because a keyed hash replaces it. */
    public StatementDraft card(
            @Nullable Brand brand, @Nullable String bin, @Nullable String last4, @Nullable CardFingerprint token) {
        credential = new PaymentCredential(null, null, bin, last4, brand);
        fingerprint = token;
        return this;
    }

    /** The payment account reference of the card. It is kept apart, like the token. */
    public StatementDraft accountReference(@Nullable PaymentAccountReference stated) {
        accountReference = stated;
        return this;
    }

    /** The ids that payment companies gave the charge. */
    public StatementDraft references(Charge.References stated) {
        references = stated;
        return this;
    }

    /** What was verified about the cardholder. */
    public StatementDraft verification(Charge.@Nullable ThreeDs threeDs, @Nullable String avsResult) {
        verification = new Charge.Verification(threeDs, avsResult);
        return this;
    }

    /** How far the payment got. */
    public StatementDraft state(@Nullable PaymentState stated) {
        state = stated;
        return this;
    }

    /** What was refunded. */
    public StatementDraft refund(@Nullable StatedRefund stated) {
        refund = stated;
        return this;
    }

    /** True for a charge at a terminal. */
    public StatementDraft cardPresent(@Nullable Boolean stated) {
        cardPresent = stated;
        return this;
    }

    /** True if it only verified the card. */
    public StatementDraft validation(@Nullable Boolean stated) {
        validation = stated;
        return this;
    }

    /** True for a payment by the merchant, without the customer. */
    public StatementDraft recurring(@Nullable Boolean stated) {
        recurring = stated;
        return this;
    }

    /** Where the customer was: IP address, device and login. */
    public StatementDraft customer(
            @Nullable PersonalText ipAddress, @Nullable PersonalText device, @Nullable PersonalText login) {
        ip = ipAddress;
        deviceId = device;
        accountId = login;
        return this;
    }

    /** The customer's e-mail address. */
    public StatementDraft email(@Nullable PersonalText stated) {
        String cleaned = stated == null ? "" : Texts.cleaned(stated.value());
        email = cleaned.isEmpty() ? null : new PersonalText(cleaned);
        return this;
    }

    /** The customer's telephone number. */
    public StatementDraft phone(@Nullable PersonalText stated) {
        phone = stated;
        return this;
    }

    /** The customer's name. */
    public StatementDraft name(@Nullable String given, @Nullable String family) {
        name = given == null && family == null ? null : new Receipt.PersonName(given, family);
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
        Address address = new Address(line1, line2, city, countrySubdivision, postalCode, country, null, null);
        shippingAddress = address.equals(NO_ADDRESS) ? null : address;
        return this;
    }

    /** What was bought, in at most {@link Receipt#MAX_LINE_ITEMS} lines. */
    public StatementDraft lineItems(List<LineItem> stated) {
        lineItems = stated;
        return this;
    }

    /** What the total is made of besides the items. */
    public StatementDraft totals(Receipt.@Nullable Totals stated) {
        totals = stated;
        return this;
    }

    /** What was bought, in one text. */
    public StatementDraft description(@Nullable String stated) {
        description = stated;
        return this;
    }

    /** How it was delivered. */
    public StatementDraft delivery(
            @Nullable String status,
            @Nullable String carrier,
            @Nullable String trackingNumber,
            @Nullable OrderTime deliveredAt) {
        Receipt.Delivery stated = new Receipt.Delivery(status, carrier, trackingNumber, deliveredAt);
        delivery = stated.equals(NO_DELIVERY) ? null : stated;
        return this;
    }

    /** Returns the tokens of the card, or empty if there are none. */
    public @Nullable CardTokens tokens() {
        return CardTokens.of(fingerprint, accountReference);
    }

    /** Returns the fields that were set. The card has no tokens. */
    public Statement statement() {
        return new Statement(
                StatedCharge.of(
                        money,
                        transactionTime,
                        settledAt,
                        fulfilledAt,
                        credential,
                        references,
                        verification,
                        state,
                        refund,
                        cardPresent,
                        validation,
                        recurring),
                new Customer(ip, deviceId, null, accountId),
                new Receipt(
                        MerchantInfo.EMPTY,
                        lineItems,
                        email,
                        phone,
                        name,
                        null,
                        shippingAddress,
                        description,
                        delivery,
                        totals));
    }
}
