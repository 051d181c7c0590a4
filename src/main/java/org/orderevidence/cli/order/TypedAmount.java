package org.orderevidence.cli.order;

import java.math.BigDecimal;
import org.orderevidence.cli.terminal.Amounts;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;

/** Reads an amount that a person typed in the digits of a currency. */
final class TypedAmount {
    private static final int MOST_DIGITS = 16;

    private TypedAmount() {}

    /**
     * Returns the amount in minor units.
     *
     * @param typed such as {@code 19.99}
     * @param currency ISO 4217
     * @throws Failure if it can be read in more than one way; the message has the ways
     */
    static long read(String typed, String currency) {
        int digits = Amounts.digits(currency);
        String text = typed.strip();
        if (text.length() > MOST_DIGITS || !text.matches("\\d+(\\.\\d+)?")) {
            throw wrong(currency, text.contains(",") ? "; it cannot have a comma" : "");
        }
        int point = text.indexOf('.');
        int typedDigits = point < 0 ? 0 : text.length() - point - 1;
        if (typedDigits != digits) {
            throw wrong(currency, point < 0 ? readings(text, currency) : "");
        }
        return new BigDecimal(text).movePointRight(digits).longValueExact();
    }

    /** A whole number can mean the currency's units or its smallest units. */
    private static String readings(String whole, String currency) {
        long number = Long.parseLong(whole);
        String units =
                BigDecimal.valueOf(number).setScale(Amounts.digits(currency)).toPlainString();
        String smallest = BigDecimal.valueOf(number, Amounts.digits(currency)).toPlainString();
        return "; " + whole + " can mean " + units + " or " + smallest;
    }

    private static Failure wrong(String currency, String readings) {
        int digits = Amounts.digits(currency);
        String form = digits == 0
                ? "without decimals, such as 1999"
                : "with a point and " + digits + " decimals, such as " + BigDecimal.valueOf(1999, digits);
        return new Failure(ExitCode.USAGE, "type the amount in " + currency + " " + form + readings);
    }
}
