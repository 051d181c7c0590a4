package org.orderevidence.console.order;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.console.Form;
import org.orderevidence.order.Money;

/**
 * The forms that record what becomes known later.
 *
 * @param canWrite true if the session may record facts
 * @param today the current UTC day
 * @param currency of the order
 * @param total the amount of the order, as a decimal
 * @param open the form that was refused; {@code null} for none
 * @param typed the values of that form, by the name of the field
 * @param errors what is wrong with its fields, by name; the empty name is for the complete form
 */
public record FactForms(
        boolean canWrite,
        String today,
        String currency,
        String total,
        @Nullable Kind open,
        Map<String, String> typed,
        Map<String, String> errors) {
    public FactForms {
        typed = Map.copyOf(typed);
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

    static FactForms of(boolean canWrite, String today, String currency, String total) {
        return new FactForms(canWrite, today, currency, total, null, Map.of(), Map.of());
    }

    FactForms refused(Kind kind, Form form, Map<String, String> faults) {
        Map<String, String> values = new HashMap<>();
        for (String name : new String[] {
            "amount", "disputeId", "condition", "openedAt", "status", "reportId", "reportedAt", "typeCode"
        }) {
            values.put(name, form.text(name));
        }
        for (int i = 0; i < FactRecording.MOST_ORDERS; i++) {
            values.put("arn-" + i, form.text("arn-" + i));
            values.put("fulfilledAt-" + i, form.text("fulfilledAt-" + i));
        }
        return new FactForms(canWrite, today, currency, total, kind, values, faults);
    }

    /** Returns an amount as a person types it, without its currency. */
    static String decimal(Money money) {
        int digits = Math.max(0, money.currency().getDefaultFractionDigits());
        return BigDecimal.valueOf(money.amountMinor(), digits).toPlainString();
    }

    /** True if the form is shown open, because it was refused. */
    public boolean isOpen(Kind kind) {
        return open == kind;
    }

    /** Returns what was typed into a field of a form, or the value that it starts with. */
    public String value(Kind kind, String field, String start) {
        return open == kind ? typed.getOrDefault(field, start) : start;
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
