package org.orderevidence.store.document;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Stored bytes as lines for an operator, without knowing what they mean: documents by the numbers of their fields, text,
 * and all else in hexadecimal digits. They may be personal.
 */
public final class DocumentText {
    private static final String STEP = "  ";

    private DocumentText() {}

    /** Returns the lines, the first behind a name. */
    public static List<String> of(String name, byte[] bytes) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        int length = bytes.length < Integer.BYTES ? -1 : all.getInt(0);
        if (length > 0 && length <= bytes.length - Integer.BYTES && isDocument(all.slice(Integer.BYTES, length))) {
            int rest = Integer.BYTES + length;
            List<String> lines = new ArrayList<>(of(name, all.slice(Integer.BYTES, length)));
            lines.addAll(of(name + ", rest", all.slice(rest, bytes.length - rest)));
            return lines;
        }
        return of(name, all);
    }

    private static List<String> of(String name, ByteBuffer bytes) {
        if (isDocument(bytes)) {
            ByteBuffer fields = bytes.slice(2, bytes.limit() - 2 - DocumentWriter.CHECKSUM_LENGTH);
            return below(name + ": document " + (char) bytes.get(0), fields(fields));
        }
        String text = text(bytes);
        if (text != null) {
            return List.of(name + ": " + text);
        }
        List<String> fields = fields(bytes);
        if (fields != null) {
            return below(name + ":", fields);
        }
        byte[] rest = new byte[bytes.limit()];
        bytes.get(0, rest);
        return List.of(name + ": 0x" + HexFormat.of().formatHex(rest));
    }

    private static List<String> below(String name, @Nullable List<String> lines) {
        List<String> all = new ArrayList<>(List.of(name));
        (lines == null ? List.of("malformed") : lines).forEach(line -> all.add(STEP + line));
        return all;
    }

    private static boolean isDocument(ByteBuffer bytes) {
        int end = bytes.limit() - DocumentWriter.CHECKSUM_LENGTH;
        if (end < 2) {
            return false;
        }
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.slice(0, end));
        return bytes.getInt(end) == (int) checksum.getValue();
    }

    private static @Nullable String text(ByteBuffer bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes.duplicate().rewind())
                    .toString();
            return text.chars().anyMatch(c -> c < ' ' && !Character.isWhitespace(c)) ? null : text;
        } catch (CharacterCodingException none) {
            return null;
        }
    }

    /** Returns {@code null} if these are no fields. */
    private static @Nullable List<String> fields(ByteBuffer bytes) {
        List<String> lines = new ArrayList<>();
        ByteBuffer from = bytes.duplicate().rewind();
        try {
            while (from.hasRemaining()) {
                long key = number(from);
                String tag = Long.toString(key >>> DocumentWriter.Shape.BITS);
                if (tag.equals("0")) {
                    return null;
                }
                switch (DocumentWriter.Shape.of(key)) {
                    case NUMBER -> lines.add(tag + ": " + number(from));
                    case FLAG -> lines.add(tag + ": yes");
                    case BYTES -> {
                        int length = Math.toIntExact(number(from));
                        lines.addAll(of(tag, from.slice(from.position(), length)));
                        from.position(from.position() + length);
                    }
                }
            }
            return lines;
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | ArithmeticException
                | IllegalArgumentException
                | UnreadableDocument none) {
            return null;
        }
    }

    private static long number(ByteBuffer from) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte octet = from.get();
            value |= (long) (octet & 0x7f) << shift;
            if (octet >= 0) {
                return value;
            }
        }
        throw new UnreadableDocument("a number is too long");
    }
}
