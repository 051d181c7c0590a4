package org.orderevidence.upload;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.orderevidence.order.WireNamed;

public enum Amounts implements WireNamed {
    MINOR("minor units"),
    DECIMAL("with a decimal point"),
    DECIMAL_COMMA("with a decimal comma"),
    /** One of the others, as the first rows show. */
    AUTO("as in the first rows");

    /** Between digits before thousands: blanks, also narrow ones, and apostrophes, as in France and Switzerland. */
    private static final Pattern SPACED = Pattern.compile("(?<=\\d)[\\p{Zs}'\u2019](?=\\d{3}(?!\\d))");

    /** What is before and behind an amount, such as its currency. */
    private static final Pattern NO_NUMBER = Pattern.compile("[^0-9.,-]");

    private static final Pattern DECIMAL_NUMBER = Pattern.compile("-?\\d{1,15}(?:\\.\\d{1,6})?");
    private static final Pattern GROUPED = Pattern.compile("-?\\d{1,3}(?:,\\d{3}){1,4}(?:\\.\\d{1,6})?");
    private static final Pattern ONE_GROUP = Pattern.compile("-?\\d{1,3},\\d{3}");
    private static final Pattern WITH_POINT = Pattern.compile("-?(?:\\d+|\\d{1,3}(?:,\\d{3})+)\\.\\d{1,6}");
    private static final Pattern WITH_COMMA = Pattern.compile("-?(?:\\d+|\\d{1,3}(?:\\.\\d{3})+),\\d{1,6}");
    private static final Pattern THREE_DIGITS = Pattern.compile("-?\\d{1,3}[.,]\\d{3}");

    /** So many digits can be thousands: 1.000. With others, files write all currencies alike: 29.00 JPY, 29.0000. */
    private static final int THREE = 3;

    private final String description;

    Amounts(String description) {
        this.description = description;
    }

    /** Returns the form with a name. */
    public static Amounts of(String option) {
        return WireNamed.find(values(), option)
                .orElseThrow(() -> UnusableInput.atStart("--amounts must be minor, decimal, decimal-comma or auto"));
    }

    /** Returns its name: the value of the option {@code --amounts}. */
    @Override
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String description() {
        return description;
    }

    /**
     * Returns a decimal amount; empty if the text is not a number of this form. Thousands may be separated by the character
     * that is not the decimal separator, unless the currency has three digits: 1,999 has two meanings then. A blank or an
     * apostrophe can always separate them.
     *
     * @param digits of the currency's minor unit
     */
    Optional<BigDecimal> decimal(String sent, int digits) {
        String text = SPACED.matcher(sent).replaceAll("");
        String point =
                this == DECIMAL_COMMA ? text.replace('.', '!').replace(',', '.').replace('!', ',') : text;
        boolean isGrouped = GROUPED.matcher(point).matches()
                && (digits != 3 || !ONE_GROUP.matcher(point).matches());
        String number = isGrouped ? point.replace(",", "") : point;
        if (!DECIMAL_NUMBER.matcher(number).matches()) {
            return Optional.empty();
        }
        BigDecimal amount = new BigDecimal(number);
        boolean isWhole = amount.scale() > digits
                && amount.scale() != THREE
                && amount.stripTrailingZeros().scale() <= digits;
        return Optional.of(isWhole ? amount.setScale(digits) : amount);
    }

    /** Returns an amount of either form; empty if it is none, or can be two. */
    public static Optional<BigDecimal> read(String text) {
        return shownBy(List.of(text)).orElse(DECIMAL).decimal(text, 3);
    }

    /** Returns the form of some amounts, with or without a currency; empty if they do not show it, as 20 and 1,999. */
    static Optional<Amounts> shownBy(List<String> texts) {
        return texts.stream()
                .map(text -> NO_NUMBER.matcher(text).replaceAll(""))
                .filter(text -> !THREE_DIGITS.matcher(text).matches())
                .filter(text -> WITH_POINT.matcher(text).matches()
                        || WITH_COMMA.matcher(text).matches())
                .map(text -> WITH_POINT.matcher(text).matches() ? DECIMAL : DECIMAL_COMMA)
                .findFirst();
    }
}
