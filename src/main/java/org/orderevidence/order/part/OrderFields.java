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
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.order.part.Kind.TextForm;

/**
 * The fields of an order that a merchant sends, each declared once, in the sequence in which they are read. A tag keeps
 * its meaning in all formats of stored documents.
 */
public final class OrderFields {
    public static final Shape ORDER = new Shape();

    public static final Shape LINE_ITEM = new Shape();

    /** Longest text of which nothing else is said, in characters. */
    public static final int LONGEST_TEXT = 2_000;

    private static final Kind<OrderTime> TIME = new Kind.Time();
    private static final Kind<Boolean> FLAG = new Kind.Flag();
    private static final Kind<String> LINK = new Kind.Link();
    private static final Kind<String> TEXT = new Kind.Text(TextForm.LINES, 1, LONGEST_TEXT);
    private static final Kind<String> NAME = new Kind.Text(TextForm.KEY, 1, LONGEST_TEXT);
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
            .likelyColumns("order", "orderref", "orderreference", "reference", "number")
            .means("The merchant's own ID of the order: its key within the account.")
            .whenSent("Any printable characters.");
    public static final Field<Long> REVISION = ORDER.add("revision", new Kind.Whole(0, Order.MAX_REVISION))
            .answered(Order::revision)
            .means("A number that grows with every change of the order in your system.")
            .whenSent("An upload with a lower revision than the stored one changes nothing (`stale`).");
    public static final Field<Long> AMOUNT = ruled("amount", AMOUNT_OF_ORDER, 1, 1)
            .required()
            .answered(order -> order.charge().money().amountMinor())
            .columns("grand total", "order amount", "total", "total amount", "order total")
            .likelyColumns("totalprice", "price", "sum")
            .means("Amount in minor units: 1999 is 19.99 USD.");
    public static final Field<Currency> CURRENCY = ruled("currency", new Kind.CurrencyCode(), 1, 2)
            .required()
            .answered(order -> order.charge().money().currency())
            .columns("order currency", "currency code")
            .means("ISO 4217 code.")
            .whenSent("In upper or lower case.");
    public static final Field<OrderTime> TRANSACTION_DATE = ruled("transactionDate", TIME, 1, 3)
            .required()
            .answered(of(Charge::transactionTime))
            .columns("purchase date", "sale date", "transaction time", "order date")
            .likelyColumns(
                    "date", "created", "createdat", "createddate", "datecreated", "datetime", "time", "timestamp")
            .means("When the customer paid.")
            .whenSent("Year 2000 or later.");

    /** A settlement that does not fit the transaction counts like none. */
    public static final Field<OrderTime> SETTLED_AT = ruled("settledAt", TIME, 1, 4)
            .patchable()
            .answered(of(Charge::settledAt))
            .means("When the charge was settled.")
            .whenSent("0 to 60 days after `transactionDate`.");

    public static final Field<OrderTime> FULFILLED_AT = purchase("fulfilledAt", TIME, 1, 5)
            .patchable()
            .answered(of(Charge::fulfilledAt))
            .means("The fulfilment date: when the goods were sent or the service was used.");

    public static final Field<String> IP = purchase("ip", new Kind.IpText(), 2, 1)
            .answered(ofCustomer(Customer::ip))
            .columns("ip address", "customer ip", "customer ip address")
            .means("IP address of the customer.")
            .whenSent("An unusable address is stored with a warning and is never evidence.");
    public static final Field<String> DEVICE_ID = ruled("deviceId", DEVICE, 2, 2)
            .answered(ofCustomer(Customer::deviceId))
            .means("ID of the device.")
            .whenSent("It needs at least 15 characters to count as evidence.");
    public static final Field<String> DEVICE_FINGERPRINT = ruled("deviceFingerprint", DEVICE, 2, 3)
            .answered(ofCustomer(Customer::deviceFingerprint))
            .means("Fingerprint of the device.")
            .whenSent("It needs at least 20 characters to count as evidence.");
    public static final Field<String> CUSTOMER_ACCOUNT_ID = purchase(
                    "customerAccountId", new Kind.Text(TextForm.KEY, 1, 128), 2, 4)
            .answered(ofCustomer(Customer::accountId))
            .means("The ID with which the customer logs in.");

