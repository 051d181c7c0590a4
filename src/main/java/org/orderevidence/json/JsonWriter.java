package org.orderevidence.json;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;

/**
 * Writes JSON (RFC 8259) directly into the bytes of an answer. The answer to a fetch has about 300 names and values. It
 * needs a third of the time of a library's generator. There is no buffer in between, and no state except the depth and
 * whether a comma is due. ASCII strings, the usual case, are checked and copied in one pass. The methods have the names
 * of the library's generator.
 *
 * <p>The caller must write names and values in a valid sequence. {@link #close} throws if an object or array is still
 * open.
 */
public final class JsonWriter implements AutoCloseable {
    /** Longest form of a character: a control character, escaped. */
    private static final int MAX_BYTES_OF_CHAR = 6;

    /** A comma before a text, its quotes, and a colon behind it. */
    private static final int PUNCTUATION = 4;

    private static final int MAX_DIGITS = 20;

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};
    private static final byte[] LEAST_NUMBER =
            Long.toString(Long.MIN_VALUE).getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    /**
     * For each character of ASCII: 0 if it stands for itself, the letter behind its backslash, or -1 for its number.
     */
    private static final byte[] ESCAPES = escapes();

    private final JsonBuffer buffer;
    private int depth;
    private boolean commaDue;

    JsonWriter(JsonBuffer buffer) {
        this.buffer = buffer;
    }

    public void writeStartObject() {
        start((byte) '{');
    }

    public void writeEndObject() {
        end((byte) '}');
    }

    public void writeStartArray() {
        start((byte) '[');
    }

    public void writeEndArray() {
        end((byte) ']');
    }

    /**
     * The name of the member whose value comes next. Names are constants of this program, of ASCII that needs no
     * escape: they are copied as they are.
     */
    // The method is deprecated for what it does to other characters; no other copies a text's bytes into an array.
    @SuppressWarnings("deprecation")
    public void writeName(String name) {
        int length = name.length();
        byte[] to = buffer.room(length + PUNCTUATION);
        int at = opening(to);
        name.getBytes(0, length, to, at);
        at += length;
        to[at++] = '"';
        to[at++] = ':';
        buffer.end(at);
        commaDue = false;
    }

    public void writeString(String text) {
        int length = text.length();
        byte[] to = buffer.room(length + PUNCTUATION);
        int at = opening(to);
        int i = 0;
        while (i < length) {
            char c = text.charAt(i);
            if (c >= ESCAPES.length || ESCAPES[c] != 0) {
                break;
            }
            to[at++] = (byte) c;
            i++;
        }
        if (i == length) {
            to[at++] = '"';
            buffer.end(at);
        } else {
            buffer.end(at);
            writeRest(text, i);
            buffer.append((byte) '"');
        }
        commaDue = true;
    }

    public void writeNumber(long number) {
        comma();
        if (number == Long.MIN_VALUE) {
            buffer.append(LEAST_NUMBER);
        } else {
            writeDigits(number);
        }
        commaDue = true;
    }

    public void writeObjectPropertyStart(String name) {
        writeName(name);
        writeStartObject();
    }

    public void writeArrayPropertyStart(String name) {
        writeName(name);
        writeStartArray();
    }

    /**
     * Writes a list of objects.
     *
     * @param fields writes the members of one
     */
    public <T> void writeObjects(String name, Iterable<T> objects, Consumer<T> fields) {
        writeArrayPropertyStart(name);
        for (T object : objects) {
            writeStartObject();
            fields.accept(object);
            writeEndObject();
        }
        writeEndArray();
    }

    public void writeStrings(String name, Iterable<String> texts) {
        writeArrayPropertyStart(name);
        texts.forEach(this::writeString);
        writeEndArray();
    }

    public void writeStringProperty(String name, String value) {
        writeName(name);
        writeString(value);
    }

    public void writeNumberProperty(String name, long value) {
        writeName(name);
        writeNumber(value);
    }

    public void writeBoolean(boolean value) {
        comma();
        buffer.append(value ? TRUE : FALSE);
        commaDue = true;
    }

    public void writeBooleanProperty(String name, boolean value) {
        writeName(name);
        writeBoolean(value);
    }

    public void writeNullProperty(String name) {
        writeName(name);
        buffer.append(NULL);
        commaDue = true;
    }

    /** Writes a text, or nothing if it is {@code null}. */
    public void text(String name, @Nullable String value) {
        if (value != null) {
            writeStringProperty(name, value);
        }
    }

    /** Writes a text, or nothing if it is {@code null}. */
    public void text(String name, @Nullable PersonalText value) {
        text(name, value == null ? null : value.value());
    }

    /** Writes a number, or nothing if it is {@code null}. */
    public void number(String name, @Nullable Long value) {
        if (value != null) {
            writeNumberProperty(name, value);
        }
    }

    /** Writes RFC 3339 in UTC, or nothing if it is {@code null}. A date without time stays one. */
    public void time(String name, @Nullable OrderTime value) {
        if (value != null) {
            writeStringProperty(name, value.instant() == null ? value.day().toString() : rfc3339(value.instant()));
        }
    }

    /** Writes RFC 3339 in UTC. */
    public void time(String name, Instant value) {
        writeStringProperty(name, rfc3339(value));
    }

    /** Writes RFC 3339 in UTC. */
    public void writeTime(Instant value) {
        writeString(rfc3339(value));
    }

    /** Writes a day, or null. */
    public void day(String name, @Nullable LocalDate value) {
        if (value == null) {
            writeNullProperty(name);
        } else {
            writeStringProperty(name, value.toString());
        }
    }

    /**
     * Ends the writing.
     *
     * @throws IllegalStateException if an object or array was not ended
     */
    @Override
    public void close() {
        if (depth != 0) {
            throw new IllegalStateException(depth + " objects or arrays were not ended");
        }
    }

    private void start(byte bracket) {
        comma();
        buffer.append(bracket);
        depth++;
        commaDue = false;
    }

    private void end(byte bracket) {
        buffer.append(bracket);
        depth--;
        commaDue = true;
    }

    /** Most times have no fraction. These are built by hand: the formatter takes ten times as long. */
    private static String rfc3339(Instant time) {
        LocalDateTime utc = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
        if (utc.getNano() != 0 || utc.getYear() < 0 || utc.getYear() > OrderTime.MAX_YEAR) {
            return DateTimeFormatter.ISO_INSTANT.format(time);
        }
        StringBuilder text = new StringBuilder(20).append(utc.toLocalDate()).append('T');
        appendTwo(text, utc.getHour()).append(':');
        appendTwo(text, utc.getMinute()).append(':');
        return appendTwo(text, utc.getSecond()).append('Z').toString();
    }

    private static StringBuilder appendTwo(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    /** Starts a string, after a comma if one is due. Returns the position of its first character. */
    private int opening(byte[] to) {
        int at = buffer.end();
        if (commaDue) {
            to[at++] = ',';
        }
        to[at++] = '"';
        return at;
    }

    private void comma() {
        if (commaDue) {
            buffer.append((byte) ',');
        }
    }

    private void writeDigits(long number) {
        byte[] to = buffer.room(MAX_DIGITS);
        int at = buffer.end();
        long rest = Math.abs(number);
        if (number < 0) {
            to[at++] = '-';
        }
        int first = at;
        do {
            to[at++] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        buffer.end(at);
        for (int last = at - 1; first < last; first++, last--) {
            byte digit = to[first];
            to[first] = to[last];
            to[last] = digit;
        }
    }

    /** Writes the rest of a string from the first character that needs an escape. */
    private void writeRest(String text, int from) {
        byte[] to = buffer.room(MAX_BYTES_OF_CHAR * (text.length() - from) + 1);
        int at = buffer.end();
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ESCAPES.length) {
                at = writeAscii(c, to, at);
            } else if (c < 0x800) {
                to[at++] = (byte) (0xc0 | (c >> 6));
                to[at++] = continuation(c, 0);
            } else if (!Character.isSurrogate(c)) {
                to[at++] = (byte) (0xe0 | (c >> 12));
                to[at++] = continuation(c, 6);
                to[at++] = continuation(c, 0);
            } else {
                int character = text.codePointAt(i);
                if (!Character.isSupplementaryCodePoint(character)) {
                    throw new IllegalArgumentException("a text with half of a surrogate pair is no text");
                }
                i++;
                to[at++] = (byte) (0xf0 | (character >> 18));
                to[at++] = continuation(character, 12);
                to[at++] = continuation(character, 6);
                to[at++] = continuation(character, 0);
            }
        }
        buffer.end(at);
    }

    /** A byte of UTF-8 behind the first: six bits of the character. */
    private static byte continuation(int character, int shift) {
        return (byte) (0x80 | ((character >> shift) & 0x3f));
    }

    private static int writeAscii(char c, byte[] to, int start) {
        int at = start;
        byte escape = ESCAPES[c];
        if (escape == 0) {
            to[at++] = (byte) c;
            return at;
        }
        to[at++] = '\\';
        if (escape > 0) {
            to[at++] = escape;
            return at;
        }
        to[at++] = 'u';
        to[at++] = '0';
        to[at++] = '0';
        to[at++] = HEX[c >> 4];
        to[at++] = HEX[c & 0xf];
        return at;
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[0x80];
        Arrays.fill(escapes, 0, ' ', (byte) -1);
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        escapes['\b'] = 'b';
        escapes['\t'] = 't';
        escapes['\n'] = 'n';
        escapes['\f'] = 'f';
        escapes['\r'] = 'r';
        return escapes;
    }

    /** The body of an answer, and the memory that it holds. */
    public static final class JsonBuffer {
        private static final int INITIAL = 4 * 1024;

        /** Enough for most verdicts. */
        private static final int REUSED = 8 * 1024;

        /** As many as requests run at the same time. */
        private static final ArrayBlockingQueue<byte[]> IDLE = new ArrayBlockingQueue<>(64);

        private static final byte[] NONE = {};

        private final MemoryBudget.Share share;
        private byte[] bytes = NONE;
        private int end;
        private boolean isShared;

        /**
         * @param share reserves the memory that exceeds a small answer
         */
        public JsonBuffer(MemoryBudget.Share share) {
            this.share = share;
        }

        public void clear() {
            if (bytes.length > REUSED || isShared) {
                bytes = NONE;
            }
            end = 0;
            isShared = false;
        }

        /** Ends the use of the body, which was sent: another answer may get its array. */
        public void sent() {
            if (bytes.length >= INITIAL && bytes.length <= REUSED && !isShared) {
                boolean _ = IDLE.offer(bytes);
            }
            bytes = NONE;
            end = 0;
        }

        /** Makes the body of bytes that others have too. They are not copied, so they need no memory of the request. */
        public void share(byte[] whole) {
            bytes = whole;
            end = whole.length;
            isShared = true;
        }

        /** Writes JSON to the end of the body; to be closed before the body is used. */
        public JsonWriter writer() {
            return new JsonWriter(this);
        }

        public void append(byte one) {
            if (end == bytes.length) {
                room(1);
            }
            bytes[end++] = one;
        }

        public void append(byte[] more) {
            System.arraycopy(more, 0, room(more.length), end, more.length);
            end += more.length;
        }

        /**
         * Returns the bytes, with room for at least this many after {@link #end()}. The array is valid until more room is
         * requested.
         *
         * @throws MemoryExhausted if no memory is free for it
         */
        byte[] room(int count) {
            if (bytes.length == 0) {
                byte[] idle = IDLE.poll();
                bytes = idle == null ? new byte[INITIAL] : idle;
            }
            if (count > bytes.length - end) {
                int larger = Math.max(Math.addExact(end, count), Math.max(INITIAL, 2 * bytes.length));
                // Both arrays exist while one is copied into the other.
                if (larger > INITIAL) {
                    share.hold((long) larger + bytes.length);
                }
                bytes = Arrays.copyOf(bytes, larger);
            }
            return bytes;
        }

        int end() {
            return end;
        }

        /** Records that bytes were put into {@link #room}, up to this index. */
        void end(int behindLast) {
            end = behindLast;
        }

        public int length() {
            return end;
        }

        /** Heap that the body occupies, in bytes. */
        public int capacity() {
            return bytes.length;
        }

        public void addTo(Checksum checksum) {
            checksum.update(bytes, 0, end);
        }

        /** The body; not copied. */
        public ByteBuffer body() {
            return ByteBuffer.wrap(bytes, 0, end);
        }
    }
}
