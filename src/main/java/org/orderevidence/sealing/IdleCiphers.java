package org.orderevidence.sealing;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.Cipher;

/**
 * Ciphers of AES-GCM that no thread uses at the moment. To make one costs as much as to use it. There are thousands of
 * virtual threads, so each cannot keep its own.
 */
final class IdleCiphers {
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
