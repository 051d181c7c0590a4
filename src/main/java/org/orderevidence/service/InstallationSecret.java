package org.orderevidence.service;

import java.util.HexFormat;
import java.util.random.RandomGenerator;
import org.orderevidence.order.Bytes;

/**
 * The secret of an installation, under which all keys derived from personal data are made. Lost, the data can still be
 * read by order id, but nothing new can be joined to what is held. {@link #toString} hides it.
 */
public final class InstallationSecret {
    /** Length in bytes. */
    public static final int LENGTH = 32;

    private final Bytes bytes;

    private InstallationSecret(Bytes bytes) {
        this.bytes = bytes;
    }

    /** A new secret. */
    public static InstallationSecret generate(RandomGenerator strong) {
        byte[] bytes = new byte[LENGTH];
        strong.nextBytes(bytes);
        return new InstallationSecret(Bytes.wrap(bytes));
    }

    /**
     * Reads the text of a secret: {@value #LENGTH} bytes in hexadecimal.
     *
     * @throws IllegalArgumentException when it is anything else; the message does not repeat it
     */
    public static InstallationSecret parse(String hex) {
        byte[] bytes;
        try {
            bytes = HexFormat.of().parseHex(hex.strip());
        } catch (IllegalArgumentException notHex) {
            throw new IllegalArgumentException("a secret is " + LENGTH + " bytes in hexadecimal", null);
        }
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a secret is " + LENGTH + " bytes in hexadecimal");
        }
        return new InstallationSecret(Bytes.wrap(bytes));
    }

    /** The text that {@link #parse} reads. */
    public String hex() {
        return HexFormat.of().formatHex(bytes.toArray());
    }

    byte[] bytes() {
        return bytes.toArray();
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
