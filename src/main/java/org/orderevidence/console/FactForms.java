package org.orderevidence.console;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Money;

/**
 * The forms that record what becomes known later.
 *
 * @param canWrite true if the session may record facts
 * @param today the current UTC day
 * @param total the amount of the order
 * @param refusal of the form that was sent; {@code null} for none
 * @param typed the form that was sent
 */
public record FactForms(
        boolean canWrite,
        String today,
        Money total,
        @Nullable Refusal refusal,
        Form typed) {
    /**
     * A form that was refused.
     *
     * @param kind which form; {@code null} for one without fields
     * @param faults what is wrong, by the name of the field; the empty name is for the complete form
     */
    record Refusal(@Nullable Kind kind, int status, Map<String, String> faults) {
        static Refusal of(int status, String detail) {
            return new Refusal(null, status, Map.of("", detail));
        }

        static Refusal of(Kind kind, CallResult.Refused refused) {
            Map<String, String> faults = new LinkedHashMap<>();
            for (CallResult.FieldFault fault : refused.errors()) {
                String name = fault.pointer().replaceFirst("^/", "");
                faults.putIfAbsent(name, Shown.capital(fault.detail()) + ".");
            }
            return new Refusal(kind, refused.status(), faults.isEmpty() ? Map.of("", refused.detail()) : faults);
        }
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
        return refusal != null && refusal.kind == kind;
    }

    /** Returns what was typed into a field of a form, or the value that it starts with. */
    public String value(Kind kind, String field, String start) {
        return isOpen(kind) ? typed.text(field) : start;
    }

    /** Returns what is wrong with a field of a form; {@code null} if nothing is. */
    public @Nullable String error(Kind kind, String field) {
        return refusal != null && refusal.kind == kind ? refusal.faults.get(field) : null;
    }

    @Override
    public String toString() {
        return "FactForms";
    }
}