    public static final Field<String> BIN = ruled("bin", new Kind.Digits(6, 8, OrderFields::bin), 1, 6, 2)
            .answered(ofCard(PaymentCredential::bin))
            .columns("card bin")
            .means("The first 6 or 8 digits of the card number.")
            .whenSent("For American Express numbers (34, 37), only the first 6 are stored.");
    public static final Field<String> LAST4 = ruled("last4", new Kind.Digits(4, 4, OrderFields::last4), 1, 6, 3)
            .answered(ofCard(PaymentCredential::last4))
            .columns("card last4", "last four", "last four digits")
            .means("The last 4 digits of the card number.");
    public static final Field<Brand> BRAND = ruled("brand", new Kind.BrandName(), 1, 6, 4)
            .answered(ofCard(PaymentCredential::brand))
            .columns("card brand")
            .means("Card network: `visa`, `mastercard`, `amex`, `discover`, or another name as it was sent.")
            .whenSent("In any case. A name that is not a known network is a warning.");
    public static final Field<KeyedHash> FINGERPRINT_HASH = ruled("cardFingerprint", new Kind.Hash(), 1, 6, 1)
            .answered(ofCard(PaymentCredential::fingerprint))
            .means("True if a fingerprint was uploaded. The fingerprint itself is never returned.");
    public static final Field<KeyedHash> ACCOUNT_REFERENCE_HASH = ruled(
                    "paymentAccountReference", new Kind.Hash(), 1, 6, 5)
            .answered(ofCard(PaymentCredential::accountReference))
            .means("True if a payment account reference was stated. The reference itself is never returned.");

    /** What identifies a card. */
    static final List<Field<?>> CARD = List.of(ACCOUNT_REFERENCE_HASH, FINGERPRINT_HASH, BIN, LAST4, BRAND);

    public static final Field<String> AUTH_CODE = payment(
                    "authCode",
                    new Kind.Text(TextForm.LINE, 1, Charge.References.MAX_LENGTH, Placeholders::isAuthCode),
                    1,
                    7,
                    1)
            .answered(ofReferences(Charge.References::authCode))
            .columns("authorization code")
            .means("Approval code of the issuer.");
    public static final Field<String> ARN = payment("arn", LONG_REFERENCE, 1, 7, 2)
            .patchable()
            .answered(ofReferences(Charge.References::arn))
            .means("Acquirer reference number.");
    public static final Field<String> NETWORK_ID = payment("network_id", LONG_REFERENCE, 1, 7, 3)
            .answered(ofReferences(Charge.References::networkId))
            .means("Transaction ID of the card network.");
    public static final Field<String> DESCRIPTOR = payment(
                    "descriptor", new Kind.ShortLine(Charge.References.MAX_LENGTH), 1, 7, 4)
            .answered(ofReferences(Charge.References::descriptor))
            .means("Text on the cardholder's statement.")
            .whenSent("A longer text is left out, with a warning.");
    public static final Field<String> GATEWAY = payment("gateway", line(Charge.References.MAX_LENGTH), 1, 7, 5)
            .answered(ofReferences(Charge.References::gateway))
            .means("Name of the payment gateway.");
    public static final Field<String> GATEWAY_TRANSACTION_ID = payment(
                    "gatewayTransactionId",
                    reference(TextForm.LONG_NUMBER, Charge.References.MAX_GATEWAY_TRANSACTION_ID_LENGTH),
                    1,
                    7,
                    6)
            .answered(ofReferences(Charge.References::gatewayTransactionId))
            .means("The processor's ID of the charge.")
            .whenSent("If two orders state the same one, it is one charge, and it counts once as evidence.");

