package org.orderevidence.json;

import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The currencies that an amount can have, by ISO 4217 code. Finds the code for a symbol, a name or a number. */
public final class CurrencyCodes {
    private static final String RULE = "must be the ISO 4217 code of a currency";
    private static final int LONGEST_NAME = 40;

    /** Metals, funds and "no currency" have no minor units, so they have no amounts either. */
    private static final Map<String, Currency> BY_CODE = Currency.getAvailableCurrencies().stream()
            .filter(currency -> currency.getDefaultFractionDigits() >= 0)
            .collect(Collectors.toUnmodifiableMap(Currency::getCurrencyCode, Function.identity()));

    /** The codes for texts that are not names. A symbol of several currencies has no code. */
    private static final Map<String, String> MEANT = Pattern.compile(" ")
            .splitAsStream("US$=USD US=USD €=EUR EURO=EUR EUROS=EUR £=GBP UK£=GBP A$=AUD AU$=AUD C$=CAD CA$=CAD ₹=INR"
                    + " ₩=KRW R$=BRL ZŁ=PLN RMB=CNY")
            .map(entry -> entry.split("=", -1))
            .collect(Collectors.toUnmodifiableMap(entry -> entry[0], entry -> entry[1]));

    private CurrencyCodes() {}

    /** Returns the currency with a code in any case, or null if there is none with minor units. */
    public static @Nullable Currency find(String text) {
        return BY_CODE.get(text.toUpperCase(Locale.ROOT));
    }

    /** Returns the rule for a text that is not a code, to follow the name of the field. */
    public static String hint(String text) {
        String code = meant(text);
        return RULE + (code == null ? ", such as USD" : ": send " + code);
    }

    /** Returns the rule for a number, to follow the name of the field. */
    public static String hint(long number) {
        for (Currency currency : BY_CODE.values()) {
            if (currency.getNumericCode() == number) {
                return RULE + " in quotes: send \"" + currency.getCurrencyCode() + "\" for " + number;
            }
        }
        return RULE + " in quotes, such as \"USD\", not a number";
    }

    private static @Nullable String meant(String text) {
        if (text.length() > LONGEST_NAME) {
            return null;
        }
        String code = MEANT.get(text.toUpperCase(Locale.ROOT));
        if (code != null) {
            return code;
        }
        for (Currency currency : BY_CODE.values()) {
            if (currency.getDisplayName(Locale.ENGLISH).equalsIgnoreCase(text)
                    || currency.getNumericCodeAsString().equals(text)) {
                return currency.getCurrencyCode();
            }
        }
        return null;
    }
}
