package org.orderevidence.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Texts;
import tools.jackson.databind.JsonNode;

/** Reads the receipt of an order. An object inside it without values is the same as a missing one. */
public final class ReceiptReader {
    static final TextRule TRACKING_NUMBER = TextRule.longNumber(TextRule.LONGEST_TEXT);

    /** A delivery without any values. */
    static final Receipt.Delivery NO_DELIVERY = new Receipt.Delivery(null, null, null, null);

    private static final Address NO_ADDRESS = new Address(null, null, null, null, null, null, null, null);
    private static final Receipt.Totals NO_TOTALS = new Receipt.Totals(null, null, null, null);

    private ReceiptReader() {}

    /**
     * Reads a receipt; of one with faults, which are then recorded, it gives what can be read.
     *
     * @param currency of the order, for messages; null if it is not known
     */
    static Receipt read(Fields receipt, Instant now, @Nullable Currency currency) {
        MerchantInfo merchant = merchant(receipt);
        List<LineItem> items = lineItems(receipt, currency);
        PersonalText email = email(receipt);
        PersonalText phone = personal(receipt.text("customerPhone", TextRule.TELEPHONE));
        Receipt.PersonName name = name(receipt);
        Address billing = address(receipt, "billingAddress");
        Address shipping = address(receipt, "shippingAddress");
        String description = receipt.text("description", TextRule.LINES);
        Receipt.Delivery delivery = delivery(receipt, now);
        Receipt.Totals totals = totals(receipt, currency);
        receipt.finish();
        return new Receipt(merchant, items, email, phone, name, billing, shipping, description, delivery, totals);
    }

    /** An address with characters that nobody sees is stored without them: it would match no other order. */
    private static @Nullable PersonalText email(Fields receipt) {
        String sent = receipt.text("customerEmail", TextRule.LINES);
        if (sent == null) {
            return null;
        }
        String cleaned = Texts.cleaned(sent);
        if (!cleaned.equals(Texts.trim(sent))) {
            receipt.faults()
                    .warning(
                            receipt.pointerTo("customerEmail"),
                            FaultCode.EMAIL_CLEANED,
                            () -> "customerEmail has invisible characters, such as a zero-width space; it was stored"
                                    + " without them");
        }
        return cleaned.isEmpty() ? null : new PersonalText(cleaned);
    }

    /** Reads the {@code merchantInfo} of an object; of one with faults, it gives what can be read. */
    public static MerchantInfo merchant(Fields receipt) {
        Fields info = receipt.object("merchantInfo");
        if (info == null) {
            return MerchantInfo.EMPTY;
        }
        String name = info.text("name", TextRule.LINES);
        String description = info.text("description", TextRule.LINES);
        String logoUrl = info.link("logoUrl");
        String refundPolicyLink = info.link("refundPolicyLink");
        String cancellationPolicyLink = info.link("cancellationPolicyLink");
        String termsAndConditionsLink = info.link("termsAndConditionsLink");
        String phone = null;
        String email = null;
        String website = null;
        Address address = null;
        Fields contact = info.object("merchantReceiptContact");
        if (contact != null) {
            phone = contact.text("phoneForReceipt", TextRule.TELEPHONE);
            email = contact.text("emailForReceipt", TextRule.LINES);
            website = contact.text("websiteForReceipt", TextRule.LINES);
            address = address(contact, "receiptAddress");
            contact.finish();
        }
        info.finish();
        return new MerchantInfo(
                name,
                description,
                logoUrl,
                refundPolicyLink,
                cancellationPolicyLink,
                termsAndConditionsLink,
                phone,
                email,
                website,
                address);
    }

    private static List<LineItem> lineItems(Fields receipt, @Nullable Currency orders) {
        List<JsonNode> nodes = receipt.list("lineItems", Receipt.MAX_LINE_ITEMS);
        List<LineItem> items = new ArrayList<>(nodes.size());
        String pointer = receipt.pointerTo("lineItems");
        for (int i = 0; i < nodes.size(); i++) {
            Fields fields = Fields.of(nodes.get(i), pointer + '/' + i, receipt.faults());
            LineItem item = fields == null ? null : lineItem(fields, orders);
            if (item != null) {
                items.add(item);
            }
        }
        return items;
    }

