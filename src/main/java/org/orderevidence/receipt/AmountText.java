package org.orderevidence.receipt;

import java.math.BigDecimal;
import java.util.Currency;

/** Amounts of money as a receipt shows them: in the digits of the currency, in groups of three. */
final class AmountText {
    private static final int GROUP = 3;

    private AmountText() {}

    /** Returns an amount with its currency, such as {@code 1,999.00 USD}. */
    static String of(long minor, Currency currency) {
        String decimal = BigDecimal.valueOf(minor, Math.max(0, currency.getDefaultFractionDigits()))
                .toPlainString();
        return of(decimal, currency.getCurrencyCode());
    }

    /**
     * Returns an amount with its currency.
     *
     * @param decimal the amount without groups
     * @param currency ISO 4217
     */
    static String of(String decimal, String currency) {
        int point = decimal.indexOf('.');
        int end = point < 0 ? decimal.length() : point;
        int start = decimal.startsWith("-") ? 1 : 0;
        StringBuilder text = new StringBuilder(decimal);
        for (int i = end - GROUP; i > start; i -= GROUP) {
            text.insert(i, ',');
        }
        if (start == 1) {
            // The minus sign is as wide as a digit; a hyphen is easily overlooked.
            text.setCharAt(0, '\u2212');
        }
        return text.append('\u00a0').append(currency).toString();
    }
}
