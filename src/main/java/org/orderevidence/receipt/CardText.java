package org.orderevidence.receipt;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.PaymentCredential;

/** A card in words. */
final class CardText {
    private static final Map<String, String> NAMES =
            Map.of("visa", "Visa", "mastercard", "Mastercard", "amex", "American Express", "discover", "Discover");

    private CardText() {}

    /** Returns the brand and the last four digits, as far as they are known; {@code null} if neither is. */
    static @Nullable String of(PaymentCredential card) {
        Brand brand = card.brand();
        String name = brand == null || !brand.isKnown() ? null : NAMES.getOrDefault(brand.name(), brand.name());
        if (card.last4() == null) {
            return name;
        }
        return (name == null ? "Card" : name) + " ending in " + card.last4();
    }
}
