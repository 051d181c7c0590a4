package org.orderevidence.cli.upload;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DatabindException;

/**
 * Splits a stream into records, in constant memory: the lines of NDJSON, or the elements of one JSON array. The first byte
 * that is not blank decides which. A stream packed with gzip is unpacked.
 */
public final class RecordReader implements Closeable {
    /** Longest record that is read; the service's own limit is below. */
    static final int MAX_RECORD_BYTES = 1024 * 1024;

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final int END = -1;

    private final CountingStream raw;
    private final CountingStream content;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int position;
    private int filled;
    private long number;
    private boolean isTooLong;
    private boolean isStarted;
    private @Nullable ArrayElements elements;

    /** Takes over the stream. */
    public RecordReader(InputStream stream) throws IOException {
        raw = new CountingStream(stream);
        InputStream start = new BufferedInputStream(raw, BUFFER_BYTES);
        start.mark(GZIP.length);
        boolean isPacked = Arrays.equals(start.readNBytes(GZIP.length), GZIP);
        start.reset();
        content = new CountingStream(isPacked ? new GZIPInputStream(start, BUFFER_BYTES) : start);
    }

    /** The next record that is not blank; null at the end. */
    @Nullable
    public Item next() throws IOException {
        start();
        if (elements != null) {
            return nextElement(elements);
        }
        if (!readLine()) {
            return null;
        }
        return isTooLong
                ? Item.rejected(place(), "too_large", "longer than " + MAX_RECORD_BYTES + " bytes")
                : Item.of(place(), line.toByteArray());
    }

    /** Passes over the records up to a place. Returns false if no record ends there. */
    boolean skipTo(Item.Place end) throws IOException {
        start();
        while (number < end.number() && (elements == null ? readLine() : nextElement(elements) != null)) {
            // The record was sent by an earlier run.
        }
        return number == end.number() && place().offset() == end.offset();
    }

    /** The end of the last record that was read. */
    Item.Place place() {
        long offset = content.count - (filled - position);
        return new Item.Place(number, elements == null ? offset : elements.offset(), raw.count);
    }

    @Override
    public void close() throws IOException {
        content.close();
    }

    private void start() throws IOException {
        if (isStarted) {
            return;
        }
        isStarted = true;
        long lines = 0;
        for (int first = peek(); isBlank(first) || isByteOrderMark(first); first = peek()) {
            lines += first == '\n' ? 1 : 0;
            position++;
        }
        if (peek() == '[') {
            InputStream rest = new ByteArrayInputStream(buffer, position, filled - position);
            elements = new ArrayElements(new SequenceInputStream(rest, content), place().offset());
        } else {
            number = lines;
        }
    }

    private @Nullable Item nextElement(ArrayElements elements) throws IOException {
        content.limit = content.count + MAX_RECORD_BYTES;
        try {
            byte[] element = elements.next(number + 1);
            number += element == null ? 0 : 1;
            return element == null ? null : Item.of(place(), element);
        } catch (DatabindException duplicateKey) {
            number++;
            return Item.rejected(place(), "malformed_json", "not JSON: " + duplicateKey.getOriginalMessage());
        }
    }

    /** Reads the next line that is not blank. Returns false at the end. */
    private boolean readLine() throws IOException {
        while (peek() != END) {
            number++;
            line.reset();
            isTooLong = false;
            boolean isBlank = true;
            boolean isWhole = false;
            while (!isWhole && peek() != END) {
                int from = position;
                while (position < filled && buffer[position] != '\n') {
                    isBlank = isBlank && isBlank(buffer[position]);
                    position++;
                }
                int kept = Math.min(position - from, MAX_RECORD_BYTES - line.size());
                line.write(buffer, from, kept);
                isTooLong |= kept < position - from;
                isWhole = position < filled;
            }
            position += isWhole ? 1 : 0;
            if (!isBlank) {
                return true;
            }
        }
        return false;
    }

    private int peek() throws IOException {
        if (position == filled) {
            position = 0;
            filled = Math.max(0, content.read(buffer));
        }
        return position < filled ? buffer[position] & 0xff : END;
    }

    private static boolean isBlank(int b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private static boolean isByteOrderMark(int b) {
        return b == 0xef || b == 0xbb || b == 0xbf;
    }

    /** Counts the bytes that are read, up to a limit. */
    private static final class CountingStream extends FilterInputStream {
        private long count;
        private long limit = Long.MAX_VALUE;

        CountingStream(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (count >= limit) {
                throw new IOException("longer than " + MAX_RECORD_BYTES + " bytes");
            }
            int read = in.read(target, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
