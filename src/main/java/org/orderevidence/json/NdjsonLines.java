package org.orderevidence.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits newline-delimited JSON into lines in constant memory. A line ends with a line feed, which may follow a
 * carriage return, or with the input. Blank lines (only blanks and tabs) are counted but not returned. Not thread-safe.
 */
public final class NdjsonLines {
    private static final int CHUNK_BYTES = 4 * 1024;
    private static final int FIRST_LINE_BYTES = 1024;
    private static final int KEPT_LINE_BYTES = 4 * 1024;

    /** One line that is not blank. */
    public sealed interface Line {
        /** Which line it is, from 1. */
        long number();

        /**
         * A line with its content.
         *
         * @param bytes without the end of the line; not copied
         */
        @SuppressWarnings("ArrayRecordComponent") // No one compares lines.
        record Content(long number, byte[] bytes) implements Line {}

        /**
         * A line that is longer than allowed. Its content was dropped.
         *
         * @param number from 1
         */
        record TooLong(long number) implements Line {}
    }

    private final InputStream in;
    private final int maxLineBytes;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private long chunksRead;
    private int chunkAt;
    private int chunkEnd;
    private byte[] line = new byte[FIRST_LINE_BYTES];
    private int lineBytes;
    private long number;

    /**
     * @param in read as it comes, never closed
     * @param maxLineBytes longest line, without its end
     */
    public NdjsonLines(InputStream in, int maxLineBytes) {
        this.in = in;
        this.maxLineBytes = maxLineBytes;
    }

    /**
     * The next line that is not blank; null at the end of the input.
     *
     * @throws IOException as the input does; the line under way is lost
     */
    @Nullable
    public Line next() throws IOException {
        while (hasInput()) {
            number++;
            boolean whole = readLine();
            if (!whole) {
                return new Line.TooLong(number);
            }
            if (!isBlank()) {
                return new Line.Content(number, Arrays.copyOf(line, lineBytes));
            }
        }
        return null;
    }

    /** Reads up to the end of the line; false if it was too long. */
    private boolean readLine() throws IOException {
        // One byte more than a line may have: the carriage return before its line feed.
        int room = maxLineBytes + 1;
        if (line.length > KEPT_LINE_BYTES) {
            line = new byte[FIRST_LINE_BYTES];
        }
        lineBytes = 0;
        boolean fits = true;
        boolean ended = false;
        while (!ended && hasInput()) {
            int end = chunkAt;
            while (end < chunkEnd && chunk[end] != '\n') {
                end++;
            }
            fits &= end - chunkAt <= room - lineBytes;
            if (fits) {
                append(chunkAt, end);
            }
            ended = end < chunkEnd;
            chunkAt = ended ? end + 1 : end;
        }
        if (fits && lineBytes > 0 && line[lineBytes - 1] == '\r') {
            lineBytes--;
        }
        return fits && lineBytes <= maxLineBytes;
    }

    private void append(int from, int to) {
        int needed = lineBytes + to - from;
        if (needed > line.length) {
            line = Arrays.copyOf(line, Math.max(needed, Math.min(2 * line.length, maxLineBytes + 1)));
        }
        System.arraycopy(chunk, from, line, lineBytes, to - from);
        lineBytes = needed;
    }

    private boolean hasInput() throws IOException {
        if (chunkAt == chunkEnd) {
            chunkAt = 0;
            chunkEnd = Math.max(0, in.read(chunk));
            chunksRead += chunkEnd;
        }
        return chunkEnd > 0;
    }

    /** Returns the number of the last line, from 1; 0 before the first. */
    public long number() {
        return number;
    }

    /** Returns how many bytes there are up to the end of the last line. */
    public long offset() {
        return chunksRead - (chunkEnd - chunkAt);
    }

    /** Heap that the current line occupies, in bytes. */
    public int capacity() {
        return line.length;
    }

    private boolean isBlank() {
        for (int i = 0; i < lineBytes; i++) {
            if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
                return false;
            }
        }
        return true;
    }
}
