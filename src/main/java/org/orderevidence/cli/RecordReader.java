package org.orderevidence.cli;

import java.io.ByteArrayOutputStream;
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
final class RecordReader implements Closeable {
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
    record RawRecord(long number, Bytes bytes, boolean tooLong) {}

    /** Tells that the input is broken off or goes on behind its end; the records before are good. */
    static final class BrokenInput extends IOException {
        private static final long serialVersionUID = 1L;

        BrokenInput(String message) {
            super(message);
        }
    }

    /** Takes over the stream. */
    RecordReader(InputStream stream) throws IOException {
        raw = new CountingStream(stream);
        PushbackInputStream start = new PushbackInputStream(raw, 2);
        byte[] head = start.readNBytes(2);
        start.unread(head);
        boolean packed = head.length == 2 && (head[0] & 0xff) == GZIP_1 && (head[1] & 0xff) == GZIP_2;
        content = packed ? new GZIPInputStream(start, BUFFER_BYTES) : start;
    }

    /** The next record that is not blank; absent at the end. */
    @Nullable
    RawRecord next() throws IOException {
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

    /** SHA-256 of everything up to the end of the last record that was read, unpacked. */
    String digest() {
        update();
        try {
            return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException theJdksCanBeCloned) {
            throw new IllegalStateException(theJdksCanBeCloned);
        }
    }

    /** How many bytes of the stream were read, as they came: packed, if they were. */
    long bytesRead() {
        return raw.count;
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
            boolean blank = true;
            for (int b = take(); b != END && b != '\n'; b = take()) {
                blank &= isBlank(b);
                line.add(b);
            }
            if (!blank) {
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
        while (true) {
            int b = take();
            if (b == END) {
                ended = true;
                throw new BrokenInput("the input ends inside its array, in element " + number);
            }
            if (depth == 0 && !inText && (b == ',' || b == ']')) {
                if (b == ']') {
                    end();
                }
                return element.record(number);
            }
            element.add(b);
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

    private int take() throws IOException {
        int b = peek();
        if (b != END) {
            position++;
        }
        return b;
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

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static final class Collector {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean tooLong;

        void add(int b) {
            if (bytes.size() < MAX_RECORD_BYTES) {
                bytes.write(b);
            } else {
                tooLong = true;
            }
        }

        RawRecord record(long number) {
            return new RawRecord(number, Bytes.wrap(bytes.toByteArray()), tooLong);
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
