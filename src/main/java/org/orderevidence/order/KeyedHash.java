package org.orderevidence.order;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A keyed hash, stored instead of personal data that only needs to be found or compared. It is an HMAC under the secret
 * of the installation, derived for one account space and one purpose. Equal hashes mean equal data; nothing else can be
 * read from one. Its first byte is the version of the derivation.
 */
public final class KeyedHash implements Comparable<KeyedHash> {
    /** Length in bytes: one byte of version and 16 of HMAC. */
    public static final int LENGTH = 17;

    private final byte[] bytes;

    private KeyedHash(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * @param bytes exactly {@link #LENGTH} bytes, version first; copied
     */
    public static KeyedHash of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a keyed hash has " + LENGTH + " bytes, not " + bytes.length);
        }
        return new KeyedHash(bytes.clone());
    }

    /** A copy of the bytes, version first. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public int compareTo(KeyedHash other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyedHash that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