    /** One without name or price is left out, with a warning. */
    private static @Nullable LineItem lineItem(Fields fields, @Nullable Currency orders) {
        requireOrLeaveOut(fields, "productName");
        requireOrLeaveOut(fields, "price");
        String name = fields.text("productName", TextRule.LINES);
        String description = fields.text("productDescription", TextRule.LINES);
        Currency known = fields.currencyIfValid("currency");
        Currency currency = fields.currency("currency");
        long quantity = quantity(fields);
        Long price = signedAmount(fields, "price", known == null ? orders : known);
        fields.finish();
        return name == null || price == null ? null : new LineItem(name, description, currency, quantity, price);
    }

    private static void requireOrLeaveOut(Fields item, String name) {
        if (item.isAbsent(name)) {
            item.leftOut(name, FaultCode.REQUIRED, "is required; the line item was left out");
        }
    }

    /** The quantity; 1 if none is given. One below 1 costs a warning. */
    private static long quantity(Fields item) {
        Long quantity = item.integer("quantity", -LineItem.MAX_QUANTITY, LineItem.MAX_QUANTITY);
        if (quantity != null && quantity < 1) {
            item.leftOut("quantity", FaultCode.OUT_OF_RANGE, "must be 1 or more; it was left out, which means 1");
            return 1;
        }
        return quantity == null ? 1 : quantity;
    }

    private static Receipt.@Nullable PersonName name(Fields receipt) {
        Fields fields = receipt.object("name");
        if (fields == null) {
            return null;
        }
        String given = fields.text("givenName", TextRule.LINES);
        String family = fields.text("familyName", TextRule.LINES);
        fields.finish();
        return given == null && family == null ? null : new Receipt.PersonName(given, family);
    }

    private static @Nullable Address address(Fields parent, String name) {
        Fields fields = parent.object(name);
        if (fields == null) {
            return null;
        }
        Address address = new Address(
                fields.text("line1", TextRule.LINES),
                fields.text("line2", TextRule.LINES),
                fields.text("city", TextRule.LINES),
                fields.text("countrySubdivision", TextRule.LINES),
                fields.text("postalCode", TextRule.LINES),
                fields.text("country", TextRule.LINES),
                fields.text("latitude", TextRule.LINES),
                fields.text("longitude", TextRule.LINES));
        fields.finish();
        return address.equals(NO_ADDRESS) ? null : address;
    }

    private static Receipt.@Nullable Delivery delivery(Fields receipt, Instant now) {
        Fields fields = receipt.object("delivery");
        if (fields == null) {
            return null;
        }
        Receipt.Delivery delivery = new Receipt.Delivery(
                fields.text("status", TextRule.LINES),
                fields.text("carrier", TextRule.LINES),
                fields.text("trackingNumber", TRACKING_NUMBER),
                fields.time("deliveredAt", now));
        fields.finish();
        return delivery.equals(NO_DELIVERY) ? null : delivery;
    }

    private static Receipt.@Nullable Totals totals(Fields receipt, @Nullable Currency currency) {
        Fields fields = receipt.object("totals");
        if (fields == null) {
            return null;
        }
        Receipt.Totals totals = new Receipt.Totals(
                signedAmount(fields, "subtotal", currency),
                signedAmount(fields, "tax", currency),
                signedAmount(fields, "shipping", currency),
                signedAmount(fields, "discount", currency));
        fields.finish();
        return totals.equals(NO_TOTALS) ? null : totals;
    }

    /** Part of a total: a discount may be written as less than nothing. */
    private static @Nullable Long signedAmount(Fields fields, String name, @Nullable Currency currency) {
        return fields.amount(name, -Money.MAX_AMOUNT_MINOR, Money.MAX_AMOUNT_MINOR, currency);
    }

    private static @Nullable PersonalText personal(@Nullable String text) {
        return text == null ? null : new PersonalText(text);
    }
}
