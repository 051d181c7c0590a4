package org.orderevidence.sealing;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.concurrent.atomic.AtomicReferenceArray;
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

    /**
     * Ciphers of AES-GCM that no thread uses at the moment. To make one costs as much as to use it. There are thousands of
     * virtual threads, so each cannot keep its own.
     */
    private static final class IdleCiphers {
        private static final String CIPHER = "AES/GCM/NoPadding";

        /** Many more than threads that run at the same time, so that two of them rarely need the same one. */
        private static final int PLACES = 64;

        /** Stored, because each look-up of the provider costs 1 µs. */
        private static final Provider PROVIDER = provider();

        private final AtomicReferenceArray<Cipher> idle = new AtomicReferenceArray<>(PLACES);

        private static Provider provider() {
            try {
                return Cipher.getInstance(CIPHER).getProvider();
            } catch (GeneralSecurityException everyJdkHasIt) {
                throw new IllegalStateException(everyJdkHasIt);
            }
        }

        /**
         * Returns a cipher that no other thread has. It must be initialised.
         *
         * @param chance any number, such as a byte of a random nonce
         */
        Cipher take(int chance) throws GeneralSecurityException {
            Cipher cipher = idle.getAndSet(place(chance), null);
            return cipher == null ? Cipher.getInstance(CIPHER, PROVIDER) : cipher;
        }

        /** Takes a cipher back whose use has ended without an exception. */
        void giveBack(int chance, Cipher cipher) {
            idle.set(place(chance), cipher);
        }

        private static int place(int chance) {
            return Math.floorMod(chance, PLACES);
        }
    }
}
