package org.orderevidence.sealing;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** A key in the secret of an installation: its index key or one of its sealing keys. {@link #toString} hides it. */
public final class InstallationKey {
    /** Length in bytes. */
    public static final int LENGTH = 32;

    private static final int HEX_LENGTH = 2 * LENGTH;
    private static final int FINGERPRINT_HEX_CHARS = 16;

    private final byte[] bytes;

    private InstallationKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns a new key.
     *
     * @param strong cryptographically strong
     */
    public static InstallationKey generate(RandomGenerator strong) {
        byte[] bytes = new byte[LENGTH];
        strong.nextBytes(bytes);
        return new InstallationKey(bytes);
    }

    /**
     * Reads the text of a key: {@value #LENGTH} bytes in hexadecimal.
     *
     * @throws IllegalArgumentException if the text is not a key; the message does not repeat it, and completes a
     *     sentence that starts with the name of the key
     */
    public static InstallationKey parse(String hex) {
        if (hex.length() != HEX_LENGTH) {
            throw new IllegalArgumentException(
                    "must have " + HEX_LENGTH + " hexadecimal characters, not " + hex.length());
        }
        try {
            return new InstallationKey(HexFormat.of().parseHex(hex));
        } catch (IllegalArgumentException repeatsTheText) {
            throw new IllegalArgumentException("must have only the characters 0-9 and a-f", null);
        }
    }

    /** Returns the text that {@link #parse} reads. */
    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns a text that identifies the key and does not reveal it: 16 hexadecimal characters of an HMAC. */
    public String fingerprint() {
        byte[] hmac = Hmac.of(bytes, "installation-secret");
        return HexFormat.of().formatHex(hmac).substring(0, FINGERPRINT_HEX_CHARS);
    }

    /** Returns a copy of the bytes. */
    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InstallationKey that && MessageDigest.isEqual(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
