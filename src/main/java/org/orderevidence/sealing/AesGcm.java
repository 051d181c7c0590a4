package org.orderevidence.sealing;

import java.security.GeneralSecurityException;
import java.security.Provider;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-GCM over one array with the layout {@code header | nonce | ciphertext | tag}. The header is authenticated and not
 * encrypted.
 */
final class AesGcm {
    static final int KEY_LENGTH = 32;
    static final int NONCE_LENGTH = 12;
    static final int TAG_LENGTH = 16;

    private static final String CIPHER = "AES/GCM/NoPadding";

    /** Stored, because each look-up of the provider costs 1 µs. */
    private static final Provider PROVIDER = provider();

    private AesGcm() {}

    private static Provider provider() {
        try {
            return Cipher.getInstance(CIPHER).getProvider();
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    static SecretKey key(byte[] bytes) {
        return new SecretKeySpec(bytes, "AES");
    }

    /**
     * Writes ciphertext and tag behind the header and the nonce.
     *
     * @param record contains the header and the nonce, with the exact space for ciphertext and tag behind them
     */
    static void encrypt(SecretKey key, int headerLength, byte[] plaintext, byte[] record) {
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, headerLength, record);
            cipher.doFinal(plaintext, 0, plaintext.length, record, headerLength + NONCE_LENGTH);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /**
     * Returns the plaintext.
     *
     * @throws AEADBadTagException if the key, the header, the nonce, the ciphertext or the tag is another one
     */
    static byte[] decrypt(SecretKey key, int headerLength, byte[] record) throws AEADBadTagException {
        try {
            int start = headerLength + NONCE_LENGTH;
            return cipher(Cipher.DECRYPT_MODE, key, headerLength, record).doFinal(record, start, record.length - start);
        } catch (AEADBadTagException damaged) {
            throw damaged;
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static Cipher cipher(int mode, SecretKey key, int headerLength, byte[] record)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER, PROVIDER);
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG_LENGTH, record, headerLength, NONCE_LENGTH));
        cipher.updateAAD(record, 0, headerLength);
        return cipher;
    }
}
