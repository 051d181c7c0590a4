package org.orderevidence;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * Small gzip files that unpack to much. Each has many members. Those that unpack to nearly as much as is allowed have a
 * comment of random bytes in each member.
 */
enum CompressedFile {
    /** 4 GB of blank lines. */
    BLANK_LINES("", "\n", false),
    ALLOWED_BLANK_LINES("{}\n", "\n", true),
    EMPTY_LISTS("[1", ",[]", true),
    EMPTY_OBJECTS("[1", ",{}", true),
    EMPTY_ORDERS("{}\n", "{}\n", true),
    BROKEN_ORDERS("{}\n", "{\n", true),
    EMPTY_ROWS("id,amount,currency,transactionDate\n", "\n", true),
    ROWS_OF_SEPARATORS("id,amount,currency,transactionDate\n", ",,,\n", true);

    private static final int PACKED_BYTES = 4 * 1024 * 1024;
    private static final int MEMBER_BYTES = 4 * 1024 * 1024;

    /** A little less than the ratio that is allowed. */
    private static final int ALLOWED = 95;

    private static final int HAS_COMMENT = 16;
    private static final int HEADER_BYTES = 10;
    private static final int FLAGS = 3;
    private static final long SEED = 31;

    private final String start;
    private final String repeated;
    private final boolean isAllowed;

    CompressedFile(String start, String repeated, boolean isAllowed) {
        this.start = start;
        this.repeated = repeated;
        this.isAllowed = isAllowed;
    }

    /** Returns the file. */
    byte[] bytes() {
        byte[] member = packed(repeated.repeat(MEMBER_BYTES / repeated.length()));
        ByteArrayOutputStream file = new ByteArrayOutputStream(PACKED_BYTES + member.length);
        Random random = new Random(SEED);
        file.writeBytes(packed(start));
        while (file.size() < PACKED_BYTES) {
            int comment = isAllowed ? Math.max(0, MEMBER_BYTES / ALLOWED - member.length) : 0;
            if (comment == 0) {
                file.writeBytes(member);
                continue;
            }
            byte[] head = java.util.Arrays.copyOf(member, HEADER_BYTES);
            head[FLAGS] |= HAS_COMMENT;
            file.writeBytes(head);
            random.ints(comment, 1, 256).forEach(file::write);
            file.write(0);
            file.write(member, HEADER_BYTES, member.length - HEADER_BYTES);
        }
        return file.toByteArray();
    }

    private static byte[] packed(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unexpected) {
            throw new UncheckedIOException(unexpected);
        }
        return packed.toByteArray();
    }
}
