package org.orderevidence.order.part;

import static org.orderevidence.order.part.StatedField.Wins.OWN_RULE;
import static org.orderevidence.order.part.StatedField.Wins.PAYMENT;
import static org.orderevidence.order.part.StatedField.Wins.PURCHASE;

import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.order.part.Kind.TextForm;

/**
 * The fields of an order that a merchant sends, each declared once, in the sequence in which they are read. A tag keeps
 * its meaning in all formats of stored documents.
 */
public final class OrderFields {
    /** The fields of an order. */
    public static final Shape ORDER = new Shape();

    /** The fields of a line item. */
    public static final Shape LINE_ITEM = new Shape();

    /** Longest text of which nothing else is said, in characters. */
    public static final int LONGEST_TEXT = 2_000;

    private static final Kind<OrderTime> TIME = new Kind.Time();
    private static final Kind<Boolean> FLAG = new Kind.Flag();
    private static final Kind<String> LINK = new Kind.Link();
    private static final Kind<String> TEXT = new Kind.Text(TextForm.LINES, 1, LONGEST_TEXT);
    private static final Kind<String> TELEPHONE = new Kind.Text(TextForm.TELEPHONE, 1, LONGEST_TEXT);
    private static final Kind<String> DEVICE = new Kind.Text(TextForm.LONG_NUMBER, 1, 256);
    private static final Kind<String> LONG_REFERENCE = reference(TextForm.LONG_NUMBER, Charge.References.MAX_LENGTH);
    private static final Kind<Long> AMOUNT_OF_ORDER = new Kind.Amount(0, Money.MAX_AMOUNT_MINOR);

    /** Part of a total: a discount may be written as less than nothing. */
    private static final Kind<Long> PART_OF_TOTAL = new Kind.Amount(-Money.MAX_AMOUNT_MINOR, Money.MAX_AMOUNT_MINOR);

    public static final Field<OrderId> ID = ORDER.add("id", new Kind.Id())
            .required()
            .answered(Order::id)
            .columns("order id", "order number", "order no")
            .likelyColumns("order", "orderref", "orderreference", "reference", "number");
    public static final Field<Long> REVISION =
            ORDER.add("revision", new Kind.Whole(0, Order.MAX_REVISION)).answered(Order::revision);
    public static final Field<Long> AMOUNT = ruled("amount", AMOUNT_OF_ORDER, 1, 1)
            .required()
            .answered(order -> order.charge().money().amountMinor())
            .columns("grand total", "order amount", "total", "total amount", "order total")
            .likelyColumns("totalprice", "price", "sum");
    public static final Field<Currency> CURRENCY = ruled("currency", new Kind.CurrencyCode(), 1, 2)
            .required()
            .answered(order -> order.charge().money().currency())
            .columns("order currency", "currency code");
    public static final Field<OrderTime> TRANSACTION_DATE = ruled("transactionDate", TIME, 1, 3)
            .required()
            .answered(of(Charge::transactionTime))
            .columns("purchase date", "sale date", "transaction time", "order date")
            .likelyColumns(
                    "date", "created", "createdat", "createddate", "datecreated", "datetime", "time", "timestamp");

    /** A settlement that does not fit the transaction counts like none. */
    public static final Field<OrderTime> SETTLED_AT =
            ruled("settledAt", TIME, 1, 4).patchable().answered(of(Charge::settledAt));

    public static final Field<OrderTime> FULFILLED_AT =
            purchase("fulfilledAt", TIME, 1, 5).patchable().answered(of(Charge::fulfilledAt));

    public static final Field<String> IP = purchase("ip", new Kind.IpText(), 2, 1)
            .answered(ofCustomer(Customer::ip))
            .columns("ip address", "customer ip", "customer ip address");
    public static final Field<String> DEVICE_ID =
            ruled("deviceId", DEVICE, 2, 2).answered(ofCustomer(Customer::deviceId));
    public static final Field<String> DEVICE_FINGERPRINT =
            ruled("deviceFingerprint", DEVICE, 2, 3).answered(ofCustomer(Customer::deviceFingerprint));
    public static final Field<String> CUSTOMER_ACCOUNT_ID = purchase(
                    "customerAccountId", new Kind.Text(TextForm.LINES, 1, 128), 2, 4)
            .answered(ofCustomer(Customer::accountId));

