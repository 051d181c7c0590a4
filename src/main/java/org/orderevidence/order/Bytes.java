package org.orderevidence.order;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** An immutable sequence of bytes, which is equal to every other one with the same bytes. */
public final class Bytes {
    private final byte[] bytes;

    private Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Takes over {@code bytes} without copying: the caller must not write to them again.
     */
    public static Bytes wrap(byte[] bytes) {
        return new Bytes(bytes);
    }

    /** A copy. */
    public byte[] toArray() {
        return bytes.clone();
    }

    /** A read-only view, big endian, from the first byte to the last. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** How many. */
    public int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "[" + bytes.length + " bytes]";
    }
}
