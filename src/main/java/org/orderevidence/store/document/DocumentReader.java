package org.orderevidence.store.document;

import static org.orderevidence.store.document.DocumentWriter.CHECKSUM_LENGTH;
import static org.orderevidence.store.document.DocumentWriter.MAX_LENGTH;

import java.nio.ByteBuffer;
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
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderTime;

/**
 * Reads what {@link DocumentWriter} wrote, and nothing else: a value in another form than the one it is written in, a
 * field that is not asked for in its turn, or one byte too many is refused. Allocates no more than the bytes at hand.
 */
final class DocumentReader {
    private static final int HEADER_LENGTH = 2;
    private static final int MAX_NUMBER_BITS = 63;
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] bytes;
    private final int end;
    private int at;

    private DocumentReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    /**
     * The value of a document.
     *
     * @throws UnreadableDocument when {@code bytes} are not one of this kind and version
     */
    static <T> T document(int kind, int version, byte[] bytes, Function<DocumentReader, T> fields) {
        if (bytes.length < HEADER_LENGTH + CHECKSUM_LENGTH || bytes.length > MAX_LENGTH) {
            throw new UnreadableDocument("a stored document has " + bytes.length + " bytes");
        }
        int end = bytes.length - CHECKSUM_LENGTH;
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, end);
        if (ByteBuffer.wrap(bytes).getInt(end) != (int) checksum.getValue()) {
            throw new UnreadableDocument("a stored document is damaged: its checksum does not agree");
        }
        if (bytes[0] != kind) {
            throw new UnreadableDocument("a stored document is of another kind than the one that belongs here");
        }
        if (bytes[1] != version) {
            throw new UnreadableDocument("a stored document has version " + bytes[1] + "; this program knows " + version
                    + ": it was written by a newer one");
        }
        return whole(new DocumentReader(bytes, HEADER_LENGTH, end), fields);
    }

    @Nullable
    String text(int tag) {
        return takes(tag) ? utf8() : null;
    }

    String requiredText(int tag) {
        return required(text(tag));
    }

    @Nullable
    Long count(int tag) {
        return takes(tag) ? number() : null;
    }

    long requiredCount(int tag) {
        return required(count(tag));
    }

    @Nullable
    Long signed(int tag) {
        return takes(tag) ? zigzagNumber() : null;
    }

    long requiredSigned(int tag) {
        return required(signed(tag));
    }

    boolean flag(int tag) {
        return takes(tag);
    }

    @Nullable
    KeyedHash hash(int tag) {
        if (!takes(tag)) {
            return null;
        }
        int start = skip(KeyedHash.LENGTH);
        return KeyedHash.of(Arrays.copyOfRange(bytes, start, at));
    }

    @Nullable
    OrderTime time(int tag) {
        if (!takes(tag)) {
            return null;
        }
        int form = octet();
        long value = zigzagNumber();
        return switch (form) {
            case DocumentWriter.TIME_IS_DAY -> OrderTime.on(LocalDate.ofEpochDay(value));
            case DocumentWriter.TIME_IS_SECONDS -> OrderTime.at(Instant.ofEpochSecond(value));
            case DocumentWriter.TIME_HAS_NANOS -> OrderTime.at(Instant.ofEpochSecond(value, nanos()));
            default -> throw malformed();
        };
    }

    OrderTime requiredTime(int tag) {
        return required(time(tag));
    }

    /** A value with fields of its own; absent when it was. */
    <T> @Nullable T group(int tag, Function<DocumentReader, T> fields) {
        if (!takes(tag)) {
            return null;
        }
        int size = size();
        int start = skip(size);
        return whole(new DocumentReader(bytes, start, at), fields);
    }

    <T> T requiredGroup(int tag, Function<DocumentReader, T> fields) {
        return required(group(tag, fields));
    }

    /** Values of one tag, one after the other. */
    <T> List<T> groups(int tag, int most, Function<DocumentReader, T> fields) {
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
    static UnreadableDocument malformed() {
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
        if (reader.at != reader.end) {
            throw malformed();
        }
        return value;
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw malformed();
        }
        return value;
    }

    private boolean takes(int tag) {
        if (at < end && bytes[at] == tag) {
            at++;
            return true;
        }
        return false;
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