    public static final Field<String> BIN = ruled("bin", new Kind.Digits(6, 8, OrderFields::bin), 1, 6, 2)
            .answered(ofCard(PaymentCredential::bin))
            .columns("card bin");
    public static final Field<String> LAST4 = ruled("last4", new Kind.Digits(4, 4, OrderFields::last4), 1, 6, 3)
            .answered(ofCard(PaymentCredential::last4))
            .columns("card last4", "last four", "last four digits");
    public static final Field<Brand> BRAND = ruled("brand", new Kind.BrandName(), 1, 6, 4)
            .answered(ofCard(PaymentCredential::brand))
            .columns("card brand");
    public static final Field<KeyedHash> FINGERPRINT_HASH =
            ruled("cardFingerprint", new Kind.Hash(), 1, 6, 1).answered(ofCard(PaymentCredential::fingerprint));
    public static final Field<KeyedHash> ACCOUNT_REFERENCE_HASH = ruled(
                    "paymentAccountReference", new Kind.Hash(), 1, 6, 5)
            .answered(ofCard(PaymentCredential::accountReference));

    /** What identifies a card. */
    static final List<Field<?>> CARD = List.of(ACCOUNT_REFERENCE_HASH, FINGERPRINT_HASH, BIN, LAST4, BRAND);

    public static final Field<String> AUTH_CODE = payment(
                    "authCode",
                    new Kind.Reference(TextForm.LINE, 1, Charge.References.MAX_LENGTH, Placeholders::isAuthCode),
                    1,
                    7,
                    1)
            .answered(ofReferences(Charge.References::authCode))
            .columns("authorization code");
    public static final Field<String> ARN =
            payment("arn", LONG_REFERENCE, 1, 7, 2).patchable().answered(ofReferences(Charge.References::arn));
    public static final Field<String> NETWORK_ID =
            payment("network_id", LONG_REFERENCE, 1, 7, 3).answered(ofReferences(Charge.References::networkId));
    public static final Field<String> DESCRIPTOR = payment(
                    "descriptor", new Kind.ShortLine(Charge.References.MAX_LENGTH), 1, 7, 4)
            .answered(ofReferences(Charge.References::descriptor));
    public static final Field<String> GATEWAY = payment("gateway", line(Charge.References.MAX_LENGTH), 1, 7, 5)
            .answered(ofReferences(Charge.References::gateway));
    public static final Field<String> GATEWAY_TRANSACTION_ID = payment(
                    "gatewayTransactionId",
                    reference(TextForm.LONG_NUMBER, Charge.References.MAX_GATEWAY_TRANSACTION_ID_LENGTH),
                    1,
                    7,
                    6)
            .answered(ofReferences(Charge.References::gatewayTransactionId));

    private static final String THREE_DS = "threeDs";
    public static final Field<String> ECI = ORDER.add(THREE_DS + ".eci", line(Charge.References.MAX_LENGTH))
            .stored(1, 16, 1)
            .from(PAYMENT, THREE_DS)
            .answered(ofThreeDs(Charge.ThreeDs::eci));
    public static final Field<String> THREE_DS_ID = ORDER.add(
                    THREE_DS + ".transactionId", line(Charge.References.MAX_LENGTH))
            .stored(1, 16, 2)
            .from(PAYMENT, THREE_DS)
            .answered(ofThreeDs(Charge.ThreeDs::transactionId));
    public static final Field<String> AVS_RESULT = payment(
                    "avsResult", line(Charge.Verification.MAX_AVS_LENGTH), 1, 16, 3)
            .answered(order -> order.charge().verification().avsResult());

