package org.orderevidence.receipt;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.Fact.FactGroup;
import org.orderevidence.receipt.Fact.Facts;
import org.orderevidence.receipt.Status.Tone;

/**
 * A receipt as one view shows it.
 *
 * @param title of the document
 * @param logo image of the merchant's logo; {@code null} if none may be shown
 * @param merchant name of the merchant; {@code null} if not known
 * @param about what the merchant sells; {@code null} if not known
 * @param orderId the merchant's order ID
 * @param orderedAt when it was ordered
 * @param total amount charged
 * @param status whether it was paid or refunded
 * @param items items bought
 * @param totals parts of the total, without the total
 * @param groups payment, delivery, customer and contact
 * @param links policies of the merchant
 * @param lacking data that a valid receipt lacks, in words; empty in views for cardholders
 */
public record ReceiptPage(
        ReceiptView view,
        String title,
        @Nullable Logo logo,
        @Nullable String merchant,
        @Nullable String about,
        String orderId,
        String orderedAt,
        String total,
        Status status,
        List<Item> items,
        List<Fact> totals,
        List<FactGroup> groups,
        List<Fact> links,
        List<String> lacking) {

    /**
     * An item bought.
     *
     * @param name its name, or its description if it has no name
     * @param description more about it; {@code null} if not known
     * @param quantity how many
     * @param price the total of the line
     */
    public record Item(String name, @Nullable String description, String quantity, String price) {}

    public ReceiptPage {
        items = List.copyOf(items);
        totals = List.copyOf(totals);
        groups = List.copyOf(groups);
        links = List.copyOf(links);
        lacking = List.copyOf(lacking);
    }

    /**
     * Returns the receipt of an order.
     *
     * @param profile profile of its account, for merchant data that the order does not have
     * @param showsLogo true if the account allows that pages show the logo as an image; otherwise it is a link
     */
    public static ReceiptPage of(StoredOrder stored, MerchantInfo profile, boolean showsLogo, ReceiptView view) {
        DigitalReceipt receipt = DigitalReceipt.of(stored.order(), profile);
        MerchantInfo merchant = receipt.merchant();
        String name = merchant.name();
        Logo logo = showsLogo ? Logo.of(merchant.logoUrl()) : null;
        return new ReceiptPage(
                view,
                "Receipt for order " + receipt.merchantOrderId() + (name == null ? "" : " \u2013 " + name),
                logo,
                name,
                merchant.description(),
                receipt.merchantOrderId(),
                DateText.of(receipt.orderDateTime()),
                AmountText.of(receipt.total(), receipt.currencyCode()),
                PaymentStatus.of(stored),
                receipt.items().stream().map(ReceiptPage::item).toList(),
                totals(receipt),
                groups(stored, receipt, view, logo),
                links(merchant),
                view == ReceiptView.AGENT
                        ? receipt.completeness().missing().stream()
                                .map(Lacking::words)
                                .toList()
                        : List.of());
    }

    /** Returns the same receipt. Longer names and descriptions of items are cut to so many characters. */
    public ReceiptPage withItemTextsUpTo(int characters) {
        List<Item> cut = items.stream()
                .map(item -> new Item(
                        cut(item.name(), characters),
                        item.description() == null ? null : cut(item.description(), characters),
                        item.quantity(),
                        item.price()))
                .toList();
        return new ReceiptPage(
                view, title, logo, merchant, about, orderId, orderedAt, total, status, cut, totals, groups, links,
                lacking);
    }

    private static String cut(String text, int characters) {
        return text.codePointCount(0, text.length()) <= characters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, characters)) + '\u2026';
    }

    private static Item item(DigitalReceipt.Item item) {
        String name = item.productName();
        String description = item.productDescription();
        return new Item(
                name != null ? name : description != null ? description : "Item",
                name == null ? null : description,
                Long.toString(item.quantity()),
                AmountText.of(item.productPrice(), item.currencyCode()));
    }

    private static List<Fact> totals(DigitalReceipt receipt) {
        DigitalReceipt.Totals totals = receipt.totals();
        if (totals == null) {
            return List.of();
        }
        Facts facts = new Facts();
        addAmount(facts, "Subtotal", totals.subtotal(), receipt);
        addAmount(facts, "Discount", deducted(totals.discount()), receipt);
        addAmount(facts, "Shipping", totals.shipping(), receipt);
        addAmount(facts, "Tax", totals.tax(), receipt);
        return facts.list();
    }

    private static void addAmount(Facts facts, String label, @Nullable String decimal, DigitalReceipt receipt) {
        if (decimal != null) {
            facts.add(label, AmountText.of(decimal, receipt.currencyCode()));
        }
    }

    /** A discount is sent as an amount of 0 or more, and is subtracted. */
    private static @Nullable String deducted(@Nullable String discount) {
        if (discount == null || discount.startsWith("-")) {
            return discount;
        }
        return discount.chars().anyMatch(c -> c >= '1' && c <= '9') ? "-" + discount : discount;
    }

    private static List<FactGroup> groups(
            StoredOrder stored, DigitalReceipt receipt, ReceiptView view, @Nullable Logo logo) {
        List<FactGroup> groups = new ArrayList<>();
        payment(receipt.charge(), view).addTo(groups, "Payment");
        delivery(receipt, view).addTo(groups, "Delivery");
        if (view.showsContact()) {
            customer(receipt, view).addTo(groups, "Customer");
        }
        if (view.showsIdentity()) {
            device(receipt.customer()).addTo(groups, "Device and login");
            claims(stored).addTo(groups, "Disputes and fraud reports");
        }
        contact(receipt.merchant(), logo).addTo(groups, "Contact the merchant");
        return groups;
    }

    private static Facts payment(Charge charge, ReceiptView view) {
        Charge.References references = charge.references();
        Facts facts = new Facts()
                .add("Card", CardText.of(charge.credential()))
                .add("On your statement", references.descriptor())
                .add("Refunded", PaymentStatus.refund(charge))
                .add("Settled", charge.settledAt());
        if (view.showsIdentity()) {
            facts.add("Authorization code", references.authCode())
                    .add("ARN", references.arn())
                    .add("Network transaction ID", references.networkId())
                    .add("Gateway", references.gateway())
                    .add("Gateway transaction ID", references.gatewayTransactionId());
        }
        return facts;
    }

    private static Facts delivery(DigitalReceipt receipt, ReceiptView view) {
        Facts facts = new Facts();
        Receipt.Delivery delivery = receipt.delivery();
        if (delivery != null) {
            facts.add("Status", delivery.status())
                    .add("Carrier", delivery.carrier())
                    .add("Tracking number", delivery.trackingNumber())
                    .add("Delivered", delivery.deliveredAt());
        }
        if (delivery == null || delivery.deliveredAt() == null) {
            facts.add("Fulfilment date", receipt.charge().fulfilledAt());
        }
        if (view.showsContact()) {
            facts.add("Delivered to", receipt.buyer().shippingAddress());
        }
        return facts;
    }

    private static Facts customer(DigitalReceipt receipt, ReceiptView view) {
        DigitalReceipt.Buyer buyer = receipt.buyer();
        Facts facts = new Facts().add("Name", buyer.name()).add("Telephone", buyer.phone());
        if (view.showsIdentity()) {
            facts.add("E-mail", buyer.email());
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

    private static Facts claims(StoredOrder stored) {
        Facts facts = new Facts();
        for (Dispute dispute : stored.disputes()) {
            facts.add(
                    "Dispute " + dispute.disputeId(),
                    "condition " + dispute.condition() + ", opened " + DateText.of(dispute.openedAt()) + ", "
                            + switch (dispute.status()) {
                                case OPEN -> "open";
                                case WON -> "won";
                                case LOST -> "lost";
                                case WITHDRAWN -> "withdrawn";
                                case PREVENTED -> "prevented";
                            });
        }
        for (FraudReport report : stored.fraudReports()) {
            facts.add(
                    "Fraud report " + report.reportId(),
                    "reported " + DateText.of(report.reportedAt())
                            + (report.typeCode() == null ? "" : ", type " + report.typeCode()));
        }
        return facts;
    }

    private static Facts contact(MerchantInfo merchant, @Nullable Logo logo) {
        Facts facts = new Facts()
                .add("Telephone", merchant.phoneForReceipt())
                .add("E-mail", merchant.emailForReceipt())
                .addLink("Website", merchant.websiteForReceipt())
                .add("Address", merchant.receiptAddress());
        return logo == null ? facts.addLink("Logo", merchant.logoUrl()) : facts;
    }

    private static List<Fact> links(MerchantInfo merchant) {
        return new Facts()
                .addLink("Refund policy", merchant.refundPolicyLink())
                .addLink("Cancellation policy", merchant.cancellationPolicyLink())
                .addLink("Terms and conditions", merchant.termsAndConditionsLink())
                .list();
    }

    /** The state of a payment in words. */
    private static final class PaymentStatus {
        private PaymentStatus() {}

        static Status of(StoredOrder stored) {
            Charge charge = stored.order().charge();
            if (stored.isUncaptured()) {
                return new Status(Tone.NOTICE, "Approved, not captured");
            }
            if (charge.status() == Charge.Status.FAILED) {
                return new Status(Tone.BAD, "Payment failed");
            }
            if (charge.refundedInFull()) {
                return new Status(Tone.NOTICE, "Refunded in full");
            }
            if (isPartlyRefunded(charge)) {
                return new Status(Tone.NOTICE, "Partially refunded");
            }
            if (charge.validation()) {
                return new Status(Tone.NOTICE, "Card check only");
            }
            return new Status(
                    Tone.GOOD, charge.type() == Charge.Type.ORIGINAL_CREDIT ? "Paid to the card" : "Payment succeeded");
        }

        /** Returns the refunded amount; {@code null} if nothing was refunded. */
        static @Nullable String refund(Charge charge) {
            String amount =
                    AmountText.of(charge.money().amountMinor(), charge.money().currency());
            if (charge.refundedInFull()) {
                return amount;
            }
            Long refunded = charge.refundedAmountMinor();
            return refunded == null || refunded == 0
                    ? null
                    : AmountText.of(refunded, charge.money().currency()) + " of " + amount;
        }

        private static boolean isPartlyRefunded(Charge charge) {
            Long refunded = charge.refundedAmountMinor();
            return refunded != null && refunded > 0;
        }
    }

    /** Words for the data that a valid receipt lacks. */
    private static final class Lacking {
        private Lacking() {}

        /**
         * Returns the words.
         *
         * @param path one of {@link org.orderevidence.receipt.DigitalReceipt.Completeness#missing}
         */
        static String words(String path) {
            return switch (path.substring(path.lastIndexOf('.') + 1)) {
                case "orderItems" -> "what was bought";
                case "name" -> "the name of the merchant";
                case "phoneForReceipt" -> "a telephone number of the merchant";
                case "websiteForReceipt" -> "a website of the merchant";
                case "email" -> "an e-mail address or a telephone number of the customer";
                default -> path;
            };
        }
    }

    /** A card in words. */
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
}
