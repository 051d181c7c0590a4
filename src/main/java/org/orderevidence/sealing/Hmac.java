package org.orderevidence.sealing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** HMAC-SHA-256 with one key, for any number of threads. */
public final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private final Mac keyed;

    /** A copy that no thread uses at the moment: a Mac is not safe for two threads, and a new copy is many objects. */
    private final AtomicReference<@Nullable Mac> idle = new AtomicReference<>();

    Hmac(byte[] key) {
        keyed = keyed(key);
    }

    /** Returns the HMAC of some bytes, one byte, and some more. */
    byte[] of(byte[] start, int between, byte[] end) {
        Mac taken = idle.getAndSet(null);
        Mac mac = taken == null ? copy() : taken;
        mac.update(start);
        mac.update((byte) between);
        byte[] hash = mac.doFinal(end);
        idle.set(mac);
        return hash;
    }

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

    private Mac copy() {
        try {
            return (Mac) keyed.clone();
        } catch (CloneNotSupportedException theJdksCanBeCloned) {
            throw new IllegalStateException(theJdksCanBeCloned);
        }
    }

    /** HKDF with SHA-256 (RFC 5869). */
    static final class Hkdf {
        private static final String ALGORITHM = "HKDF-SHA256";
        private static final byte[] NONE = {};

        private Hkdf() {}

        /** Returns an HMAC with the pseudorandom key of a key and a salt: the first step. It must not be used itself. */
        static Hmac extract(byte[] salt, byte[] key) {
            try {
                HKDFParameterSpec spec =
                        HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(key).extractOnly();
                return new Hmac(KDF.getInstance(ALGORITHM).deriveData(spec));
            } catch (GeneralSecurityException everyJdkHasIt) {
                throw new IllegalStateException(everyJdkHasIt);
            }
        }

        /**
         * Returns 32 bytes for a use that {@code info} describes: the second step. For one block of output it is one HMAC. The
         * JDK's derivation looks for providers each time, which costs more than the HMAC.
         */
        static byte[] expand(Hmac extracted, byte[] info) {
            return extracted.of(info, 1, NONE);
        }
    }
}