    public static final Field<PaymentState> STATUS = payment(
                    "status",
                    new Kind.Choice<>(
                            List.of(PaymentState.CAPTURED, PaymentState.FAILED, PaymentState.UNCAPTURED),
                            List.of("succeeded", "failed"),
                            MeantWords.CHARGE_STATUS),
                    1,
                    8)
            .patchable()
            .answered(order -> PaymentState.of(order.charge().status()))
            .columns("order status", "payment status");
    public static final Field<Boolean> REFUNDED =
            ruled("refunded", FLAG, 1, 9, 1).patchable().answered(of(Charge::refundedInFull));
    public static final Field<Long> REFUNDED_AMOUNT = ORDER.add("refundedAmount", AMOUNT_OF_ORDER)
            .stored(1, 9, 2)
            .from(OWN_RULE, "refunded")
            .patchable()
            .answered(of(Charge::refundedAmountMinor))
            .columns("refunded amount", "amount refunded");
    public static final Field<Boolean> CARD_PRESENT =
            payment("cardPresent", FLAG, 1, 10).answered(of(Charge::cardPresent));
    public static final Field<Boolean> VALIDATION =
            payment("validation", FLAG, 1, 11).answered(of(Charge::validation));
    public static final Field<Boolean> RECURRING =
            ruled("recurring", FLAG, 1, 12).answered(of(Charge::recurring));
    public static final Field<Charge.Type> TYPE = payment(
                    "type",
                    new Kind.Choice<>(
                            List.of(Charge.Type.values()),
                            List.of("purchase", "original_credit"),
                            MeantWords.CHARGE_TYPE),
                    1,
                    13)
            .answered(of(Charge::type));
    public static final Field<OrderId> INITIAL_ORDER_ID =
            payment("initialOrderId", new Kind.Id(), 1, 14).answered(of(Charge::initialOrderId));
    public static final Field<Charge.Category> CATEGORY = purchase(
                    "merchandiseOrServices",
                    new Kind.Choice<>(
                            List.of(Charge.Category.values()), List.of("merchandise", "services"), MeantWords.CATEGORY),
                    1,
                    15)
            .answered(of(Charge::category));

    public static final Field<CardFingerprint> CARD_FINGERPRINT = ORDER.add("cardFingerprint", new Kind.Token());
    public static final Field<PaymentAccountReference> PAYMENT_ACCOUNT_REFERENCE =
            ORDER.add("paymentAccountReference", new Kind.AccountReference());

    private static final String MERCHANT = "receipt.merchantInfo.";
    private static final String CONTACT = MERCHANT + "merchantReceiptContact";
    public static final Field<String> MERCHANT_NAME = purchase(MERCHANT + "name", TEXT, 3, 1, 1);
    public static final Field<String> MERCHANT_DESCRIPTION = purchase(MERCHANT + "description", TEXT, 3, 1, 2);
    public static final Field<String> LOGO_URL = purchase(MERCHANT + "logoUrl", LINK, 3, 1, 3);
    public static final Field<String> REFUND_POLICY_LINK = purchase(MERCHANT + "refundPolicyLink", LINK, 3, 1, 4);
    public static final Field<String> CANCELLATION_POLICY_LINK =
            purchase(MERCHANT + "cancellationPolicyLink", LINK, 3, 1, 5);
    public static final Field<String> TERMS_LINK = purchase(MERCHANT + "termsAndConditionsLink", LINK, 3, 1, 6);
    public static final Field<String> CONTACT_PHONE =
            ORDER.add(CONTACT + ".phoneForReceipt", TELEPHONE).stored(3, 1, 7).from(PURCHASE, CONTACT);
    public static final Field<String> CONTACT_EMAIL =
            ORDER.add(CONTACT + ".emailForReceipt", TEXT).stored(3, 1, 8).from(PURCHASE, CONTACT);
    public static final Field<String> CONTACT_WEBSITE =
            ORDER.add(CONTACT + ".websiteForReceipt", TEXT).stored(3, 1, 9).from(PURCHASE, CONTACT);
    public static final List<Field<String>> CONTACT_ADDRESS = address(CONTACT + ".receiptAddress", CONTACT, 3, 1, 10);

