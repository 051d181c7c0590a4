package org.orderevidence.account;

import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessToken;

/**
 * The secret text of a session, a sign-in code or a receipt link: random bits in base64url. {@link #toString} hides it,
 * and only its hash is stored.
 */
public record SecretToken(String text) {
    /** Characters of the token of a session, which only the browser has, and of a sign-in code: 256 bits. */
    public static final int OF_SESSION = 43;

    /** Characters of the token of a receipt link: 128 bits. */
    public static final int OF_LINK = 22;

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{22}(?:[A-Za-z0-9_-]{21})?");

    public SecretToken {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "a token has " + OF_LINK + " or " + OF_SESSION + " characters of base64url");
        }
    }

    /** Returns a new token of this many characters. */
    public static SecretToken generate(RandomGenerator random, int length) {
        byte[] bytes = new byte[length * 6 / 8];
        random.nextBytes(bytes);
        return new SecretToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Returns the token with this text, or empty if no token of this many characters has it. */
    public static Optional<SecretToken> parse(String text, int length) {
        return text.length() == length && FORM.matcher(text).matches()
                ? Optional.of(new SecretToken(text))
                : Optional.empty();
    }

    public Bytes hash() {
        return AccessToken.hash(text);
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
