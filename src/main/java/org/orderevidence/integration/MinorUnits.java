package org.orderevidence.integration;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Currency;
import java.util.regex.Pattern;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.json.CurrencyCodes;
import org.orderevidence.order.Money;

/** Converts the amounts of platforms to minor units of ISO 4217, exactly. */
public final class MinorUnits {
    /** No exponent: a few characters could otherwise stand for a number of gigabytes. */
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,9})?");

    private MinorUnits() {}

    /** Returns the currency of a code in any case. */
    public static Currency currency(String code) throws UnmappableEvent {
        Currency currency = CurrencyCodes.find(code);
        if (currency == null) {
            throw new UnmappableEvent(Mapping.Reason.UNSUPPORTED_CURRENCY, "currency");
        }
        return currency;
    }

    /**
     * Returns the amount of an order or refund.
     *
     * @param amount in units of 10^-{@code digits}
     * @param digits how many decimal digits the platform uses for the currency
     */
    public static Money money(long amount, int digits, Currency currency) throws UnmappableEvent {
        return money(BigDecimal.valueOf(amount, digits), currency);
    }

    /** Returns the amount that is written as a decimal number, such as {@code 19.99}. */
    public static Money money(String decimal, Currency currency) throws UnmappableEvent {
        return money(number(decimal), currency);
    }

    /** Returns the decimal number of a text. */
    public static BigDecimal number(String decimal) throws UnmappableEvent {
        if (!DECIMAL.matcher(decimal).matches()) {
            throw new UnmappableEvent(Mapping.Reason.UNSUPPORTED_AMOUNT, "an amount is not a decimal number");
        }
        return new BigDecimal(decimal);
    }

    /** Returns the amount in minor units. It may be negative. */
    public static long signed(BigDecimal amount, Currency currency) throws UnmappableEvent {
        BigInteger minor;
        try {
            minor = amount.movePointRight(currency.getDefaultFractionDigits()).toBigIntegerExact();
        } catch (ArithmeticException fraction) {
            throw new UnmappableEvent(
                    Mapping.Reason.UNSUPPORTED_AMOUNT, "an amount has more decimal digits than its currency");
        }
        if (minor.abs().compareTo(BigInteger.valueOf(Money.MAX_AMOUNT_MINOR)) > 0) {
            throw new UnmappableEvent(
                    Mapping.Reason.UNSUPPORTED_AMOUNT, "an amount is more than " + Money.MAX_AMOUNT_MINOR);
        }
        return minor.longValueExact();
    }

    private static Money money(BigDecimal amount, Currency currency) throws UnmappableEvent {
        long minor = signed(amount, currency);
        if (minor < 0) {
            throw new UnmappableEvent(Mapping.Reason.UNSUPPORTED_AMOUNT, "an amount is less than 0");
        }
        return new Money(minor, currency);
    }
}
