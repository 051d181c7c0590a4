package org.orderevidence.integration;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the amounts of exports: decimal numbers such as {@code 19.99}, {@code 1,250.00} or {@code 19,99}. */
public final class ExportAmounts {
    /** The digits that a platform may write for each currency. More are those of the currency, or a separator. */
    private static final int USUAL_DIGITS = 2;

    private static final Pattern POINT = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,9})?");
    private static final Pattern COMMA = Pattern.compile("-?[0-9]{1,15},[0-9]{1,2}");
    private static final Pattern GROUPS_POINT = Pattern.compile("-?[0-9]{1,3}(,[0-9]{3}){1,4}\\.[0-9]{1,9}");
    private static final Pattern GROUPS_COMMA = Pattern.compile("-?[0-9]{1,3}(\\.[0-9]{3}){1,4},[0-9]{1,2}");

    private ExportAmounts() {}

    /** Returns the currency of a column. */
    public static Currency currency(ExportRow row, String name) throws RowFault {
        String code = row.required(name);
        try {
            return MinorUnits.currency(code);
        } catch (UnmappableEvent unknown) {
            throw row.fault("the value is not a currency", "write an ISO 4217 code such as EUR", name);
        }
    }

    /** Returns the amount of a column. */
    public static BigDecimal amount(ExportRow row, Currency currency, String name) throws RowFault {
        row.required(name);
        BigDecimal amount = amountIfAny(row, currency, name);
        return amount == null ? BigDecimal.ZERO : amount;
    }

    /** Returns the amount of a column, or empty if it has no value. */
    public static @Nullable BigDecimal amountIfAny(ExportRow row, Currency currency, String name) throws RowFault {
        String text = row.text(name);
        if (text == null) {
            return null;
        }
        BigDecimal amount = decimal(text);
        if (amount == null) {
            throw row.fault("the value is not an amount", "write it like 1250.00, without a currency", name);
        }
        // 1.000 can be one thousand. Only currencies with three digits have such amounts.
        if (amount.scale() > Math.max(USUAL_DIGITS, currency.getDefaultFractionDigits())) {
            throw row.fault(
                    "the amount has more decimal digits than its currency",
                    "write it like 1250.00, without a separator of thousands",
                    name);
        }
        return amount;
    }

    /**
     * Returns an amount in units of 10^-{@code digits}.
     *
     * @param name its column
     */
    public static long units(ExportRow row, BigDecimal amount, int digits, String name) throws RowFault {
        try {
            return amount.movePointRight(digits).longValueExact();
        } catch (ArithmeticException fraction) {
            throw row.fault(
                    "the amount has more decimal digits than its currency, or is too large",
                    "write it with the digits of its currency",
                    name);
        }
    }

    private static @Nullable BigDecimal decimal(String text) {
        if (POINT.matcher(text).matches()) {
            return new BigDecimal(text);
        }
        if (GROUPS_POINT.matcher(text).matches()) {
            return new BigDecimal(text.replace(",", ""));
        }
        if (COMMA.matcher(text).matches() || GROUPS_COMMA.matcher(text).matches()) {
            return new BigDecimal(text.replace(".", "").replace(',', '.'));
        }
        return null;
    }
}
