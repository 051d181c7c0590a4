package org.orderevidence.integration;

/**
 * A secret that a platform shares with the merchant. {@link #toString} hides it.
 *
 * @param value 1 to {@value #MAX_LENGTH} printable ASCII characters without blanks at the ends
 */
public record SecretText(String value) {
    /** The longest secret. */
    public static final int MAX_LENGTH = 512;

    public SecretText {
        if (!isSecret(value)) {
            throw new IllegalArgumentException("a secret has 1 to " + MAX_LENGTH + " printable ASCII characters");
        }
    }

    /** Returns true if the text can be a secret. */
    public static boolean isSecret(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_LENGTH
                && text.strip().equals(text)
                && text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    @Override
    public String toString() {
        return "[secret]";
    }
}