    private static final String THREE_DS = "threeDs";
    public static final Field<String> ECI = ORDER.add(THREE_DS + ".eci", line(Charge.References.MAX_LENGTH))
            .stored(1, 16, 1)
            .from(PAYMENT, THREE_DS)
            .answered(ofThreeDs(Charge.ThreeDs::eci))
            .means(
                    "Electronic commerce indicator. For Visa, `05` means that the cardholder was authenticated, and `06` that authentication was attempted.");
    public static final Field<String> THREE_DS_ID = ORDER.add(
                    THREE_DS + ".transactionId", line(Charge.References.MAX_LENGTH))
            .stored(1, 16, 2)
            .from(PAYMENT, THREE_DS)
            .answered(ofThreeDs(Charge.ThreeDs::transactionId))
            .means("ID of the authentication at the directory server.");
    public static final Field<String> AVS_RESULT = payment(
                    "avsResult", line(Charge.Verification.MAX_AVS_LENGTH), 1, 16, 3)
            .answered(order -> order.charge().verification().avsResult())
            .means("Result code of the address verification, such as `Y`.");

    public static final Field<PaymentState> STATUS = payment(
                    "status",
                    new Kind.Choice<>(
                            List.of(PaymentState.CAPTURED, PaymentState.FAILED, PaymentState.UNCAPTURED),
                            List.of("succeeded", "failed"),
                            MeantWords.CHARGE_STATUS,
                            "ChargeStatus"),
                    1,
                    8)
            .patchable()
            .answered(order -> PaymentState.of(order.charge().status()))
            .columns("order status", "payment status")
            .means("Whether the charge was paid.")
            .otherwise("`succeeded`");
    public static final Field<Boolean> REFUNDED = ruled("refunded", FLAG, 1, 9, 1)
            .patchable()
            .answered(of(Charge::refundedInFull))
            .means("True if the charge was refunded in full, also by a `refundedAmount` equal to the amount.")
            .otherwise("false")
            .whenSent("True is refused with a `refundedAmount` below the amount.");
    public static final Field<Long> REFUNDED_AMOUNT = ORDER.add("refundedAmount", AMOUNT_OF_ORDER)
            .stored(1, 9, 2)
            .from(OWN_RULE, "refunded")
            .patchable()
            .answered(of(Charge::refundedAmountMinor))
            .columns("refunded amount", "amount refunded")
            .means("Refunded amount in minor units, at most the amount.");
    public static final Field<Boolean> CARD_PRESENT = payment("cardPresent", FLAG, 1, 10)
            .answered(of(Charge::cardPresent))
            .means("True for a charge at a terminal.")
            .otherwise("false");
    public static final Field<Boolean> VALIDATION = payment("validation", FLAG, 1, 11)
            .answered(of(Charge::validation))
            .means("True if the charge only verified the card.")
            .otherwise("false");
    public static final Field<Boolean> RECURRING = ruled("recurring", FLAG, 1, 12)
            .answered(of(Charge::recurring))
            .means("True if the merchant started the charge without the customer.")
            .otherwise("false");
    public static final Field<Charge.Type> TYPE = payment(
                    "type",
                    new Kind.Choice<>(
                            List.of(Charge.Type.values()),
                            List.of("purchase", "original_credit"),
                            MeantWords.CHARGE_TYPE,
                            "ChargeType"),
                    1,
                    13)
            .answered(of(Charge::type))
            .means("The direction of the payment.")
            .otherwise("`purchase`");
    public static final Field<OrderId> INITIAL_ORDER_ID = payment("initialOrderId", new Kind.Id(), 1, 14)
            .answered(of(Charge::initialOrderId))
            .means("For a recurring order: the customer's own order that started it.");
    public static final Field<Charge.Category> CATEGORY = purchase(
                    "merchandiseOrServices",
                    new Kind.Choice<>(
                            List.of(Charge.Category.values()),
                            List.of("merchandise", "services"),
                            MeantWords.CATEGORY,
                            "Category"),
                    1,
                    15)
            .answered(of(Charge::category))
            .means("What was sold.")
            .whenSent("Default: the account's default.");

    public static final Field<CardFingerprint> CARD_FINGERPRINT = ORDER.add("cardFingerprint", new Kind.Token())
            .means(
                    "A token that is the same for the same card. Never a card number. Only a keyed hash of it is stored.");
    public static final Field<PaymentAccountReference> PAYMENT_ACCOUNT_REFERENCE = ORDER.add(
                    "paymentAccountReference", new Kind.AccountReference())
            .means(
                    "The payment account reference (PAR) of the card: 29 letters and digits, in any case. It is the same at every processor and for all tokens of the card. Anything else is left out, with a warning. Only a keyed hash of it is stored.");

