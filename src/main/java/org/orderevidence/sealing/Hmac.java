package org.orderevidence.sealing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256. */
public final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private Hmac() {}

    /** Returns the HMAC of an ASCII text. */
    public static byte[] of(byte[] key, String ascii) {
        return keyed(key).doFinal(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns what computes the HMAC of bytes that arrive one after the other. */
    public static Mac keyed(byte[] key) {
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

    /** HKDF with SHA-256 (RFC 5869). */
    static final class Hkdf {
        private static final String ALGORITHM = "HKDF-SHA256";

        private Hkdf() {}

        /** Returns an HMAC with the pseudorandom key of a key and a salt: the first step. It must not be used itself. */
        static Mac extract(byte[] salt, byte[] key) {
            try {
                HKDFParameterSpec spec =
                        HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(key).extractOnly();
                return Hmac.keyed(KDF.getInstance(ALGORITHM).deriveData(spec));
            } catch (GeneralSecurityException everyJdkHasIt) {
                throw new IllegalStateException(everyJdkHasIt);
            }
        }

        /**
         * Returns 32 bytes for a use that {@code info} describes: the second step. For one block of output it is one HMAC. The
         * JDK's derivation looks for providers each time, which costs more than the HMAC.
         */
        static byte[] expand(Mac extracted, byte[] info) {
            Mac mac = Hmac.copy(extracted);
            mac.update(info);
            mac.update((byte) 1);
            return mac.doFinal();
        }
    }
}
