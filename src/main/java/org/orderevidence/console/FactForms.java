package org.orderevidence.console;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Money;

/**
 * The forms that record what becomes known later.
 *
 * @param canWrite true if the session may record facts
 * @param today the current UTC day
 * @param total the amount of the order
 * @param open the form that was refused; {@code null} for none
 * @param typed the form that was sent
 * @param errors what is wrong with its fields, by name; the empty name is for the complete form
 */
public record FactForms(
        boolean canWrite,
        String today,
        Money total,
        @Nullable Kind open,
        Form typed,
        Map<String, String> errors) {
    public FactForms {
        errors = Map.copyOf(errors);
    }

    /** What a form records. */
    public enum Kind {
        REFUND("refund"),
        DISPUTE("disputes"),
        FRAUD_REPORT("fraud-reports"),
        /** What the evidence for the issuer lacks, of up to three orders. */
        MISSING("missing");

        private final String segment;

        Kind(String segment) {
            this.segment = segment;
        }

        /** Returns the last segment of its path. */
        public String segment() {
            return segment;
        }
    }

    /** Returns an amount as a person types it, without its currency. */
    public static String decimal(Money money) {
        int digits = Math.max(0, money.currency().getDefaultFractionDigits());
        return BigDecimal.valueOf(money.amountMinor(), digits).toPlainString();
    }

    /** True if the form is shown open, because it was refused. */
    public boolean isOpen(Kind kind) {
        return open == kind;
    }

    /** Returns what was typed into a field of a form, or the value that it starts with. */
    public String value(Kind kind, String field, String start) {
        return open == kind ? typed.text(field) : start;
    }

    /** Returns what is wrong with a field of a form; {@code null} if nothing is. */
    public @Nullable String error(Kind kind, String field) {
        return open == kind ? errors.get(field) : null;
    }

    @Override
    public String toString() {
        return "FactForms";
    }
}
