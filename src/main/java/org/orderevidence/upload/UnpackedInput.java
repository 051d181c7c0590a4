package org.orderevidence.upload;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.orderevidence.process.LongWork;

/**
 * The bytes of an input, unpacked if they are gzip. Counts them, and limits how many there are. Error messages describe
 * the fix. Lets other requests run after each part that is read.
 */
final class UnpackedInput extends FilterInputStream {
    /** A gzip file unpacks to at most this many times its size. Orders unpack to less than 40 times theirs. */
    static final int MAX_RATIO = 100;

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int MAGIC_BYTES = 2;
    private static final int GIBIBYTE_BITS = 30;
    private static final int END = -1;

    private final PackedInput packed;
    private final boolean isPacked;
    private final int mostRecordBytes;
    private final long mostBytes;
    private long count;
    private long limit = Long.MAX_VALUE;

    private UnpackedInput(
            InputStream unpacked, PackedInput packed, boolean isPacked, int mostRecordBytes, long mostBytes) {
        super(unpacked);
        this.packed = packed;
        this.isPacked = isPacked;
        this.mostRecordBytes = mostRecordBytes;
        this.mostBytes = mostBytes;
    }

    /**
     * Takes over a stream.
     *
     * @param mostRecordBytes maximum length of a record
     * @param mostBytes maximum length of the input, unpacked
     */
    static UnpackedInput of(InputStream stream, int mostRecordBytes, long mostBytes) throws IOException {
        PackedInput packed = new PackedInput(stream);
        InputStream start = new BufferedInputStream(packed, BUFFER_BYTES);
        start.mark(MAGIC_BYTES);
        boolean isPacked = GzipInput.isMagic(start.readNBytes(MAGIC_BYTES));
        start.reset();
        InputStream unpacked = isPacked ? new GzipInput(start) : start;
        return new UnpackedInput(unpacked, packed, isPacked, mostRecordBytes, mostBytes);
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
        limit = count + mostRecordBytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (count >= limit) {
            throw new IOException("longer than " + mostRecordBytes + " bytes");
        }
        LongWork.letOthersRun();
        int read;
        try {
            read = in.read(target, offset, Math.min(length, BUFFER_BYTES));
        } catch (EOFException early) {
            throw new IOException("the gzip data ends too early; copy or create the file again", early);
        } catch (ZipException damaged) {
            throw new IOException("the gzip data is damaged; copy or create the file again", damaged);
        }
        count += Math.max(0, read);
        if (isPacked && count > packed.count * MAX_RATIO) {
            throw new IOException(
                    "the gzip data unpacks to more than " + MAX_RATIO + " times its size; unpack it before the upload");
        }
        if (count > mostBytes) {
            throw new IOException("it has more than " + (mostBytes >> GIBIBYTE_BITS) + " GB"
                    + (isPacked ? " when it is unpacked" : "") + "; split it into smaller files");
        }
        return read;
    }

    /** The input itself, counted. */
    private static final class PackedInput extends FilterInputStream {
        private long count;

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
            LongWork.letOthersRun();
            int read = in.read(target, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
