package org.orderevidence.order;

import java.util.Currency;
import org.jspecify.annotations.Nullable;

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
