package org.orderevidence.store.document;

import static org.orderevidence.store.document.DocumentWriter.CHECKSUM_LENGTH;
import static org.orderevidence.store.document.DocumentWriter.MAX_LENGTH;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderTime;
import org.orderevidence.store.document.DocumentWriter.Shape;

/**
 * Reads what {@link DocumentWriter} wrote. Skips fields with tags that are not asked for: a newer program may write
 * more. Refuses a value in another form than the one that it is written in, and tags that do not ascend. Allocates no
 * more than the bytes at hand.
 */
public final class DocumentReader {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int HEADER_LENGTH = 2;
    private static final int MAX_NUMBER_BITS = 63;
    private static final int NOT_READ = 0;
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] bytes;
    private final int end;
    private int at;
    private int lastTag;

    /** The tag of the field before whose value this stands, or {@link #NOT_READ}. */
    private int nextTag = NOT_READ;

    private Shape nextShape = Shape.FLAG;

    private DocumentReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    /**
     * The value of a document.
     *
     * @throws UnreadableDocument if {@code bytes} are not one of this kind and version
     */
    public static <T> T document(int kind, byte[] bytes, Function<DocumentReader, T> fields) {
        if (bytes.length < HEADER_LENGTH + CHECKSUM_LENGTH || bytes.length > MAX_LENGTH) {
            throw new UnreadableDocument("a stored document has " + bytes.length + " bytes");
        }
        int end = bytes.length - CHECKSUM_LENGTH;
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, end);
        if ((int) INT.get(bytes, end) != (int) checksum.getValue()) {
            throw new UnreadableDocument("a stored document is damaged: its checksum does not agree");
        }
        if (bytes[0] != kind) {
            throw new UnreadableDocument("a stored document is of another kind than the one that belongs here");
        }
        requireKnown(bytes[1]);
        if (bytes[1] < DocumentWriter.VERSION) {
            throw new UnreadableDocument("a stored document has version " + bytes[1] + "; this program reads version "
                    + DocumentWriter.VERSION);
        }
        return whole(new DocumentReader(bytes, HEADER_LENGTH, end), fields);
    }

    /**
     * Checks the version that a sealed document states.
     *
     * @param version its version; 0 if it states none
     * @throws DocumentTooNew if only a newer release can read it
     */
    public static void requireKnown(int version) {
        if (version > DocumentWriter.VERSION) {
            throw new DocumentTooNew("a stored document has format version " + version + "; this release reads up to "
                    + DocumentWriter.VERSION + ": start the newer release");
        }
    }

    @Nullable
    public String text(int tag) {
        return takes(tag, Shape.BYTES) ? utf8() : null;
    }

    public String requiredText(int tag) {
        return required(text(tag));
    }

    @Nullable
    public Long count(int tag) {
        return takes(tag, Shape.NUMBER) ? number() : null;
    }

    public long requiredCount(int tag) {
        return required(count(tag));
    }

    @Nullable
    public Long signed(int tag) {
        return takes(tag, Shape.NUMBER) ? zigzagNumber() : null;
    }

    @Nullable
    public Instant instant(int tag) {
        return Micros.timeOrNull(signed(tag));
    }

    public boolean flag(int tag) {
        return takes(tag, Shape.FLAG);
    }

    @Nullable
    public KeyedHash hash(int tag) {
        byte[] hash = bytes(tag);
        return hash == null ? null : new KeyedHash(Bytes.wrap(hash));
    }

    public byte @Nullable [] bytes(int tag) {
        if (!takes(tag, Shape.BYTES)) {
            return null;
        }
        int start = skip(size());
        return Arrays.copyOfRange(bytes, start, at);
    }

    public byte[] requiredBytes(int tag) {
        return required(bytes(tag));
    }

    @Nullable
    public OrderTime time(int tag) {
        return group(tag, DocumentReader::moment);
    }

    private OrderTime moment() {
        int form = octet();
        long value = zigzagNumber();
        OrderTime moment = switch (form) {
            case DocumentWriter.TIME_IS_DAY -> OrderTime.on(LocalDate.ofEpochDay(value));
            case DocumentWriter.TIME_IS_SECONDS -> OrderTime.at(Instant.ofEpochSecond(value));
            case DocumentWriter.TIME_HAS_NANOS -> OrderTime.at(Instant.ofEpochSecond(value, nanos()));
            default -> throw malformed();
        };
        if (at != end) {
            throw malformed();
        }
        return moment;
    }

    /** Reads a value with fields of its own, or null if it was written as null. */
    public <T> @Nullable T group(int tag, Function<DocumentReader, T> fields) {
        if (!takes(tag, Shape.BYTES)) {
            return null;
        }
        int size = size();
        int start = skip(size);
        return whole(new DocumentReader(bytes, start, at), fields);
    }

    public <T> List<T> groups(int tag, int most, Function<DocumentReader, T> fields) {
        List<T> all = new ArrayList<>();
        for (T next = group(tag, fields); next != null; next = group(tag, fields)) {
            if (all.size() == most) {
                throw malformed();
            }
            all.add(next);
        }
        return all;
    }

    /** An error for content that no writer writes. */
    public static UnreadableDocument malformed() {
        return new UnreadableDocument("a stored document is malformed, though its checksum agrees");
    }

    private static <T> T whole(DocumentReader reader, Function<DocumentReader, T> fields) {
        T value;
        try {
            value = fields.apply(reader);
        } catch (IllegalArgumentException | DateTimeException notAValue) {
            // The cause could quote what is stored: it stays out.
            throw malformed();
        }
        reader.skipRest();
        return value;
    }

    /** Returns a value that was read; an error if it was not written. */
    static <T> T required(@Nullable T value) {
        if (value == null) {
            throw malformed();
        }
        return value;
    }

    /** Moves to the value of this field if the document has it, and otherwise stays before the next greater tag. */
    private boolean takes(int tag, Shape shape) {
        while (hasNext() && nextTag <= tag) {
            boolean found = nextTag == tag;
            if (found && nextShape != shape) {
                throw malformed();
            }
            toValue();
            if (found) {
                return true;
            }
            skipValue(nextShape);
        }
        return false;
    }

    private void toValue() {
        lastTag = nextTag;
        nextTag = NOT_READ;
    }

    /** Reads the key of the next field, once. */
    private boolean hasNext() {
        if (nextTag == NOT_READ && at < end) {
            long key = number();
            nextTag = tag(key);
            nextShape = Shape.of(key);
            if (nextTag < lastTag) {
                throw malformed();
            }
        }
        return nextTag != NOT_READ;
    }

    private void skipRest() {
        while (hasNext()) {
            toValue();
            skipValue(nextShape);
        }
    }

    private void skipValue(Shape shape) {
        switch (shape) {
            case NUMBER -> rawNumber();
            case BYTES -> skip(size());
            case FLAG -> {}
        }
    }

    private static int tag(long key) {
        long tag = key >>> Shape.BITS;
        if (tag == 0 || tag > Integer.MAX_VALUE) {
            throw malformed();
        }
        return (int) tag;
    }

    private String utf8() {
        int size = size();
        int start = skip(size);
        String text = new String(bytes, start, size, StandardCharsets.UTF_8);
        // Bytes that are not UTF-8 become this character, which may also have been written.
        if (text.indexOf(REPLACEMENT) >= 0
                && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), Arrays.copyOfRange(bytes, start, at))) {
            throw malformed();
        }
        return text;
    }

    private int nanos() {
        long nanos = number();
        if (nanos == 0 || nanos > 999_999_999L) {
            throw malformed();
        }
        return (int) nanos;
    }

    private int size() {
        long size = number();
        if (size > end - at) {
            throw malformed();
        }
        return (int) size;
    }

    private long zigzagNumber() {
        long coded = rawNumber();
        return (coded >>> 1) ^ -(coded & 1);
    }

    private long number() {
        long value = rawNumber();
        if (value < 0) {
            throw malformed();
        }
        return value;
    }

    private long rawNumber() {
        long value = 0;
        for (int shift = 0; shift <= MAX_NUMBER_BITS; shift += 7) {
            int octet = octet();
            boolean overflows = shift == MAX_NUMBER_BITS && octet > 1;
            boolean notShortest = shift > 0 && octet == 0;
            if (overflows || notShortest) {
                throw malformed();
            }
            value |= (long) (octet & 0x7f) << shift;
            if ((octet & 0x80) == 0) {
                return value;
            }
        }
        throw malformed();
    }

    private int octet() {
        return bytes[skip(1)] & 0xff;
    }

    private int skip(int size) {
        if (size > end - at) {
            throw malformed();
        }
        int start = at;
        at += size;
        return start;
    }
}
