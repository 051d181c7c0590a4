package org.orderevidence.sealing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256. */
final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private Hmac() {}

    /** Returns the HMAC of an ASCII text. */
    static byte[] of(byte[] key, String ascii) {
        return keyed(key).doFinal(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    static Mac keyed(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** A Mac is not safe for two threads. A copy costs less than a new one with the same key. */
    static Mac copy(Mac keyed) {
        try {
            return (Mac) keyed.clone();
        } catch (CloneNotSupportedException theJdksCanBeCloned) {
            throw new IllegalStateException(theJdksCanBeCloned);
        }
    }
}
