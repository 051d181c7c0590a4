package org.orderevidence.order;

import java.math.BigDecimal;
import java.util.Currency;

/**
 * An amount of a currency.
 *
 * @param amountMinor in the currency's minor units (JPY has 0 digits, KWD 3), 0 to {@value #MAX_AMOUNT_MINOR}
 * @param currency ISO 4217
 */
public record Money(long amountMinor, Currency currency) {
    /** Largest amount of an order, in minor units. */
    public static final long MAX_AMOUNT_MINOR = 1_000_000_000_000L;

    public Money {
        if (amountMinor < 0 || amountMinor > MAX_AMOUNT_MINOR) {
            throw new IllegalArgumentException("an amount is 0 to " + MAX_AMOUNT_MINOR + " minor units");
        }
    }

    /** Returns the amount without its currency and without zeros at its end, such as 19.5. */
    public String plain() {
        return plain(decimal(amountMinor, currency));
    }

    /** Returns an amount in the same form. */
    public static String plain(BigDecimal amount) {
        return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
    }

    /** Returns the amount in the digits of its currency, such as 1234.50. */
    public String decimal() {
        return decimal(amountMinor, currency).toPlainString();
    }

    /** Returns minor units in the digits of a currency, such as 1234.50. */
    public static BigDecimal decimal(long minor, Currency currency) {
        return BigDecimal.valueOf(minor, Math.max(0, currency.getDefaultFractionDigits()));
    }
}
