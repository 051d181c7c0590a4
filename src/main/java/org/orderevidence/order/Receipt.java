package org.orderevidence.order;

import java.text.Normalizer;
import java.util.Currency;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was bought, from whom and by whom, as far as the merchant sent it. The digital receipt is made from it.
 *
 * @param merchant who sold it; missing values come from the account's profile
 * @param lineItems at most {@value #MAX_LINE_ITEMS}
 * @param customerEmail as sent, valid or not
 * @param description what was bought, in one text
 * @param totals what the total is made of
 */
public record Receipt(
        MerchantInfo merchant,
        List<LineItem> lineItems,
        @Nullable PersonalText customerEmail,
        @Nullable PersonalText customerPhone,
        @Nullable PersonName customerName,
        @Nullable Address billingAddress,
        @Nullable Address shippingAddress,
        @Nullable String description,
        @Nullable Delivery delivery,
        @Nullable Totals totals) {

    /** Maximum number of line items of an order. */
    public static final int MAX_LINE_ITEMS = 500;

    /** A receipt without any values. */
    public static final Receipt EMPTY =
            new Receipt(MerchantInfo.EMPTY, List.of(), null, null, null, null, null, null, null, null);

    public Receipt {
        lineItems = List.copyOf(lineItems);
        if (lineItems.size() > MAX_LINE_ITEMS) {
            throw new IllegalArgumentException("a receipt has at most " + MAX_LINE_ITEMS + " line items");
        }
    }

    /** Returns true if it says what was bought: a line item (each has a name), or a description. */
    public boolean describesProduct() {
        return !lineItems.isEmpty() || description != null;
    }

    /** A person's name; {@link #toString} hides it. */
    public record PersonName(
            @Nullable String givenName, @Nullable String familyName) {
        private static final Pattern MARKS = Pattern.compile("[\\p{M}\\p{Cf}]+");
        private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\s]+");

        /** Returns the name in one text; {@code null} if no part is known. */
        public @Nullable String full() {
            return givenName == null || familyName == null
                    ? givenName == null ? familyName : givenName
                    : givenName + " " + familyName;
        }

        /** Returns a name without what differs when it is typed: case, diacritics and further blanks. */
        public static String folded(String name) {
            String plain = MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD))
                    .replaceAll("");
            return Texts.trim(BLANKS.matcher(Texts.foldCase(plain)).replaceAll(" "));
        }

        @Override
        public String toString() {
            return "[name]";
        }
    }

    /** How it was delivered. An unknown part is null. */
    public record Delivery(
            @Nullable String status,
            @Nullable String carrier,
            @Nullable String trackingNumber,
            @Nullable OrderTime deliveredAt) {}

    /**
     * The parts of the total, in minor units of the order's currency. A part that was not sent is null.
     *
     * @param subtotalMinor before tax and shipping
     */
    public record Totals(
            @Nullable Long subtotalMinor,
            @Nullable Long taxMinor,
            @Nullable Long shippingMinor,
            @Nullable Long discountMinor) {}

    /**
     * One line of what was bought.
     *
     * @param productName never blank
     * @param productDescription null if not given
     * @param currency of the price; null means the order's
     * @param quantity 1 or more; input takes at most {@value #MAX_QUANTITY}
     * @param priceMinor the line's total in minor units, may be negative for a discount
     */
    public record LineItem(
            String productName,
            @Nullable String productDescription,
            @Nullable Currency currency,
            long quantity,
            long priceMinor) {
        /** The largest quantity that input can have. */
        public static final long MAX_QUANTITY = 1_000_000_000L;

        public LineItem {
            if (Texts.isBlank(productName) || quantity < 1) {
                throw new IllegalArgumentException("a line item has a name and a quantity of 1 or more");
            }
        }
    }
}
