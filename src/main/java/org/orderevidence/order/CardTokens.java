package org.orderevidence.order;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a card and must not be stored in plain text. Keyed hashes replace it.
 *
 * @param fingerprint the merchant's token for the card; null if it is not known
 * @param paymentAccountReference the PAR of the card; null if it is not known
 */
public record CardTokens(
        @Nullable CardFingerprint fingerprint, @Nullable PaymentAccountReference paymentAccountReference) {
    /** Returns the two, or null if neither is known. */
    public static @Nullable CardTokens of(
            @Nullable CardFingerprint fingerprint, @Nullable PaymentAccountReference paymentAccountReference) {
        return fingerprint == null && paymentAccountReference == null
                ? null
                : new CardTokens(fingerprint, paymentAccountReference);
    }

    /**
     * The merchant's own token for a card. It must not be stored in plain text. {@link #toString} hides it.
     *
     * @param token {@value #MIN_LENGTH} to {@value #MAX_LENGTH} characters
     */
    public record CardFingerprint(String token) {
        /** Shortest token, in code points. */
        public static final int MIN_LENGTH = 8;

        /** Longest token, in code points. */
        public static final int MAX_LENGTH = 128;

        public CardFingerprint {
            int length = Texts.length(token);
            if (length < MIN_LENGTH || length > MAX_LENGTH) {
                throw new IllegalArgumentException("a card fingerprint has 8 to 128 characters");
            }
            if (Placeholders.isOne(token)) {
                throw new IllegalArgumentException("a card fingerprint is not a placeholder");
            }
        }

        @Override
        public String toString() {
            return "[redacted]";
        }
    }

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
}
