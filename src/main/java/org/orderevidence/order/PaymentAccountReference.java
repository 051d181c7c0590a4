package org.orderevidence.order;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The payment account reference (PAR) of a card: the same for the card and all its tokens, at every processor. It must
 * not be stored in plain text. {@link #toString} hides it. Source: EMVCo, Payment Account Reference.
 *
 * @param value {@value #LENGTH} letters and digits, in upper case
 */
public record PaymentAccountReference(String value) {
    /** Length, in letters and digits. */
    public static final int LENGTH = 29;

    private static final Pattern VALID = Pattern.compile("[A-Z0-9]{" + LENGTH + "}");

    public PaymentAccountReference {
        if (!VALID.matcher(value).matches() || Placeholders.isOne(value)) {
            throw new IllegalArgumentException("a payment account reference has 29 letters and digits");
        }
    }

    /** Returns the reference in any case, with or without blanks around it; empty for anything else. */
    public static Optional<PaymentAccountReference> parse(String text) {
        // Upper-casing first would make ASCII letters of others, such as a dotless i.
        String trimmed = Texts.trim(text);
        boolean ascii = trimmed.chars().allMatch(c -> c < 0x80);
        String upper = trimmed.toUpperCase(Locale.ROOT);
        return ascii && VALID.matcher(upper).matches() && !Placeholders.isOne(upper)
                ? Optional.of(new PaymentAccountReference(upper))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
