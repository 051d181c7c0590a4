package org.orderevidence.integration.adyen;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The user and password that Adyen sends with each webhook (RFC 7617). Adyen signs only 8 fields of an item. These
 * credentials are what protects all other fields. {@link #toString} hides them.
 */
public final class BasicCredentials {
    private static final String SCHEME = "Basic ";
    private static final int LONGEST_HEADER = 4_096;

    private final byte[] expected;

    /**
     * @param user without colon
     * @param password the password
     */
    public BasicCredentials(String user, String password) {
        if (user.isEmpty() || user.indexOf(':') >= 0 || password.isEmpty()) {
            throw new IllegalArgumentException("a user is not empty and has no colon; a password is not empty");
        }
        this.expected = (user + ':' + password).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns true if the header {@code Authorization} has the user and password. The comparison needs constant time. */
    public boolean areIn(@Nullable String authorization) {
        if (authorization == null
                || authorization.length() > LONGEST_HEADER
                || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        try {
            byte[] sent = Base64.getDecoder()
                    .decode(authorization.substring(SCHEME.length()).strip());
            return MessageDigest.isEqual(expected, sent);
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "[credentials]";
    }
}
