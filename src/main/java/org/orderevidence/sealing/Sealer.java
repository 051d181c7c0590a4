package org.orderevidence.sealing;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
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
    private record Keys(int sealing, int newest, Map<Integer, Mac> pseudorandom) {
        static Keys of(SealingKeys keys, int sealing) {
            Map<Integer, Mac> extracted = new HashMap<>();
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
            throw CannotOpen.damagedOrMoved();
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
            throw CannotOpen.truncated();
        }
        int format = sealed[0] & FORMAT_MASK;
        if (format != FORMAT) {
            throw CannotOpen.unknownFormat(format);
        }
        if (sealed.length < OVERHEAD) {
            throw CannotOpen.truncated();
        }
    }

    private static SecretKey recordKey(Keys keys, int version, RecordPlace place) {
        Mac pseudorandomKey = keys.pseudorandom.get(version);
        if (pseudorandomKey == null) {
            throw version > keys.newest ? CannotOpen.newerKey(version) : CannotOpen.missingKey(version);
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
}