    public static final Field<List<LineItem>> LINE_ITEMS = purchase("receipt.lineItems", new Kind.Items(), 3, 2);
    public static final Field<String> CUSTOMER_EMAIL = purchase("receipt.customerEmail", new Kind.EmailText(), 3, 3)
            .columns("billing email", "email", "email address");
    public static final Field<String> CUSTOMER_PHONE =
            purchase("receipt.customerPhone", TELEPHONE, 3, 4).columns("phone", "phone number");
    public static final List<Field<String>> CUSTOMER_NAME =
            together("receipt.name", "receipt.name", List.of("givenName", "familyName"), TEXT, 3, 5);
    public static final List<Field<String>> BILLING_ADDRESS =
            address("receipt.billingAddress", "receipt.billingAddress", 3, 6);
    public static final List<Field<String>> SHIPPING_ADDRESS =
            address("receipt.shippingAddress", "receipt.shippingAddress", 3, 7);

    /** What evidence does not need: the customer's name, phone number and billing address. */
    static final List<Field<String>> CONTACT_OF_CUSTOMER = Stream.of(
                    CUSTOMER_NAME, List.of(CUSTOMER_PHONE), BILLING_ADDRESS)
            .flatMap(List::stream)
            .toList();

    static {
        CUSTOMER_NAME.get(0).columns("given name", "first name");
        CUSTOMER_NAME.get(1).columns("family name", "last name");
        BILLING_ADDRESS.get(2).columns("billing city");
        BILLING_ADDRESS.get(4).columns("billing postal code", "billing zip");
        BILLING_ADDRESS.get(5).columns("billing country");
        SHIPPING_ADDRESS.get(2).columns("shipping city");
        SHIPPING_ADDRESS.get(4).columns("shipping postal code", "shipping zip");
        SHIPPING_ADDRESS.get(5).columns("shipping country");
    }

    public static final Field<String> DESCRIPTION = purchase("receipt.description", TEXT, 3, 8);
    public static final Field<String> DELIVERY_STATUS =
            purchase("receipt.delivery.status", TEXT, 3, 9, 1).patchable();
    public static final Field<String> DELIVERY_CARRIER =
            purchase("receipt.delivery.carrier", TEXT, 3, 9, 2).patchable();
    public static final Field<String> DELIVERY_TRACKING_NUMBER = purchase(
                    "receipt.delivery.trackingNumber", new Kind.Text(TextForm.LONG_NUMBER, 1, LONGEST_TEXT), 3, 9, 3)
            .patchable()
            .columns("tracking number");
    public static final Field<OrderTime> DELIVERED_AT =
            purchase("receipt.delivery.deliveredAt", TIME, 3, 9, 4).patchable();
    public static final List<Field<Long>> TOTALS = together(
            "receipt.totals",
            "receipt.totals",
            List.of("subtotal", "tax", "shipping", "discount"),
            PART_OF_TOTAL,
            3,
            10);

    public static final Field<String> PRODUCT_NAME =
            LINE_ITEM.add("productName", TEXT).stored(1).required().columns("product name", "item name");
    public static final Field<String> PRODUCT_DESCRIPTION =
            LINE_ITEM.add("productDescription", TEXT).stored(2);
    public static final Field<Currency> ITEM_CURRENCY =
            LINE_ITEM.add("currency", new Kind.CurrencyCode()).stored(3);
    public static final Field<Long> QUANTITY = LINE_ITEM
            .add("quantity", new Kind.Quantity(LineItem.MAX_QUANTITY))
            .stored(4)
            .columns("quantity", "qty");
    public static final Field<Long> PRICE =
            LINE_ITEM.add("price", PART_OF_TOTAL).stored(5).required().columns("line total");

