package org.orderevidence.cli.terminal;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Locale;
import org.orderevidence.json.CurrencyCodes;

/** The form in which all commands show numbers, times and amounts, and read amounts. */
public final class Format {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT);
    private static final int MOST_DIGITS = 16;

    private Format() {}

    /** Returns the number and the noun, with an s unless the number is 1, such as {@code 2 orders}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns an RFC 3339 time as {@code 2026-11-20 14:05 UTC}. A date, or any other text, stays as it is. */
    public static String time(String time) {
        try {
            return MINUTES.format(OffsetDateTime.parse(time).withOffsetSameInstant(ZoneOffset.UTC));
        } catch (DateTimeException notATime) {
            return Terminal.printable(time);
        }
    }

    /** Returns an amount with its currency, such as {@code 19.99 USD}. */
    public static String amount(long minor, String currency) {
        return BigDecimal.valueOf(minor, digits(currency)).toPlainString() + " " + Terminal.printable(currency);
    }

    /**
     * Returns an amount that a user typed with the digits of its currency, in minor units.
     *
     * @param typed such as {@code 19.99}
     * @throws Failure if the amount has other digits than the currency; the message has its possible meanings
     */
    public static long readAmount(String typed, String currency) {
        int digits = digits(currency);
        String text = typed.strip();
        if (text.length() > MOST_DIGITS || !text.matches("\\d+(\\.\\d+)?")) {
            throw wrongAmount(currency, text.contains(",") ? "; it cannot have a comma" : "");
        }
        BigDecimal amount = new BigDecimal(text);
        if (amount.scale() != digits) {
            // A whole number has two meanings: units of the currency, or its smallest units.
            String meanings = amount.scale() > 0
                    ? ""
                    : "; " + text + " can mean " + amount.setScale(digits).toPlainString() + " or "
                            + amount.movePointLeft(digits).toPlainString();
            throw wrongAmount(currency, meanings);
        }
        return amount.movePointRight(digits).longValueExact();
    }

    private static Failure wrongAmount(String currency, String meanings) {
        int digits = digits(currency);
        String form = digits == 0
                ? "without decimals, such as 1999"
                : "with a point and " + digits + " decimals, such as " + BigDecimal.valueOf(1999, digits);
        return Failure.usage("type the amount in " + currency + " " + form + meanings);
    }

    /** Returns the number of decimals: 2 for USD, 0 for JPY, 0 for an unknown currency. */
    private static int digits(String code) {
        Currency currency = CurrencyCodes.find(code);
        return currency == null ? 0 : currency.getDefaultFractionDigits();
    }
}
