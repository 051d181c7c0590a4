package org.orderevidence.sealing;

import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/** HKDF with SHA-256 (RFC 5869). */
final class Hkdf {
    private static final String ALGORITHM = "HKDF-SHA256";

    private Hkdf() {}

    /** Returns the pseudorandom key of a key and a salt: the first step. */
    static SecretKey extract(byte[] salt, byte[] key) {
        try {
            HKDFParameterSpec spec =
                    HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(key).extractOnly();
            return KDF.getInstance(ALGORITHM).deriveKey("Generic", spec);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** Returns {@code length} bytes for a use that {@code info} describes: the second step. */
    static byte[] expand(SecretKey pseudorandomKey, byte[] info, int length) {
        try {
            // A KDF is not safe for two threads.
            return KDF.getInstance(ALGORITHM).deriveData(HKDFParameterSpec.expandOnly(pseudorandomKey, info, length));
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
