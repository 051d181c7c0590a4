package org.orderevidence.json;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rule that an amount breaks if it is not an integer, and what to send instead. The texts follow the name of the
 * field. They repeat only amounts of at most {@value #MAX_DIGITS} digits before the point, so never a card number.
 */
public final class AmountHint {
    private static final String RULE = "must be an integer in the currency's smallest unit";

    private static final int MAX_DIGITS = 10;
    private static final BigDecimal TOO_LONG = BigDecimal.TEN.pow(MAX_DIGITS);

    /** The digits of the example, 19.99 in most currencies. */
    private static final long EXAMPLE = 1999;

    /** Digits after the point if the currency is not known. */
    private static final int USUAL_DIGITS = 2;

    private static final Pattern INTEGER = Pattern.compile("[0-9]{1,10}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,10}[.,][0-9]{1,2}");
    private static final Pattern COMMA_GROUPS = Pattern.compile("-?[0-9]{1,3}(,[0-9]{3}){1,2}\\.[0-9]{1,3}");
    private static final Pattern POINT_GROUPS = Pattern.compile("-?[0-9]{1,3}(\\.[0-9]{3}){1,2},[0-9]{1,3}");

    /** A currency's symbol or code before or after the number. */
    private static final Pattern AROUND = Pattern.compile("^[\\p{Sc}\\p{L}\\s]{1,4}|[\\p{Sc}\\p{L}\\s]{1,4}$");

    private AmountHint() {}

    /**
     * Returns the rule for a number with a fraction or an exponent.
     *
     * @param value the number; null if it has an exponent, is very long or has the wrong sign
     */
    public static String ofNumber(@Nullable BigDecimal value, @Nullable Currency currency) {
        if (value == null || value.abs().compareTo(TOO_LONG) >= 0) {
            return RULE + ", without a fraction or an exponent: " + example(currency);
        }
        int digits = digits(currency);
        int sent = Math.max(0, value.stripTrailingZeros().scale());
        if (digits == 0) {
            String noDecimals = RULE + "; " + code(currency).strip() + " has no decimals: ";
            return noDecimals + (sent == 0 ? send(value, currency) : example(currency));
        }
        boolean canBeMinor = sent == 0 && value.scale() != digits;
        if (canBeMinor) {
            BigDecimal minor = value.setScale(0).movePointLeft(digits);
            return RULE + ", without a fraction: " + send(minor, currency) + ", or "
                    + send(value, currency).substring("send ".length());
        }
        return sent <= digits ? RULE + ": " + send(value, currency) : RULE + ": round it, and " + example(currency);
    }

    /** Returns the rule for a text. */
    public static String ofText(String text, @Nullable Currency currency) {
        if (text.length() > 2 * MAX_DIGITS) {
            return ofOther("a string", currency);
        }
        String number = AROUND.matcher(text.strip()).replaceAll("").strip();
        if (INTEGER.matcher(number).matches()) {
            BigDecimal minor = new BigDecimal(number);
            return RULE + ", without quotes: " + minor.toPlainString() + " means "
                    + minor.movePointLeft(digits(currency)).toPlainString() + code(currency);
        }
        if (DECIMAL.matcher(number).matches()) {
            return ofNumber(new BigDecimal(number.replace(',', '.')), currency);
        }
        if (COMMA_GROUPS.matcher(number).matches()) {
            return ofNumber(new BigDecimal(number.replace(",", "")), currency);
        }
        if (POINT_GROUPS.matcher(number).matches()) {
            return ofNumber(new BigDecimal(number.replace(".", "").replace(',', '.')), currency);
        }
        return ofOther("a string", currency);
    }

    /**
     * Returns the rule for another JSON value.
     *
     * @param kind what was sent, such as "a list"
     */
    public static String ofOther(String kind, @Nullable Currency currency) {
        return RULE + ", not " + kind + ": " + example(currency);
    }

    private static String example(@Nullable Currency currency) {
        return send(BigDecimal.valueOf(EXAMPLE, digits(currency)), currency);
    }

    private static String send(BigDecimal value, @Nullable Currency currency) {
        int digits = digits(currency);
        return "send " + value.movePointRight(digits).setScale(0).toPlainString() + " for "
                + value.setScale(digits).toPlainString() + code(currency);
    }

    private static String code(@Nullable Currency currency) {
        return currency == null ? "" : " " + currency.getCurrencyCode();
    }

    private static int digits(@Nullable Currency currency) {
        return currency == null ? USUAL_DIGITS : currency.getDefaultFractionDigits();
    }
}