    private static final String MERCHANT = "receipt.merchantInfo.";
    private static final String CONTACT = MERCHANT + "merchantReceiptContact";
    public static final Field<String> MERCHANT_NAME =
            purchase(MERCHANT + "name", TEXT, 3, 1, 1).means("Name of the merchant.");
    public static final Field<String> MERCHANT_DESCRIPTION =
            purchase(MERCHANT + "description", TEXT, 3, 1, 2).means("What the merchant does.");
    public static final Field<String> LOGO_URL =
            purchase(MERCHANT + "logoUrl", LINK, 3, 1, 3).means("Link to the logo.");
    public static final Field<String> REFUND_POLICY_LINK =
            purchase(MERCHANT + "refundPolicyLink", LINK, 3, 1, 4).means("Link to the refund policy.");
    public static final Field<String> CANCELLATION_POLICY_LINK =
            purchase(MERCHANT + "cancellationPolicyLink", LINK, 3, 1, 5).means("Link to the cancellation policy.");
    public static final Field<String> TERMS_LINK =
            purchase(MERCHANT + "termsAndConditionsLink", LINK, 3, 1, 6).means("Link to the terms and conditions.");
    public static final Field<String> CONTACT_PHONE = ORDER.add(CONTACT + ".phoneForReceipt", TELEPHONE)
            .stored(3, 1, 7)
            .from(PURCHASE, CONTACT)
            .means("Phone number for questions about the receipt.");
    public static final Field<String> CONTACT_EMAIL = ORDER.add(CONTACT + ".emailForReceipt", TEXT)
            .stored(3, 1, 8)
            .from(PURCHASE, CONTACT)
            .means("E-mail address for questions about the receipt.");
    public static final Field<String> CONTACT_WEBSITE = ORDER.add(CONTACT + ".websiteForReceipt", TEXT)
            .stored(3, 1, 9)
            .from(PURCHASE, CONTACT)
            .means("Website of the merchant.");
    public static final List<Field<String>> CONTACT_ADDRESS = address(CONTACT + ".receiptAddress", CONTACT, 3, 1, 10);

