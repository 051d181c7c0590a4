package org.orderevidence.order;

import java.util.HexFormat;

/**
 * A keyed hash, stored instead of personal data that only needs to be found or compared. It is an HMAC under the secret
 * of the installation, derived for one account space and one purpose. Equal hashes mean equal data; nothing else can be
 * read from one. Its first byte is the version of the derivation.
 */
public record KeyedHash(Bytes value) implements Comparable<KeyedHash> {
    /** Length in bytes: one byte of version and 16 of HMAC. */
    public static final int LENGTH = 17;

    /** Length of a hash that is compared with a few others, and not searched: one byte of version and 8 of HMAC. */
    public static final int SHORT = 9;

    public KeyedHash {
        if (value.length() != LENGTH && value.length() != SHORT) {
            throw new IllegalArgumentException(
                    "a keyed hash has " + LENGTH + " or " + SHORT + " bytes, not " + value.length());
        }
    }

    /**
     * @param bytes version first; copied
     */
    public static KeyedHash of(byte[] bytes) {
        return new KeyedHash(Bytes.wrap(bytes.clone()));
    }

    /** A copy of the bytes, version first. */
    public byte[] bytes() {
        return value.toArray();
    }

    @Override
    public int compareTo(KeyedHash other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes());
    }
}
