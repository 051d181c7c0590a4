package org.orderevidence.receipt;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;
import org.orderevidence.order.Texts;
import org.orderevidence.order.WireNamed;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Values;
import org.orderevidence.receipt.Fact.AmountText;
import org.orderevidence.receipt.Fact.DateText;
import org.orderevidence.receipt.Fact.FactGroup;
import org.orderevidence.receipt.Fact.Facts;
import org.orderevidence.receipt.Status.Tone;

/**
 * A receipt as one view shows it.
 *
 * @param logo image of the merchant's logo; {@code null} if none may be shown
 * @param longestItemText names and descriptions of items are cut to so many characters
 */
public record ReceiptPage(
        StoredOrder stored,
        DigitalReceipt receipt,
        ReceiptView view,
        @Nullable Logo logo,
        int longestItemText) {

    /** An item bought. */
    public record Item(String name, @Nullable String description, String quantity, String price) {}

    /**
     * Returns the receipt of an order.
     *
     * @param showsLogo true if the account allows that pages show the logo as an image; otherwise it is a link
     */
    public static ReceiptPage of(StoredOrder stored, MerchantInfo profile, boolean showsLogo, ReceiptView view) {
        DigitalReceipt receipt = DigitalReceipt.of(stored.order(), profile);
        Logo logo = showsLogo ? Logo.of(receipt.merchant().logoUrl()) : null;
        return new ReceiptPage(stored, receipt, view, logo, Integer.MAX_VALUE);
    }

    /** Returns the same receipt. Longer names and descriptions of items are cut to so many characters. */
    public ReceiptPage withItemTextsUpTo(int characters) {
        return new ReceiptPage(stored, receipt, view, logo, characters);
    }

    public String title() {
        String name = merchant().name();
        return "Receipt for order " + orderId() + (name == null ? "" : " \u2013 " + name);
    }

    public MerchantInfo merchant() {
        return receipt.merchant();
    }

    public String orderId() {
        return stored.order().id().value();
    }

    public String orderedAt() {
        return DateText.of(charge().transactionTime());
    }

    public String total() {
        return AmountText.of(charge().money());
    }

    /** Returns whether it was paid or refunded. */
    public Status status() {
        if (stored.isUncaptured()) {
            return new Status(Tone.NOTICE, "Approved, not captured");
        }
        if (charge().status() == Charge.Status.FAILED) {
            return new Status(Tone.BAD, "Payment failed");
        }
        if (charge().refundedInFull()) {
            return new Status(Tone.NOTICE, "Refunded in full");
        }
        if (refunded() > 0) {
            return new Status(Tone.NOTICE, "Partially refunded");
        }
        if (charge().validation()) {
            return new Status(Tone.NOTICE, "Card check only");
        }
        return new Status(
                Tone.GOOD, charge().type() == Charge.Type.ORIGINAL_CREDIT ? "Paid to the card" : "Payment succeeded");
    }

    public List<Item> items() {
        return receipt.items().stream().map(this::item).toList();
    }

    /** Returns the parts of the total, without the total. */
    public List<Fact> totals() {
        Receipt.Totals totals = stored.order().receipt().totals();
        if (totals == null) {
            return List.of();
        }
        return new Facts()
                .add("Subtotal", amount(totals.subtotalMinor()))
                .add("Discount", amount(deducted(totals.discountMinor())))
                .add("Shipping", amount(totals.shippingMinor()))
                .add("Tax", amount(totals.taxMinor()))
                .list();
    }

    /** Returns payment, delivery, customer and contact. */
    public List<FactGroup> groups() {
        List<FactGroup> groups = new ArrayList<>();
        payment().addTo(groups, "Payment");
        delivery().addTo(groups, "Delivery");
        if (view.showsContact()) {
            customer().addTo(groups, "Customer");
        }
        if (view.showsIdentity()) {
            device(stored.order().customer()).addTo(groups, "Device and login");
            claims().addTo(groups, "Disputes and fraud reports");
        }
        contact().addTo(groups, "Contact the merchant");
        return groups;
    }

    public List<Fact> links() {
        return new Facts()
                .addLink("Refund policy", merchant().refundPolicyLink())
                .addLink("Cancellation policy", merchant().cancellationPolicyLink())
                .addLink("Terms and conditions", merchant().termsAndConditionsLink())
                .list();
    }

    /** Returns the data that a valid receipt lacks, in words; none in views for cardholders. */
    public List<String> lacking() {
        return view == ReceiptView.AGENT
                ? receipt.completeness().missing().stream()
                        .map(ReceiptPage::lacking)
                        .toList()
                : List.of();
    }

    private static String lacking(String path) {
        return switch (path.substring(path.lastIndexOf('.') + 1)) {
            case "orderItems" -> "what was bought";
            case "name" -> "the name of the merchant";
            case "phoneForReceipt" -> "a telephone number of the merchant";
            case "websiteForReceipt" -> "a website of the merchant";
            case "email" -> "an e-mail address or a telephone number of the customer";
            default -> path;
        };
    }

    private Charge charge() {
        return stored.order().charge();
    }

    private long refunded() {
        Long refunded = charge().refundedAmountMinor();
        return refunded == null ? 0 : refunded;
    }

    private Item item(DigitalReceipt.Item item) {
        String name = item.productName();
        String description = item.productDescription();
        return new Item(
                Texts.brief(name != null ? name : description != null ? description : "Item", longestItemText),
                name == null || description == null ? null : Texts.brief(description, longestItemText),
                Long.toString(item.quantity()),
                AmountText.of(item.productPrice(), item.currencyCode()));
    }

    private @Nullable String amount(@Nullable Long minor) {
        String decimal = receipt.amount(minor);
        return decimal == null ? null : AmountText.of(decimal, receipt.currencyCode());
    }

    /** A discount is sent as an amount of 0 or more, and is subtracted. */
    private static @Nullable Long deducted(@Nullable Long discount) {
        return discount == null ? null : (Long) Math.min(discount, -discount);
    }

    private Facts payment() {
        Charge.References references = charge().references();
        Facts facts = new Facts()
                .add("Card", CardText.of(charge().credential()))
                .add("On your statement", references.descriptor())
                .add("Refunded", refund())
                .add("Settled", charge().settledAt());
        if (view.showsIdentity()) {
            facts.add("Authorization code", references.authCode())
                    .add("ARN", references.arn())
                    .add("Network transaction ID", references.networkId())
                    .add("Gateway", references.gateway())
                    .add("Gateway transaction ID", references.gatewayTransactionId());
        }
        return facts;
    }

    private @Nullable String refund() {
        if (charge().refundedInFull()) {
            return total();
        }
        Money refunded = new Money(refunded(), charge().money().currency());
        return refunded() == 0 ? null : AmountText.of(refunded) + " of " + total();
    }

    private Facts delivery() {
        Facts facts = new Facts();
        Receipt.Delivery delivery = stored.order().receipt().delivery();
        if (delivery != null) {
            facts.add("Status", delivery.status())
                    .add("Carrier", delivery.carrier())
                    .add("Tracking number", delivery.trackingNumber())
                    .add("Delivered", delivery.deliveredAt());
        }
        if (delivery == null || delivery.deliveredAt() == null) {
            facts.add("Fulfilment date", charge().fulfilledAt());
        }
        if (view.showsContact()) {
            facts.add("Delivered to", stored.order().receipt().shippingAddress());
        }
        return facts;
    }

    private Facts customer() {
        Receipt buyer = stored.order().receipt();
        Receipt.PersonName name = buyer.customerName();
        Facts facts =
                new Facts().add("Name", name == null ? null : name.full()).add("Telephone", buyer.customerPhone());
        if (view.showsIdentity()) {
            facts.add("E-mail", buyer.customerEmail());
        }
        return facts.add("Billing address", buyer.billingAddress());
    }

    private static Facts device(Customer customer) {
        return new Facts()
                .add("IP address", customer.ip())
                .add("Device ID", customer.deviceId())
                .add("Device fingerprint", customer.deviceFingerprint())
                .add("Customer account ID", customer.accountId());
    }

    private Facts claims() {
        Facts facts = new Facts();
        stored.disputes().forEach(dispute -> facts.add("Dispute " + dispute.disputeId(), Fact.words(dispute)));
        stored.fraudReports().forEach(report -> facts.add("Fraud report " + report.reportId(), Fact.words(report)));
        return facts;
    }

    private Facts contact() {
        Facts facts = new Facts()
                .add("Telephone", merchant().phoneForReceipt())
                .add("E-mail", merchant().emailForReceipt())
                .addLink("Website", merchant().websiteForReceipt())
                .add("Address", merchant().receiptAddress());
        return logo == null ? facts.addLink("Logo", merchant().logoUrl()) : facts;
    }

    static final class CardText {
        private CardText() {}

        /** Returns the brand and the last four digits, as far as they are known; {@code null} if neither is. */
        static @Nullable String of(PaymentCredential card) {
            Brand brand = card.brand();
            String name = brand == null || !brand.isKnown() ? null : brand.title();
            if (card.last4() == null) {
                return name;
            }
            return (name == null ? "Card" : name) + " ending in " + card.last4();
        }
    }

    /**
     * A logo that a page may show as an image.
     *
     * @param origin the only origin that the page loads an image from: {@code https://}, a host of lower-case letters, digits,
     *     hyphens and dots, and a port if it is not 443. It can be written into a content security policy without quotes
     */
    public record Logo(String url, String origin) {
        private static final int LONGEST_HOST = 253;
        private static final int LARGEST_PORT = 65_535;
        private static final int HTTPS_PORT = 443;

        private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

        /** The characters of a path and of a query (RFC 3986). A fragment is refused: an image has none. */
        private static final String CHARACTERS = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+";

        /** The last label has a letter first, so the host is no IP address. It has two labels, so it is no local name. */
        private static final Pattern HTTPS = Pattern.compile("(?i:https)://((?i:(?:" + LABEL
                + "\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?))(?::([1-9][0-9]{0,4}))?([/?]" + CHARACTERS + ")?");

        /**
         * Returns the logo with this address; {@code null} if it must not be shown as an image. An address with a user name,
         * an IP address, a local name, or characters outside ASCII is not shown.
         */
        static @Nullable Logo of(@Nullable String url) {
            if (url == null) {
                return null;
            }
            Matcher parts = HTTPS.matcher(url);
            if (!parts.matches()) {
                return null;
            }
            String host = parts.group(1).toLowerCase(Locale.ROOT);
            int port = parts.group(2) == null ? HTTPS_PORT : Integer.parseInt(parts.group(2));
            if (host.length() > LONGEST_HOST || port > LARGEST_PORT) {
                return null;
            }
            return new Logo(url, "https://" + host + (port == HTTPS_PORT ? "" : ":" + port));
        }
    }

    /** The audience of a receipt. Each view shows different data of the customer. */
    public enum ReceiptView implements WireNamed {
        /** For anyone who has the link: no addresses, no telephone number and no name of the customer. */
        PUBLIC,
        /** For the cardholder: no e-mail address, IP address, device or login. */
        CARDHOLDER,
        /** For the merchant's support agents: all data of the order. */
        AGENT;

        /** Returns the view of this exact name that a request can ask for; empty if there is none. */
        public static Optional<ReceiptView> parse(String text) {
            return WireNamed.find(new ReceiptView[] {CARDHOLDER, AGENT}, text);
        }

        /** Returns true if it shows the name, the addresses and the telephone number of the customer. */
        boolean showsContact() {
            return this != PUBLIC;
        }

        /** Returns true if it shows the e-mail address, the IP address, the device and the login of the customer. */
        boolean showsIdentity() {
            return this == AGENT;
        }
    }

    /**
     * Returns the receipt of an order of no merchant, for the cardholder. It is for previews.
     *
     * @param showsLogo true if the account allows that pages show the logo as an image
     */
    public static ReceiptPage sample(MerchantInfo profile, boolean showsLogo) {
        Instant time = Instant.parse("2026-03-14T09:30:00Z");
        Statement stated = new Values(OrderFields.ORDER)
                .put(new Money(4_350, Currency.getInstance("USD")))
                .put(OrderFields.TRANSACTION_DATE, OrderTime.at(time))
                .put(OrderFields.LAST4, "4242")
                .put(OrderFields.BRAND, new Brand("visa"))
                .put(
                        OrderFields.LINE_ITEMS,
                        List.of(
                                new LineItem("Green tea, 100 g", "First harvest", null, 2, 2_400),
                                new LineItem("Porcelain cup", null, null, 1, 1_400)))
                .put(OrderFields.DELIVERY_STATUS, "delivered")
                .put(OrderFields.DELIVERY_CARRIER, "Parcel post")
                .put(OrderFields.DELIVERED_AT, OrderTime.on(LocalDate.of(2026, 3, 17)))
                .put(new Receipt.Totals(3_800L, 0L, 550L, null))
                .statement();
        Part upload = new Part(PartKey.UPLOAD, 1, new PartContent.Upload(null, stated));
        return switch (Composition.of(new OrderId("SAMPLE-1"), List.of(upload))) {
            case Composition.Complete complete ->
                of(
                        new StoredOrder(complete.order(), OrderSources.NONE, 1, time, List.of(), List.of()),
                        profile,
                        showsLogo,
                        ReceiptView.CARDHOLDER);
            case Composition.Incomplete incomplete ->
                throw new IllegalStateException("the sample lacks " + incomplete.missing());
        };
    }
}
