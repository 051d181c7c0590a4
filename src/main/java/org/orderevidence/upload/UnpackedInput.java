package org.orderevidence.upload;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of an input, unpacked if they are gzip. Counts them. Error messages describe the fix.
 * The input may have several gzip
 * members.
 */
final class UnpackedInput extends FilterInputStream {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final int END = -1;

    private final PackedInput packed;
    private final int mostBytes;
    private long count;
    private long limit = Long.MAX_VALUE;

    private UnpackedInput(InputStream unpacked, PackedInput packed, int mostBytes) {
        super(unpacked);
        this.packed = packed;
        this.mostBytes = mostBytes;
    }

    /**
     * Takes over a stream.
     *
     * @param mostBytes maximum length of a record
     */
    static UnpackedInput of(InputStream stream, int mostBytes) throws IOException {
        PackedInput packed = new PackedInput(stream);
        InputStream start = new BufferedInputStream(packed, BUFFER_BYTES);
        start.mark(GZIP.length);
        boolean isPacked = Arrays.equals(start.readNBytes(GZIP.length), GZIP);
        start.reset();
        try {
            InputStream unpacked = isPacked ? new GZIPInputStream(start, BUFFER_BYTES) : start;
            return new UnpackedInput(unpacked, packed, mostBytes);
        } catch (EOFException | ZipException broken) {
            throw damaged(broken);
        }
    }

    /** Returns how many bytes were read, unpacked. */
    long count() {
        return count;
    }

    /** Returns how many bytes of the input itself were read. */
    long packedCount() {
        return packed.count;
    }

    /** Starts a record. The limit counts from here. */
    void startRecord() {
        limit = count + mostBytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (count >= limit) {
            throw new IOException("longer than " + mostBytes + " bytes");
        }
        try {
            int read = in.read(target, offset, length);
            count += Math.max(0, read);
            return read;
        } catch (EOFException | ZipException broken) {
            throw damaged(broken);
        }
    }

    private static IOException damaged(IOException broken) {
        return new IOException(
                broken instanceof EOFException
                        ? "the gzip data ends too early; copy or create the file again"
                        : "the gzip data is damaged; copy or create the file again",
                broken);
    }

    /** The input itself, counted. */
    private static final class PackedInput extends FilterInputStream {
        private long count;
        private boolean isAtEnd;

        PackedInput(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = in.read(target, offset, length);
            count += Math.max(0, read);
            isAtEnd |= read < 0;
            return read;
        }

        /**
         * Returns at least 1 before the end: {@link GZIPInputStream} treats 0 as the end, even if a pipe is only slow.
         */
        @Override
        public int available() throws IOException {
            return isAtEnd ? 0 : Math.max(1, in.available());
        }
    }
}
