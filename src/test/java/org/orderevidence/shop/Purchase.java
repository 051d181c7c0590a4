package org.orderevidence.shop;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.orderevidence.order.Money;

/**
 * A purchase in a shop of a test.
 *
 * @param number a whole number from which the platforms' ids of its objects follow; no other purchase of the platform has it
 * @param orderId the shop's own id of the order
 * @param time when it was paid, in whole seconds
 * @param money what was paid, in a currency of which no platform has its own decimals
 * @param item what was bought, once
 * @param card with what it was paid
 * @param shopper who bought it
 */
record Purchase(
        long number, String orderId, Instant time, Money money, String item, PaymentCard card, Shopper shopper) {
    private static final int RADIX = 36;
    private static final int TOKEN_LENGTH = 12;

    Purchase {
        if (number < 0 || !time.equals(time.truncatedTo(ChronoUnit.SECONDS))) {
            throw new IllegalArgumentException("a number is not negative, and a time has whole seconds");
        }
    }

    /** Returns the part of the ids of its objects that no other purchase has, as long as in real ids. */
    String token() {
        String digits = Long.toString(number, RADIX);
        return "0".repeat(Math.max(0, TOKEN_LENGTH - digits.length())) + digits;
    }

    /** Returns the currency in capital letters. */
    String currency() {
        return money.currency().getCurrencyCode();
    }

    /** Returns the currency in small letters. */
    String lowerCurrency() {
        return currency().toLowerCase(Locale.ROOT);
    }

    /** Returns an amount of minor units as a decimal text. */
    String decimal(long minor) {
        return BigDecimal.valueOf(minor, Math.max(0, money.currency().getDefaultFractionDigits()))
                .toPlainString();
    }
}
