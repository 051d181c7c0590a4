package org.orderevidence.upload.csv;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The form of the amounts in a file. */
public enum Amounts {
    /** In minor units: 1999 for 19.99 USD. */
    MINOR("minor", "minor units"),
    /** With a decimal point: 19.99. */
    DECIMAL("decimal", "with a decimal point"),
    /** With a decimal comma: 19,99. */
    DECIMAL_COMMA("decimal-comma", "with a decimal comma");

    private static final Pattern DECIMAL_NUMBER = Pattern.compile("-?\\d{1,15}(?:\\.\\d{1,6})?");

    private final String option;
    private final String description;

    Amounts(String option, String description) {
        this.option = option;
        this.description = description;
    }

    /**
     * Returns the form with a name.
     *
     * @throws UnusableInput if there is no form with this name
     */
    public static Amounts of(String option) {
        for (Amounts amounts : values()) {
            if (amounts.option.equals(option)) {
                return amounts;
            }
        }
        throw UnusableInput.atStart("--amounts must be minor, decimal or decimal-comma");
    }

    /** Returns its name: the value of the option {@code --amounts}. */
    public String option() {
        return option;
    }

    /** Returns the words for the preview. */
    public String description() {
        return description;
    }

    /** Returns a decimal amount; empty if the text is not a number of this form. */
    Optional<BigDecimal> decimal(String text) {
        boolean comma = this == DECIMAL_COMMA;
        String point = comma ? text.replace('.', '!').replace(',', '.') : text;
        return DECIMAL_NUMBER.matcher(point).matches() ? Optional.of(new BigDecimal(point)) : Optional.empty();
    }

    /** Returns the digits of a currency's minor unit; empty if there is no such currency, or it has no minor unit. */
    static Optional<Integer> digits(String currency) {
        try {
            int digits = Currency.getInstance(currency.toUpperCase(Locale.ROOT)).getDefaultFractionDigits();
            return digits < 0 ? Optional.empty() : Optional.of(digits);
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }
}
