package org.orderevidence.order;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Function;

/** An immutable sequence of bytes, which is equal to every other one with the same bytes. */
public final class Bytes implements Comparable<Bytes> {
    /** No bytes. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] bytes;

    private Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes over {@code bytes} without copying: the caller must not write to them again. */
    public static Bytes wrap(byte[] bytes) {
        return new Bytes(bytes);
    }

    /** Returns the bytes of a text in UTF-8. */
    public static Bytes utf8(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the four bytes of a number, big endian. */
    public static Bytes ofInt(int number) {
        return new Bytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    /** Returns the eight bytes of a number, big endian. */
    public static Bytes ofLong(long number) {
        return new Bytes(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    /** Returns these bytes with others behind them. */
    public Bytes and(Bytes other) {
        byte[] all = Arrays.copyOf(bytes, bytes.length + other.bytes.length);
        System.arraycopy(other.bytes, 0, all, bytes.length, other.bytes.length);
        return new Bytes(all);
    }

    /** Returns the text that these bytes are in UTF-8. */
    public String utf8() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns what is read from the bytes. The reader gets them without a copy: it must not write to them or keep them. */
    public <T> T read(Function<byte[], T> reader) {
        return reader.apply(bytes);
    }

    /** A copy. */
    public byte[] toArray() {
        return bytes.clone();
    }

    /** Copies them into an array, from a place on. */
    public void copyTo(byte[] array, int start) {
        System.arraycopy(bytes, 0, array, start, bytes.length);
    }

    /** Returns them as hexadecimal digits. */
    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    /** A read-only view, big endian, from the first byte to the last. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** How many. */
    public int length() {
        return bytes.length;
    }

    /** Returns true if there are none. */
    public boolean isEmpty() {
        return bytes.length == 0;
    }

    /** Returns the first bytes as a big-endian number; as if zeros followed where there are fewer. */
    public long leading(int count) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            number = number << Byte.SIZE | (i < bytes.length ? bytes[i] & 0xFF : 0);
        }
        return number;
    }

    /** Returns the least sequence that is greater. */
    public Bytes successor() {
        return new Bytes(Arrays.copyOf(bytes, bytes.length + 1));
    }

    /** Compares byte by byte, without sign; a start of the other is less. */
    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
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
