package org.orderevidence.upload;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.orderevidence.process.LongWork;

/**
 * The bytes of an input, unpacked if they are gzip. Counts them, and limits how many there are. Error messages describe
 * the fix. Lets other requests run after each part that is read.
 */
public final class UnpackedInput extends FilterInputStream {
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

    /** Takes over a stream. */
    static UnpackedInput of(InputStream stream, int mostRecordBytes, long mostBytes) throws IOException {
        PackedInput packed = new PackedInput(stream);
        InputStream start = new BufferedInputStream(packed, BUFFER_BYTES);
        start.mark(MAGIC_BYTES);
        boolean isPacked = GzipInput.isMagic(start.readNBytes(MAGIC_BYTES));
        start.reset();
        InputStream unpacked = isPacked ? new GzipInput(start, BUFFER_BYTES) : start;
        return new UnpackedInput(unpacked, packed, isPacked, mostRecordBytes, mostBytes);
    }

    /**
     * Takes over a stream that must be gzip.
     *
     * @param bufferBytes how much is read at a time
     * @param mostBytes maximum length of the input, unpacked
     */
    public static UnpackedInput ofGzip(InputStream stream, int bufferBytes, long mostBytes) {
        PackedInput packed = new PackedInput(stream);
        return new UnpackedInput(new GzipInput(packed, bufferBytes), packed, true, 0, mostBytes);
    }

    /** Thrown if gzip cannot be unpacked, or unpacks to too much. The message has the reason and the remedy. */
    public static final class BadGzip extends IOException {
        private static final long serialVersionUID = 1L;

        private final boolean isTooLarge;

        BadGzip(String message, boolean isTooLarge, @Nullable IOException cause) {
            super(message, cause);
            this.isTooLarge = isTooLarge;
        }

        public boolean isTooLarge() {
            return isTooLarge;
        }
    }

    /** Gives back the memory for unpacking, and leaves the stream open. */
    public void end() {
        if (in instanceof GzipInput gzip) {
            gzip.inflater.end();
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
            throw new BadGzip("the gzip data ends too early; copy or create the file again", false, early);
        } catch (ZipException damaged) {
            boolean isGzip = !(in instanceof GzipInput gzip) || gzip.hasMember;
            throw new BadGzip(
                    isGzip ? "the gzip data is damaged; copy or create the file again" : "it is not gzip",
                    false,
                    damaged);
        }
        count += Math.max(0, read);
        if (isPacked && count > packed.count * MAX_RATIO) {
            throw new BadGzip(
                    "the gzip data unpacks to more than " + MAX_RATIO + " times its size; unpack it before the upload",
                    true,
                    null);
        }
        if (count > mostBytes) {
            String words = "it has more than " + (mostBytes >> GIBIBYTE_BITS) + " GB"
                    + (isPacked ? " when it is unpacked" : "") + "; split it into smaller files";
            throw isPacked ? new BadGzip(words, true, null) : new IOException(words);
        }
        return read;
    }

    /** A stream that is read many bytes at a time. */
    abstract static class Part extends FilterInputStream {
        Part(InputStream stream) {
            super(stream);
        }

        @Override
        public final int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
        }

