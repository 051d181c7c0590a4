package org.orderevidence.cli.upload;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;

/**
 * Splits a stream into records, in constant memory: the lines of NDJSON, or the elements of one JSON array; which, the
 * first byte that is not blank tells. What is packed with gzip is unpacked. The records are not yet known to be JSON.
 */
public final class RecordReader implements Closeable {
    /** Longest record that is kept; the service's own limit is below. */
    static final int MAX_RECORD_BYTES = 1024 * 1024;

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int GZIP_1 = 0x1f;
    private static final int GZIP_2 = 0x8b;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final int END = -1;

    private final CountingStream raw;
    private final InputStream content;
    private final MessageDigest digest = sha256();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int digested;
    private int filled;
    private long number;
    private @Nullable Boolean array;
    private boolean ended;

    /**
     * A record.
     *
     * @param number of its line, or of the element of an array; from 1
     * @param bytes its text
     * @param tooLong true when it was longer than {@link #MAX_RECORD_BYTES}; its bytes are then not all of it
     */
    public record RawRecord(long number, Bytes bytes, boolean tooLong) {}

    /** A place in the input. */
    public static final class Place {
        private final long number;
        private final MessageDigest upToHere;
        private final long bytes;

        private Place(long number, MessageDigest upToHere, long bytes) {
            this.number = number;
            this.upToHere = upToHere;
            this.bytes = bytes;
        }

        /** The number of the record that ends here; 0 at the start. */
        long number() {
            return number;
        }

        /** SHA-256 of everything up to here, unpacked. Made when it is asked for, since of most places it is not. */
        String digest() {
            return HexFormat.of().formatHex(copy(upToHere).digest());
        }

        /** How many bytes of the stream were read by then, as they came: packed, if they were. */
        long bytes() {
            return bytes;
        }
    }

    /** Tells that the input is broken off or goes on behind its end; the records before are good. */
    static final class BrokenInput extends IOException {
        private static final long serialVersionUID = 1L;

        BrokenInput(String message) {
            super(message);
        }
    }

    /** Takes over the stream. */
    public RecordReader(InputStream stream) throws IOException {
        raw = new CountingStream(stream);
        PushbackInputStream start = new PushbackInputStream(raw, 2);
        byte[] head = start.readNBytes(2);
        start.unread(head);
        boolean packed = head.length == 2 && (head[0] & 0xff) == GZIP_1 && (head[1] & 0xff) == GZIP_2;
        content = packed ? new GZIPInputStream(start, BUFFER_BYTES) : start;
    }

    /** The next record that is not blank; absent at the end. */
    @Nullable
    public RawRecord next() throws IOException {
        if (array == null) {
            array = startsArray();
        }
        if (ended) {
            return null;
        }
        return array ? nextElement() : nextLine();
    }

    /** The number of the last record that was read. */
    long number() {
        return number;
    }

    /** The end of the last record that was read. */
    Place place() {
        update();
        return new Place(number, copy(digest), raw.count);
    }

    @Override
    public void close() throws IOException {
        content.close();
    }

    private boolean startsArray() throws IOException {
        fill();
        boolean marked = filled >= BYTE_ORDER_MARK.length
                && Arrays.equals(buffer, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        position = marked ? BYTE_ORDER_MARK.length : 0;
        long lines = 0;
        int first = peek();
        while (isBlank(first)) {
            if (first == '\n') {
                lines++;
            }
            position++;
            first = peek();
        }
        if (first == '[') {
            position++;
            skipBlanks();
            if (peek() == ']') {
                position++;
                end();
            }
            return true;
        }
        number = lines;
        return false;
    }

    private @Nullable RawRecord nextLine() throws IOException {
        while (peek() != END) {
            number++;
            Collector line = new Collector();
            boolean whole = false;
            while (!whole && peek() != END) {
                int from = position;
                while (position < filled && buffer[position] != '\n') {
                    position++;
                }
                line.add(buffer, from, position);
                whole = position < filled;
            }
            if (whole) {
                position++;
            }
            if (!line.isBlank()) {
                return line.record(number);
            }
        }
        ended = true;
        return null;
    }

    private RawRecord nextElement() throws IOException {
        number++;
        Collector element = new Collector();
        int depth = 0;
        boolean inText = false;
        boolean escaped = false;
        skipBlanks();
        while (peek() != END) {
            int from = position;
            while (position < filled) {
                int b = buffer[position];
                if (depth == 0 && !inText && (b == ',' || b == ']')) {
                    element.add(buffer, from, position++);
                    if (b == ']') {
                        end();
                    }
                    return element.record(number);
                }
                position++;
                if (inText) {
                    inText = escaped || b != '"';
                    escaped = !escaped && b == '\\';
                } else if (b == '"') {
                    inText = true;
                } else if (b == '{' || b == '[') {
                    depth++;
                } else if (b == '}' || b == ']') {
                    depth--;
                }
            }
            element.add(buffer, from, position);
        }
        ended = true;
        throw new BrokenInput("the input ends inside its array, in element " + number);
    }

    private void end() throws IOException {
        ended = true;
        skipBlanks();
        if (peek() != END) {
            throw new BrokenInput("the input goes on behind the end of its array");
        }
    }

    private void skipBlanks() throws IOException {
        while (isBlank(peek())) {
            position++;
        }
    }

    private int peek() throws IOException {
        if (position == filled) {
            fill();
        }
        return position < filled ? buffer[position] & 0xff : END;
    }

    private void fill() throws IOException {
        update();
        position = 0;
        digested = 0;
        filled = Math.max(0, content.read(buffer));
    }

    private void update() {
        digest.update(buffer, digested, position - digested);
        digested = position;
    }

    private static boolean isBlank(int b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException theJdksCanBeCloned) {
            throw new IllegalStateException(theJdksCanBeCloned);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** The bytes of a record, gathered as they come. */
    private static final class Collector {
        private static final int USUAL_BYTES = 1_024;

        private byte[] bytes = new byte[USUAL_BYTES];
        private int length;
        private boolean blank = true;
        private boolean tooLong;

        void add(byte[] source, int from, int to) {
            int added = Math.min(to - from, MAX_RECORD_BYTES - length);
            tooLong |= added < to - from;
            if (length + added > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + added, 2 * bytes.length));
            }
            System.arraycopy(source, from, bytes, length, added);
            for (int i = from; blank && i < to; i++) {
                blank = RecordReader.isBlank(source[i]);
            }
            length += added;
        }

        /** True when nobody would see anything of it. */
        boolean isBlank() {
            return blank;
        }

        RawRecord record(long number) {
            return new RawRecord(number, Bytes.wrap(Arrays.copyOf(bytes, length)), tooLong);
        }
    }

    private static final class CountingStream extends InputStream {
        private final InputStream stream;
        /** Read by the one thread that reads the stream. */
        private long count;

        CountingStream(InputStream stream) {
            this.stream = stream;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = stream.read(target, offset, length);
            if (read > 0) {
                count += read;
            }
            return read;
        }

        @Override
        public int available() throws IOException {
            return stream.available();
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
