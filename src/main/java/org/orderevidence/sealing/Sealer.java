package org.orderevidence.sealing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.orderevidence.sealing.Hmac.Hkdf;

/**
 * Seals and opens records with AES-256-GCM. Each place has its own key, derived with HKDF-SHA-256 from a sealing key. A
 * sealed record is {@code formats | key version | nonce | ciphertext | tag}, of 1, 1, 12, any and 16 bytes. The low four
 * bits of the first byte are the format of the record; the high four bits are the format of its content, or 0 if it is
 * not stated. Formats and key version are authenticated, too. Safe for any number of threads.
 *
 * <p>Nonces are random. Two equal nonces under one key would reveal the difference of two contents, but one key seals
 * only the successive contents of one record. A record would have to be written 2<sup>32</sup> times under one sealing
 * key before the probability of a repeated nonce reaches 2<sup>-33</sup>. Nonces of different records may be equal.
 */
public final class Sealer {
    /** How many bytes a sealed record is longer than its content. */
    public static final int OVERHEAD = 2 + AesGcm.NONCE_LENGTH + AesGcm.TAG_LENGTH;

    /** Longest content, in bytes. */
    public static final int MAX_CONTENT_BYTES = 16 << 20;

    /** Highest format of a content that a record can state. */
    public static final int MAX_CONTENT_FORMAT = 15;

    private static final int FORMAT = 1;
    private static final int FORMAT_BITS = 4;
    private static final int FORMAT_MASK = (1 << FORMAT_BITS) - 1;
    private static final int HEADER_LENGTH = 2;
    private static final byte[] LABEL = "order-evidence/sealed-record".getBytes(StandardCharsets.US_ASCII);

    private final AesGcm aes = new AesGcm();
    private final RandomGenerator strong;
    private volatile Keys keys;

    /**
     * The keys in use, replaced together.
     *
     * @param sealing number of the key that seals
     * @param newest highest number
     * @param pseudorandom the first step of the derivation, by number
     */
    private record Keys(int sealing, int newest, Map<Integer, Hmac> pseudorandom) {
        static Keys of(SealingKeys keys, int sealing) {
            Map<Integer, Hmac> extracted = new HashMap<>();
            keys.byVersion()
                    .forEach((version, key) -> extracted.put(version, Hkdf.extract(salt(version), key.bytes())));
            if (!extracted.containsKey(sealing)) {
                throw new IllegalArgumentException("there is no sealing key " + sealing);
            }
            return new Keys(sealing, keys.newest(), Map.copyOf(extracted));
        }
    }

    /**
     * Makes a sealer that seals with the newest key.
     *
     * @param keys the sealing keys of the installation
     * @param strong makes nonces: cryptographically strong and safe for any number of threads
     */
    public Sealer(SealingKeys keys, RandomGenerator strong) {
        this.strong = strong;
        this.keys = Keys.of(keys, keys.newest());
    }

    /**
     * Uses these keys from now on.
     *
     * @param changed the sealing keys of the installation
     * @param sealing number of the one that seals
     */
    public void use(SealingKeys changed, int sealing) {
        keys = Keys.of(changed, sealing);
    }

    /** Returns the number of the key that seals now. */
    public int sealingKey() {
        return keys.sealing;
    }

    /** Returns the numbers of all keys. */
    public SortedSet<Integer> numbers() {
        return new TreeSet<>(keys.pseudorandom.keySet());
    }

    /**
     * Returns the sealed content, without its format. Sealing the same content again gives other bytes.
     *
     * @throws IllegalArgumentException if the content is longer than {@link #MAX_CONTENT_BYTES}
     */
    public byte[] seal(RecordPlace place, byte[] content) {
        return seal(place, 0, content);
    }

    /**
     * Returns the sealed content with its format, which {@link #contentFormat} reads without a key.
     *
     * @param contentFormat from 1 to {@link #MAX_CONTENT_FORMAT}; 0 to state none
     * @throws IllegalArgumentException if the content is longer than {@link #MAX_CONTENT_BYTES}
     */
    public byte[] seal(RecordPlace place, int contentFormat, byte[] content) {
        if (contentFormat < 0 || contentFormat > MAX_CONTENT_FORMAT) {
            throw new IllegalArgumentException("the format of a content is from 0 to " + MAX_CONTENT_FORMAT);
        }
        if (content.length > MAX_CONTENT_BYTES) {
            throw new IllegalArgumentException("the content of a record has at most " + MAX_CONTENT_BYTES + " bytes");
        }
        Keys used = keys;
        byte[] sealed = new byte[OVERHEAD + content.length];
        sealed[0] = (byte) (contentFormat << FORMAT_BITS | FORMAT);
        sealed[1] = (byte) used.sealing;
        byte[] nonce = new byte[AesGcm.NONCE_LENGTH];
        strong.nextBytes(nonce);
        System.arraycopy(nonce, 0, sealed, HEADER_LENGTH, nonce.length);
        aes.encrypt(recordKey(used, used.sealing, place), HEADER_LENGTH, content, sealed);
        return sealed;
    }