    private OrderFields() {}

    private static <T> Field<T> payment(String path, Kind<T> kind, Integer... tags) {
        return ORDER.add(path, kind).stored(tags).from(PAYMENT, path);
    }

    private static <T> Field<T> purchase(String path, Kind<T> kind, Integer... tags) {
        return ORDER.add(path, kind).stored(tags).from(PURCHASE, path);
    }

    private static <T> Field<T> ruled(String path, Kind<T> kind, Integer... tags) {
        return ORDER.add(path, kind).stored(tags).from(OWN_RULE, path);
    }

    private static Kind<String> line(int longest) {
        return new Kind.Text(TextForm.LINE, 1, longest);
    }

    private static Kind<String> reference(TextForm form, int longest) {
        return new Kind.Reference(form, 1, longest, Placeholders::isOne);
    }

    private static List<Field<String>> address(String path, String unit, Integer... group) {
        List<String> names = List.of(
                "line1", "line2", "city", "countrySubdivision", "postalCode", "country", "latitude", "longitude");
        return together(path, unit, names, TEXT, group);
    }

    /** Fields of an object that one source states together. */
    private static <T> List<Field<T>> together(
            String path, String unit, List<String> names, Kind<T> kind, Integer... group) {
        List<Field<T>> fields = new ArrayList<>();
        for (String name : names) {
            Integer[] tags = Stream.concat(Stream.of(group), Stream.of(fields.size() + 1))
                    .toArray(Integer[]::new);
            fields.add(ORDER.add(path + '.' + name, kind).stored(tags).from(PURCHASE, unit));
        }
        return List.copyOf(fields);
    }

    private static <T> Function<Order, @Nullable T> of(Function<Charge, @Nullable T> value) {
        return order -> value.apply(order.charge());
    }

    private static <T> Function<Order, @Nullable T> ofCard(Function<PaymentCredential, @Nullable T> value) {
        return order -> value.apply(order.charge().credential());
    }

    private static Function<Order, @Nullable String> ofReferences(Function<Charge.References, @Nullable String> value) {
        return order -> value.apply(order.charge().references());
    }

    private static Function<Order, @Nullable String> ofThreeDs(Function<Charge.ThreeDs, @Nullable String> value) {
        return order -> {
            Charge.ThreeDs threeDs = order.charge().verification().threeDs();
            return threeDs == null ? null : value.apply(threeDs);
        };
    }

    private static Function<Order, @Nullable String> ofCustomer(Function<Customer, @Nullable PersonalText> value) {
        return order -> {
            PersonalText text = value.apply(order.customer());
            return text == null ? null : text.value();
        };
    }

    private static @Nullable String bin(@Nullable String digits) {
        return new PaymentCredential(null, null, digits, null, null).bin();
    }

    private static @Nullable String last4(@Nullable String digits) {
        return new PaymentCredential(null, null, null, digits, null).last4();
    }

    /**
     * Returns the line item with these values.
     *
     * @throws IllegalArgumentException if one without which there is no line item is missing
     */
    public static LineItem item(Values item) {
        String name = item.get(PRODUCT_NAME);
        Long quantity = item.get(QUANTITY);
        Long price = item.get(PRICE);
        if (name == null || quantity == null || price == null) {
            throw new IllegalArgumentException("a line item has a name, a quantity and a price");
        }
        return new LineItem(name, item.get(PRODUCT_DESCRIPTION), item.get(ITEM_CURRENCY), quantity, price);
    }

    /** Returns the values of a line item. */
    public static Values values(LineItem item) {
        return new Values(LINE_ITEM)
                .put(PRODUCT_NAME, item.productName())
                .put(PRODUCT_DESCRIPTION, item.productDescription())
                .put(ITEM_CURRENCY, item.currency())
                .put(QUANTITY, item.quantity())
                .put(PRICE, item.priceMinor());
    }
}
