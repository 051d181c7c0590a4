package org.orderevidence.account;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret text of a session, which only the browser has: 256 random bits. {@link #toString} hides the text, and only
 * its hash is stored.
 *
 * @param text {@value #LENGTH} characters of base64url
 */
public record SessionToken(String text) {
    /** Characters of a token. */
    public static final int LENGTH = 43;

    private static final int RANDOM_BYTES = 32;
    private static final Pattern BASE_64_URL = Pattern.compile("[A-Za-z0-9_-]*");
    private static final String ALGORITHM = "HmacSHA256";

    public SessionToken {
        if (!isToken(text)) {
            throw new IllegalArgumentException("a token has " + LENGTH + " characters of base64url");
        }
    }

    /** Returns a new token. */
    static SessionToken generate(RandomGenerator random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new SessionToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Returns true if a text has the form of a token. */
    static boolean isToken(String text) {
        return text.length() == LENGTH && BASE_64_URL.matcher(text).matches();
    }

    /** Returns the token of the session's forms. It follows from the session's token, so it is not stored. */
    String csrfToken() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(text.getBytes(StandardCharsets.US_ASCII), ALGORITHM));
            byte[] code = mac.doFinal("csrf token of a console session".getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(code);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
