package org.orderevidence.upload;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip (RFC 1952) of any number of members, in constant memory. {@link java.util.zip.GZIPInputStream} calls
 * itself for each empty member until the stack overflows, and ignores the rest of an input after a damaged member.
 */
final class GzipInput extends InputStream {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int END = -1;

    private static final int FIRST_MAGIC = 0x1f;
    private static final int SECOND_MAGIC = 0x8b;
    private static final int DEFLATE = 8;
    private static final int TIME_AND_SYSTEM_BYTES = 6;
    private static final int HAS_CHECKSUM = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int filled;
    private boolean isInMember;
    private boolean hasMember;
    private boolean isAtEnd;

    GzipInput(InputStream in) {
        this.in = in;
    }

    /** True if an input with these first two bytes is gzip. */
    static boolean isMagic(byte[] start) {
        return start.length == 2 && (start[0] & 0xff) == FIRST_MAGIC && (start[1] & 0xff) == SECOND_MAGIC;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
    }

    /**
     * Reads at least one byte.
     *
     * @throws EOFException if the input ends within a member
     * @throws ZipException if a member is damaged, or something else follows it
     */
    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (!isAtEnd && (isInMember || startMember())) {
            int count = inflate(target, offset, length);
            if (count > 0) {
                checksum.update(target, offset, count);
                return count;
            }
            if (inflater.finished()) {
                position = filled - inflater.getRemaining();
                endMember();
            } else if (inflater.needsInput()) {
                if (position == filled) {
                    fill();
                }
                inflater.setInput(buffer, position, filled - position);
                position = filled;
            } else {
                throw new ZipException("needs a dictionary");
            }
        }
        return END;
    }

    @Override
    public void close() throws IOException {
        isAtEnd = true;
        inflater.end();
        in.close();
    }

    private int inflate(byte[] target, int offset, int length) throws ZipException {
        try {
            return inflater.inflate(target, offset, length);
        } catch (DataFormatException damaged) {
            throw new ZipException(damaged.getMessage());
        }
    }

    /** Reads the header of the next member. Returns false at the end of the input, which may be padded with zeros. */
    private boolean startMember() throws IOException {
        int first = nextOrEnd();
        while (first == 0 && hasMember) {
            first = nextOrEnd();
        }
        if (first == END && hasMember) {
            isAtEnd = true;
            return false;
        }
        if (first != FIRST_MAGIC || next() != SECOND_MAGIC || next() != DEFLATE) {
            throw new ZipException("no gzip member");
        }
        int flags = next();
        skip(TIME_AND_SYSTEM_BYTES);
        if ((flags & HAS_EXTRA) != 0) {
            skip(next() | next() << Byte.SIZE);
        }
        if ((flags & HAS_NAME) != 0) {
            skipText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            skipText();
        }
        if ((flags & HAS_CHECKSUM) != 0) {
            skip(2);
        }
        inflater.reset();
        checksum.reset();
        isInMember = true;
        hasMember = true;
        return true;
    }

    private void endMember() throws IOException {
        isInMember = false;
        long sum = number();
        long length = number();
        if (sum != checksum.getValue() || length != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw new ZipException("the trailer does not fit the content");
        }
    }

    /** Reads a number of four bytes, the lowest first. */
    private long number() throws IOException {
        long value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            value |= (long) next() << shift;
        }
        return value;
    }

    private void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {
            // The name of a file, or a comment.
        }
    }

    private int next() throws IOException {
        if (position == filled) {
            fill();
        }
        return buffer[position++] & 0xff;
    }

    private int nextOrEnd() throws IOException {
        if (position == filled) {
            int read = in.read(buffer, 0, buffer.length);
            position = 0;
            filled = Math.max(0, read);
        }
        return position == filled ? END : buffer[position++] & 0xff;
    }

    private void fill() throws IOException {
        position = 0;
        filled = Math.max(0, in.read(buffer, 0, buffer.length));
        if (filled == 0) {
            throw new EOFException("the input ends within a member");
        }
    }
}
