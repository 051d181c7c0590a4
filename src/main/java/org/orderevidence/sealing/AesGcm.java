package org.orderevidence.sealing;

import java.security.GeneralSecurityException;
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
    static final int NONCE_LENGTH = 12;
    static final int TAG_LENGTH = 16;

    private final IdleCiphers ciphers = new IdleCiphers();

    static SecretKey key(byte[] bytes) {
        return new SecretKeySpec(bytes, "AES");
    }

    /**
     * Writes ciphertext and tag behind the header and the nonce.
     *
     * @param record contains the header and the nonce, with the exact space for ciphertext and tag behind them
     */
    void encrypt(SecretKey key, int headerLength, byte[] plaintext, byte[] record) {
        try {
            Cipher cipher = ciphers.take(record[headerLength]);
            initialise(cipher, Cipher.ENCRYPT_MODE, key, headerLength, record);
            cipher.doFinal(plaintext, 0, plaintext.length, record, headerLength + NONCE_LENGTH);
            ciphers.giveBack(record[headerLength], cipher);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /**
     * Returns the plaintext.
     *
     * @throws AEADBadTagException if the key, the header, the nonce, the ciphertext or the tag is another one
     */
    byte[] decrypt(SecretKey key, int headerLength, byte[] record) throws AEADBadTagException {
        try {
            int start = headerLength + NONCE_LENGTH;
            Cipher cipher = ciphers.take(record[headerLength]);
            initialise(cipher, Cipher.DECRYPT_MODE, key, headerLength, record);
            byte[] plaintext = cipher.doFinal(record, start, record.length - start);
            ciphers.giveBack(record[headerLength], cipher);
            return plaintext;
        } catch (AEADBadTagException damaged) {
            throw damaged;
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static void initialise(Cipher cipher, int mode, SecretKey key, int headerLength, byte[] record)
            throws GeneralSecurityException {
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG_LENGTH, record, headerLength, NONCE_LENGTH));
        cipher.updateAAD(record, 0, headerLength);
    }
}
