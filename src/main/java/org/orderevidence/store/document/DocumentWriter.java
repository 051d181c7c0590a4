package org.orderevidence.store.document;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Texts;

/**
 * Writes the bytes of a document: kind, format version, fields, CRC-32C (RFC 3720, B.4) of everything before it, big
 * endian.
 *
 * <p>A field is a number made of its tag and its {@link Shape}, followed by its value. Each shape shows how long its
 * value is, so that a reader can skip a tag that it does not know. Tags ascend, an empty value is not written, a flag
 * is written when it is true, and each value has exactly one form. Therefore equal content is equal bytes. Numbers are
 * variable-length base 128, low part first; those that may be negative are zigzag-coded first.
 */
public final class DocumentWriter {
    /**
     * The format that this release writes; format 1 was never released. A new optional tag does not change it: older
     * releases skip such a tag and keep it. A change that an older release would misread does.
     */
    public static final int VERSION = 2;

    /**
     * Longest document, in bytes: an order is at most 64 KB as it is sent, and no form here is longer than that twice.
     */
    static final int MAX_LENGTH = 1 << 20;

    static final int CHECKSUM_LENGTH = 4;

    /** How the value of a field is stored; the low two bits of the number that starts the field. */
    enum Shape {
        NUMBER,
        /** Length, then bytes. */
        BYTES,
        /** No value: the field itself means true. */
        FLAG;

        private static final Shape[] ALL = values();

        /** Bits that a shape needs next to the tag. */
        static final int BITS = 2;

        static Shape of(long key) {
            int number = (int) (key & ((1 << BITS) - 1));
            if (number >= ALL.length) {
                throw DocumentReader.malformed();
            }
            return ALL[number];
        }

        long key(int tag) {
            return ((long) tag << BITS) | (this == NUMBER ? 0 : this == BYTES ? 1 : 2);
        }
    }

    /** How an {@link OrderTime} starts: a date, or a moment in whole seconds, or one with a fraction. */
    static final int TIME_IS_DAY = 0;

    static final int TIME_IS_SECONDS = 1;
    static final int TIME_HAS_NANOS = 2;

    private byte[] bytes = new byte[256];
    private int length;

    private DocumentWriter() {}

    /** The bytes of {@code value}, whose fields {@code fields} writes. */
    public static <T> byte[] document(int kind, T value, BiConsumer<DocumentWriter, T> fields) {
        DocumentWriter writer = new DocumentWriter();
        writer.octet(kind);
        writer.octet(VERSION);
        fields.accept(writer, value);
        CRC32C checksum = new CRC32C();
        checksum.update(writer.bytes, 0, writer.length);
        return ByteBuffer.allocate(writer.length + CHECKSUM_LENGTH)
                .put(writer.bytes, 0, writer.length)
                .putInt((int) checksum.getValue())
                .array();
    }

    public void text(int tag, @Nullable String value) {
        if (value != null) {
            if (!Texts.isWellFormed(value)) {
                throw new IllegalArgumentException("a text has an unpaired surrogate");
            }
            bytes(tag, Bytes.utf8(value));
        }
    }

    /** A number of 0 or more. */
    public void count(int tag, @Nullable Long value) {
        if (value != null) {
            if (value < 0) {
                throw new IllegalArgumentException("a count is 0 or more");
            }
            key(tag, Shape.NUMBER);
            number(value);
        }
    }

    public void signed(int tag, @Nullable Long value) {
        if (value != null) {
            key(tag, Shape.NUMBER);
            number(zigzag(value));
        }
    }

    /** A moment, in whole microseconds. */
    public void instant(int tag, @Nullable Instant value) {
        signed(tag, Micros.orNull(value));
    }

    public void flag(int tag, boolean value) {
        if (value) {
            key(tag, Shape.FLAG);
        }
    }

    public void hash(int tag, @Nullable KeyedHash value) {
        if (value != null) {
            bytes(tag, value.value());
        }
    }

    public void bytes(int tag, Bytes value) {
        key(tag, Shape.BYTES);
        number(value.length());
        room(value.length());
        value.copyTo(bytes, length);
        length += value.length();
    }

    public void time(int tag, @Nullable OrderTime value) {
        group(tag, value, DocumentWriter::moment);
    }

    private void moment(OrderTime value) {
        Instant instant = value.instant();
        if (instant == null) {
            octet(TIME_IS_DAY);
            number(zigzag(value.day().toEpochDay()));
            return;
        }
        long seconds = instant.getEpochSecond();
        int nanos = instant.getNano();
        octet(nanos == 0 ? TIME_IS_SECONDS : TIME_HAS_NANOS);
        number(zigzag(seconds));
        if (nanos != 0) {
            number(nanos);
        }
    }

    /** Writes a value with fields of its own, or nothing if it is null. */
    public <T> void group(int tag, @Nullable T value, BiConsumer<DocumentWriter, T> fields) {
        if (value == null) {
            return;
        }
        key(tag, Shape.BYTES);
        int start = length;
        fields.accept(this, value);
        // The length stands before the value, but is known only now. The value moves back to make room for it.
        int size = length - start;
        number(size);
        System.arraycopy(bytes, start, bytes, length - size, size);
        length = start;
        number(size);
        length += size;
    }

    private void key(int tag, Shape shape) {
        number(shape.key(tag));
    }

    private void number(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            octet((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        octet((int) rest);
    }

    private static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    private void octet(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    private void room(int more) {
        if (length + more > MAX_LENGTH - CHECKSUM_LENGTH) {
            throw new IllegalArgumentException("a document has at most " + MAX_LENGTH + " bytes");
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
