package org.orderevidence.order;

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
