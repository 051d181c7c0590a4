package org.orderevidence.service;

import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessToken;

/**
 * The secret text of a receipt link: 128 random bits. {@link #toString} hides the text, and only its hash is stored.
 *
 * @param text {@value #LENGTH} characters of base64url
 */
public record LinkToken(String text) {
    /** Characters of a token. */
    public static final int LENGTH = 22;

    private static final int RANDOM_BYTES = 16;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{" + LENGTH + "}");

    public LinkToken {
        if (!isToken(text)) {
            throw new IllegalArgumentException("a token has " + LENGTH + " characters of base64url");
        }
    }

    /** Returns the token with this text, or empty if no token has it. */
    public static Optional<LinkToken> parse(String text) {
        return isToken(text) ? Optional.of(new LinkToken(text)) : Optional.empty();
    }

    static LinkToken generate(RandomGenerator random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new LinkToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    private static boolean isToken(String text) {
        return text.length() == LENGTH && FORM.matcher(text).matches();
    }

    Bytes hash() {
        return AccessToken.hash(text);
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
