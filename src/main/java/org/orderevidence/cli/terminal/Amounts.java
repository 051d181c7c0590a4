package org.orderevidence.cli.terminal;

import java.math.BigDecimal;
import java.util.Currency;

/** Amounts of money in the digits of their currency. */
public final class Amounts {
    private Amounts() {}

    /**
     * Returns an amount with its currency, such as {@code 19.99 USD}.
     *
     * @param minor in minor units
     * @param currency ISO 4217; an unknown one is shown in minor units
     */
    public static String shown(long minor, String currency) {
        return BigDecimal.valueOf(minor, digits(currency)).toPlainString() + " " + Terminal.printable(currency);
    }

    /** Returns the digits behind the decimal point: 2 for USD, 0 for JPY; 0 for an unknown currency. */
    public static int digits(String currency) {
        try {
            return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
        } catch (IllegalArgumentException unknown) {
            return 0;
        }
    }
}