    /**
     * Returns the content that was sealed for this place.
     *
     * @throws CannotOpen if there is none
     */
    public byte[] open(RecordPlace place, byte[] sealed) {
        SecretKey key = recordKey(keys, sealedKeyVersion(sealed), place);
        try {
            return aes.decrypt(key, HEADER_LENGTH, sealed);
        } catch (AEADBadTagException wrongTag) {
            throw new CannotOpen(CannotOpen.Reason.DAMAGED_OR_MOVED);
        }
    }

    /**
     * Returns the format of the content as the record states it; 0 if it does not. Does not check the record's tag.
     *
     * @throws CannotOpen if the bytes cannot be a sealed record of a known format
     */
    public static int contentFormat(byte[] sealed) {
        requireKnownFormat(sealed);
        return Byte.toUnsignedInt(sealed[0]) >>> FORMAT_BITS;
    }

    /**
     * Returns the number of the sealing key under which a record is sealed. Does not check the record's tag.
     *
     * @throws CannotOpen if the bytes cannot be a sealed record of a known format
     */
    public static int sealedKeyVersion(byte[] sealed) {
        requireKnownFormat(sealed);
        return Byte.toUnsignedInt(sealed[1]);
    }

    private static void requireKnownFormat(byte[] sealed) {
        if (sealed.length == 0) {
            throw new CannotOpen(CannotOpen.Reason.TRUNCATED);
        }
        int format = sealed[0] & FORMAT_MASK;
        if (format != FORMAT) {
            throw new CannotOpen(CannotOpen.Reason.UNKNOWN_FORMAT, format);
        }
        if (sealed.length < OVERHEAD) {
            throw new CannotOpen(CannotOpen.Reason.TRUNCATED);
        }
    }

    private static SecretKey recordKey(Keys keys, int version, RecordPlace place) {
        Hmac pseudorandomKey = keys.pseudorandom.get(version);
        if (pseudorandomKey == null) {
            throw new CannotOpen(
                    version > keys.newest ? CannotOpen.Reason.NEWER_KEY : CannotOpen.Reason.MISSING_KEY, version);
        }
        return AesGcm.key(Hkdf.expand(pseudorandomKey, place.canonical()));
    }

    /** The same key bytes under two numbers, or in two formats, give different keys. */
    private static byte[] salt(int version) {
        byte[] salt = new byte[LABEL.length + 2];
        System.arraycopy(LABEL, 0, salt, 0, LABEL.length);
        salt[LABEL.length] = FORMAT;
        salt[LABEL.length + 1] = (byte) version;
        return salt;
    }

    /** Why a sealed record cannot be opened. The message never contains content of the record. */
    public static final class CannotOpen extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** The kinds of causes. */
        public enum Reason {
            /** The record is shorter than every sealed record. */
            TRUNCATED("the sealed record is truncated; restore it from a backup"),
            /** The first byte is a format that this program does not support: a newer program wrote the record. */
            UNKNOWN_FORMAT("the sealed record has format %d, which this version does not support; use the newer version"
                    + " that wrote it"),
            /** The secret file lacks the sealing key of the record, and has a newer key. */
            MISSING_KEY(
                    "the record is sealed with sealing key %d, which is not in the secret file; restore the secret file"
                            + " that has it"),
            /** The sealing key of the record is newer than all keys here: another process has a newer secret file. */
            NEWER_KEY(
                    "the record is sealed with sealing key %d, which this process does not have; copy the newest secret"
                            + " file to this machine, a running service reads it by itself"),
            /** The tag is wrong: the record was changed, is in another place, or the sealing key is another one. */
            DAMAGED_OR_MOVED("the sealed record is damaged, or was moved from another place; restore it from a backup");

            private final String message;

            Reason(String message) {
                this.message = message;
            }
        }

        private final Reason reason;

        CannotOpen(Reason reason) {
            this(reason, 0);
        }

        /** @param number the format or the key that the message names */
        CannotOpen(Reason reason, int number) {
            super(reason.message.formatted(number));
            this.reason = reason;
        }

        public Reason reason() {
            return reason;
        }
    }

    /**
     * AES-GCM over one array with the layout {@code header | nonce | ciphertext | tag}. The header is authenticated and not
     * encrypted.
     */
    static final class AesGcm {
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
}