        @Override
        public abstract int read(byte[] target, int offset, int length) throws IOException;
    }

    /** The input itself, counted. */
    private static final class PackedInput extends Part {
        private long count;

        PackedInput(InputStream stream) {
            super(stream);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            LongWork.letOthersRun();
            int read = in.read(target, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }

    /**
     * Unpacks gzip (RFC 1952) of any number of members, in constant memory. {@link java.util.zip.GZIPInputStream} calls
     * itself for each empty member until the stack overflows, and ignores the rest of an input after a damaged member.
     */
    private static final class GzipInput extends Part {
        private static final int FIRST_MAGIC = 0x1f;
        private static final int SECOND_MAGIC = 0x8b;
        private static final int DEFLATE = 8;
        private static final int FLAGS_AND_OTHERS = 7;
        private static final int TRAILER_BYTES = 8;
        private static final int HAS_CHECKSUM = 2;
        private static final int HAS_EXTRA = 4;
        private static final int HAS_NAME = 8;
        private static final int HAS_COMMENT = 16;

        private final PushbackInputStream packed;
        private final Inflater inflater = new Inflater(true);
        private final CRC32 checksum = new CRC32();
        private final byte[] buffer;
        private @Nullable Member member;
        private boolean hasMember;

        GzipInput(InputStream in, int bufferBytes) {
            super(in);
            packed = new PushbackInputStream(in, bufferBytes);
            buffer = new byte[bufferBytes];
        }

        /** True if an input with these first two bytes is gzip. */
        static boolean isMagic(byte[] start) {
            return start.length == 2 && (start[0] & 0xff) == FIRST_MAGIC && (start[1] & 0xff) == SECOND_MAGIC;
        }

        private final class Member extends InflaterInputStream {
            Member() {
                super(packed, inflater, 1);
                buf = buffer;
            }

            /** Gives back what was read after the end of the member. */
            void end() throws IOException {
                packed.unread(buffer, len - inflater.getRemaining(), inflater.getRemaining());
            }
        }

        /**
         * Reads at least one byte.
         *
         * @throws EOFException if the input ends within a member
         * @throws ZipException if a member is damaged, or something else follows it
         */
        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            for (Member from = started(); from != null; from = started()) {
                int count = from.read(target, offset, length);
                if (count > 0) {
                    checksum.update(target, offset, count);
                    return count;
                }
                from.end();
                member = null;
                ByteBuffer trailer = next(TRAILER_BYTES);
                if (trailer.getInt() != (int) checksum.getValue()
                        || trailer.getInt() != (int) inflater.getBytesWritten()) {
                    throw new ZipException("the trailer does not fit the content");
                }
            }
            return END;
        }

        @Override
        public void close() throws IOException {
            inflater.end();
            packed.close();
        }

        /** Returns the member that is read, or the next one; null at the end of the input, which may be padded with zeros. */
        private @Nullable Member started() throws IOException {
            if (member != null) {
                return member;
            }
            int first = packed.read();
            while (first == 0 && hasMember) {
                first = packed.read();
            }
            if (first == END && hasMember) {
                return null;
            }
            if (first != FIRST_MAGIC || (next(1).get() & 0xff) != SECOND_MAGIC || next(1).get() != DEFLATE) {
                throw new ZipException("no gzip member");
            }
            // The flags, the time and the system.
            int flags = next(FLAGS_AND_OTHERS).get();
            if ((flags & HAS_EXTRA) != 0) {
                packed.skipNBytes(next(Short.BYTES).getShort() & 0xffff);
            }
            if ((flags & HAS_NAME) != 0) {
                skipText();
            }
            if ((flags & HAS_COMMENT) != 0) {
                skipText();
            }
            if ((flags & HAS_CHECKSUM) != 0) {
                packed.skipNBytes(Short.BYTES);
            }
            inflater.reset();
            checksum.reset();
            hasMember = true;
            member = new Member();
            return member;
        }

        private void skipText() throws IOException {
            while (next(1).get() != 0) {
                // The name of a file, or a comment.
            }
        }

        private ByteBuffer next(int bytes) throws IOException {
            byte[] read = packed.readNBytes(bytes);
            if (read.length < bytes) {
                throw new EOFException("the input ends within a member");
            }
            return ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Text of another encoding as UTF-8. */
    static final class RecodedInput extends Part {
        private static final int CHARACTERS = 8 * 1024;

        private final Reader reader;
        private final char[] characters = new char[CHARACTERS + 1];
        private InputStream utf8 = InputStream.nullInputStream();

        RecodedInput(InputStream text, Charset encoding) {
            super(text);
            reader = new InputStreamReader(text, encoding);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = utf8.read(target, offset, length);
            while (read < 0) {
                int filled = reader.read(characters, 0, CHARACTERS);
                if (filled < 0) {
                    return END;
                }
                // A character of two parts stays whole.
                int second = Character.isHighSurrogate(characters[filled - 1]) ? reader.read() : END;
                if (second >= 0) {
                    characters[filled++] = (char) second;
                }
                utf8 = new ByteArrayInputStream(new String(characters, 0, filled).getBytes(StandardCharsets.UTF_8));
                read = utf8.read(target, offset, length);
            }
            return read;
        }
    }
}