    public static final Field<List<LineItem>> LINE_ITEMS =
            purchase("receipt.lineItems", new Kind.Items(), 3, 2).means("What was bought.");
    public static final Field<String> CUSTOMER_EMAIL = purchase("receipt.customerEmail", new Kind.EmailText(), 3, 3)
            .columns("billing email", "email", "email address")
            .means("E-mail address of the customer.");
    public static final Field<String> CUSTOMER_PHONE = purchase("receipt.customerPhone", TELEPHONE, 3, 4)
            .columns("phone", "phone number")
            .means("Phone number of the customer.");
    public static final List<Field<String>> CUSTOMER_NAME = together(
            "receipt.name", "receipt.name", List.of("givenName: Given name.", "familyName: Family name."), NAME, 3, 5);
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
        BILLING_ADDRESS.get(3).columns("billing province", "billing state", "state code (billing)");
        BILLING_ADDRESS.get(4).columns("billing postal code", "billing zip");
        BILLING_ADDRESS.get(5).columns("billing country");
        SHIPPING_ADDRESS.get(2).columns("shipping city");
        SHIPPING_ADDRESS
                .get(3)
                .columns(
                        "shipping province",
                        "shipping state",
                        "shipping address state",
                        "ship state",
                        "state code (shipping)");
        SHIPPING_ADDRESS.get(4).columns("shipping postal code", "shipping zip");
        SHIPPING_ADDRESS.get(5).columns("shipping country");
    }

    public static final Field<String> DESCRIPTION = purchase("receipt.description", TEXT, 3, 8)
            .means("Description of what was bought, if there are no line items.");
    public static final Field<String> DELIVERY_STATUS =
            purchase("receipt.delivery.status", TEXT, 3, 9, 1).patchable().means("State of the delivery.");
    public static final Field<String> DELIVERY_CARRIER =
            purchase("receipt.delivery.carrier", TEXT, 3, 9, 2).patchable().means("Name of the carrier.");
    public static final Field<String> DELIVERY_TRACKING_NUMBER = purchase(
                    "receipt.delivery.trackingNumber", new Kind.Text(TextForm.LONG_NUMBER, 1, LONGEST_TEXT), 3, 9, 3)
            .patchable()
            .columns("tracking number")
            .means("Tracking number of the carrier.");
    public static final Field<OrderTime> DELIVERED_AT =
            purchase("receipt.delivery.deliveredAt", TIME, 3, 9, 4).patchable().means("When the goods arrived.");
    public static final List<Field<Long>> TOTALS = together(
            "receipt.totals",
            "receipt.totals",
            List.of(
                    "subtotal: Sum of the items.",
                    "tax: Tax.",
                    "shipping: Shipping.",
                    "discount: Discount, positive or negative."),
            PART_OF_TOTAL,
            3,
            10);

    public static final Field<String> PRODUCT_NAME = LINE_ITEM
            .add("productName", TEXT)
            .stored(1)
            .required()
            .columns("product name", "item name")
            .means("Name of the product. Without it, the line item is left out, with a warning.");
    public static final Field<String> PRODUCT_DESCRIPTION =
            LINE_ITEM.add("productDescription", TEXT).stored(2).means("Description of the product.");
    public static final Field<Currency> ITEM_CURRENCY = LINE_ITEM
            .add("currency", new Kind.CurrencyCode())
            .stored(3)
            .means("ISO 4217 code, in upper or lower case. Default: the order's currency.");
    public static final Field<Long> QUANTITY = LINE_ITEM
            .add("quantity", new Kind.Quantity(LineItem.MAX_QUANTITY))
            .stored(4)
            .columns("quantity", "qty")
            .means("How many pieces. Default: 1. A value below 1 is left out, with a warning.");
    public static final Field<Long> PRICE = LINE_ITEM
            .add("price", PART_OF_TOTAL)
            .stored(5)
            .required()
            .columns("line total")
            .means("Total of the line in minor units. Without it, the line item is left out, with a warning.");

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
        return new Kind.Text(form, 1, longest, Placeholders::isOne);
    }

    private static List<Field<String>> address(String path, String unit, Integer... group) {
        List<String> names = List.of(
                "line1: Street and number.",
                "line2: More of the street address.",
                "city: City.",
                "countrySubdivision: State, province or region.",
                "postalCode: Postal code.",
                "country: ISO 3166 code or English name of the country.",
                "latitude: Latitude in decimal degrees.",
                "longitude: Longitude in decimal degrees.");
        return together(path, unit, names, NAME, group);
    }

    /** Fields of an object that one source states together, by their names and meanings. */
    private static <T> List<Field<T>> together(
            String path, String unit, List<String> names, Kind<T> kind, Integer... group) {
        List<Field<T>> fields = new ArrayList<>();
        for (String name : names) {
            Integer[] tags = Stream.concat(Stream.of(group), Stream.of(fields.size() + 1))
                    .toArray(Integer[]::new);
            int colon = name.indexOf(": ");
            fields.add(ORDER.add(path + '.' + name.substring(0, colon), kind)
                    .stored(tags)
                    .from(PURCHASE, unit)
                    .means(name.substring(colon + 2)));
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

    /** Returns the charge of an order, with defaults for what is not stated. */
    static Charge charge(Statement from, Money money, OrderTime transactionTime, StatedRefund refund) {
        PaymentState state = from.get(STATUS);
        Charge.Type type = from.get(TYPE);
        return new Charge(
                money,
                transactionTime,
                from.get(SETTLED_AT),
                from.get(FULFILLED_AT),
                from.credential(),
                new Charge.References(
                        from.get(AUTH_CODE),
                        from.get(ARN),
                        from.get(NETWORK_ID),
                        from.get(DESCRIPTOR),
                        from.get(GATEWAY),
                        from.get(GATEWAY_TRANSACTION_ID)),
                new Charge.Verification(Charge.ThreeDs.of(from.get(ECI), from.get(THREE_DS_ID)), from.get(AVS_RESULT)),
                state == null ? Charge.Status.SUCCEEDED : state.status(),
                refund.inFull(),
                refund.amountMinor(),
                Boolean.TRUE.equals(from.get(CARD_PRESENT)),
                Boolean.TRUE.equals(from.get(VALIDATION)),
                Boolean.TRUE.equals(from.get(RECURRING)),
                type == null ? Charge.Type.PURCHASE : type,
                from.get(INITIAL_ORDER_ID),
                from.get(CATEGORY));
    }

    /** Returns what is stated of the customer. */
    public static Customer customer(Statement from) {
        return new Customer(
                PersonalText.of(from.get(IP)),
                PersonalText.of(from.get(DEVICE_ID)),
                PersonalText.of(from.get(DEVICE_FINGERPRINT)),
                PersonalText.of(from.get(CUSTOMER_ACCOUNT_ID)));
    }

    /** Returns what is stated of the purchase; no line items means that none are stated. */
    public static Receipt receipt(Statement from) {
        List<LineItem> items = from.get(LINE_ITEMS);
        String given = from.get(CUSTOMER_NAME.getFirst());
        String family = from.get(CUSTOMER_NAME.getLast());
        return new Receipt(
                merchant(from),
                items == null ? List.of() : items,
                PersonalText.of(from.get(CUSTOMER_EMAIL)),
                PersonalText.of(from.get(CUSTOMER_PHONE)),
                given == null && family == null ? null : new Receipt.PersonName(given, family),
                address(from, BILLING_ADDRESS),
                address(from, SHIPPING_ADDRESS),
                from.get(DESCRIPTION),
                delivery(from),
                totals(from));
    }

    /** Returns what is stated of the merchant. */
    public static MerchantInfo merchant(Statement from) {
        return new MerchantInfo(
                from.get(MERCHANT_NAME),
                from.get(MERCHANT_DESCRIPTION),
                from.get(LOGO_URL),
                from.get(REFUND_POLICY_LINK),
                from.get(CANCELLATION_POLICY_LINK),
                from.get(TERMS_LINK),
                from.get(CONTACT_PHONE),
                from.get(CONTACT_EMAIL),
                from.get(CONTACT_WEBSITE),
                address(from, CONTACT_ADDRESS));
    }

    /** Returns an address, by its fields; empty if nothing of it is stated. */
    public static @Nullable Address address(Statement from, List<Field<String>> fields) {
        boolean isStated = false;
        for (Field<String> field : fields) {
            isStated |= from.get(field) != null;
        }
        return isStated
                ? new Address(
                        from.get(fields.get(0)),
                        from.get(fields.get(1)),
                        from.get(fields.get(2)),
                        from.get(fields.get(3)),
                        from.get(fields.get(4)),
                        from.get(fields.get(5)),
                        from.get(fields.get(6)),
                        from.get(fields.get(7)))
                : null;
    }

    private static Receipt.@Nullable Delivery delivery(Statement from) {
        Receipt.Delivery delivery = new Receipt.Delivery(
                from.get(DELIVERY_STATUS),
                from.get(DELIVERY_CARRIER),
                from.get(DELIVERY_TRACKING_NUMBER),
                from.get(DELIVERED_AT));
        return delivery.equals(new Receipt.Delivery(null, null, null, null)) ? null : delivery;
    }

    private static Receipt.@Nullable Totals totals(Statement from) {
        Receipt.Totals totals = new Receipt.Totals(
                from.get(TOTALS.get(0)), from.get(TOTALS.get(1)), from.get(TOTALS.get(2)), from.get(TOTALS.get(3)));
        return totals.equals(new Receipt.Totals(null, null, null, null)) ? null : totals;
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

    public static Values values(LineItem item) {
        return new Values(LINE_ITEM)
                .put(PRODUCT_NAME, item.productName())
                .put(PRODUCT_DESCRIPTION, item.productDescription())
                .put(ITEM_CURRENCY, item.currency())
                .put(QUANTITY, item.quantity())
                .put(PRICE, item.priceMinor());
    }
}
