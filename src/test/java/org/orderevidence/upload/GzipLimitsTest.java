package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a small gzip file may cost: bytes, time and stack. */
final class GzipLimitsTest {
    private static final CsvOptions CSV = new CsvOptions(Map.of(), Amounts.MINOR, CsvOptions.Advice.COMMAND);
    private static final String ORDER = "{\"id\":\"A\",\"amount\":1}\n";
    private static final int UNPACKED = 64 * 1024 * 1024;

    /** A format decides who reads the bytes, and each reader must stop. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                   | `~`",
                "`{\"id\":\"A\"}~`    | `~`",
                "`[`                  | ` `",
                "`[[]`                | `,[]`",
                "`[1`                 | `,1`",
                "`{\"orders\":[{}`    | `,{}`",
                "`{\"a\":1}{\"a\":1}` | `{}`",
                "`id;amount;currency;transactionDate~`         | `~`",
                "`id;amount;currency;transactionDate~A;1~`     | `;~`",
                "`id;amount;currency;transactionDate~A;`       | `1`",
                "`x`                  | `x`"
            })
    void anInputThatUnpacksToMoreThanAHundredTimesItsSizeIsRefused(String start, String repeated) throws IOException {
        String content = start.replace('~', '\n');
        byte[] packed = packed(content, repeated.replace('~', '\n'), UNPACKED);

        IOException refused =
                assertThrows(IOException.class, () -> count(new ByteArrayInputStream(packed), Long.MAX_VALUE));

        String reason = String.valueOf(refused.getMessage());
        boolean isRecordTooLong = reason.contains("longer than") || reason.contains("a row has at most");
        assertTrue(
                isRecordTooLong
                        || reason.contains("unpacks to more than 100 times its size; unpack it before the upload"),
                refused::toString);
    }

    @Test
    void aLongInputIsReadUpToTheTotal() throws IOException {
        long gibibyte = 1L << 30;
        InputStream blanks = new InputStream() {
            private long left = gibibyte + 1;

            @Override
            public int read() {
                return left-- > 0 ? '\n' : -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                int count = (int) Math.min(length, left);
                Arrays.fill(target, offset, offset + count, (byte) '\n');
                left -= count;
                return count == 0 ? -1 : count;
            }
        };

        IOException refused = assertThrows(IOException.class, () -> count(blanks, gibibyte));
        assertEquals("it has more than 1 GB; split it into smaller files", refused.getMessage());
    }

    /** The JDK's own stream calls itself for each of them. */
    @Test
    void emptyMembersCostNoStack() throws IOException {
        byte[] empty = gzip("");
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        for (int i = 0; i < 200_000; i++) {
            members.writeBytes(empty);
        }
        members.writeBytes(gzip(ORDER));

        assertEquals(1, count(new ByteArrayInputStream(members.toByteArray()), Long.MAX_VALUE));
    }

    @Test
    void aMemberMayHaveEveryOptionalField() throws IOException {
        byte[] plain = gzip(ORDER);
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        member.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3});
        member.writeBytes(new byte[] {3, 0, 'x', 'y', 'z'});
        member.writeBytes("orders.ndjson\0a comment\0".getBytes(StandardCharsets.US_ASCII));
        member.writeBytes(new byte[] {1, 2});
        member.write(plain, 10, plain.length - 10);
        member.writeBytes(new byte[512]);

        assertEquals(1, count(new ByteArrayInputStream(member.toByteArray()), Long.MAX_VALUE));
    }

    /** A member that cannot be read is no end: the orders in it would be lost without a word. */
    @ParameterizedTest
    @CsvSource({
        "trailer of the first, 1",
        "magic of the second, 2",
        "method of the second, 3",
        "text after it, 4",
        "length of the first, 5"
    })
    void aDamagedMemberIsReported(String what, int damage) throws IOException {
        byte[] first = gzip(ORDER);
        byte[] second = gzip(ORDER);
        switch (damage) {
            case 1 -> first[first.length - 8] ^= 1;
            case 2 -> second[0] ^= 1;
            case 3 -> second[2] ^= 1;
            case 4 -> second = ORDER.getBytes(StandardCharsets.UTF_8);
            default -> first[first.length - 1] ^= 1;
        }
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.writeBytes(second);

        IOException damaged = assertThrows(
                IOException.class, () -> count(new ByteArrayInputStream(both.toByteArray()), Long.MAX_VALUE), what);
        assertEquals("the gzip data is damaged; copy or create the file again", damaged.getMessage());
    }

    private static int count(InputStream input, long most) throws IOException {
        int count = 0;
        try (RecordReader reader = new RecordReader(input, CSV, most)) {
            for (Item item = reader.next(); item != null; item = reader.next()) {
                count++;
            }
        }
        return count;
    }

    private static byte[] packed(String start, String repeated, int length) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed, 64 * 1024)) {
            packing.write(start.getBytes(StandardCharsets.UTF_8));
            byte[] piece = repeated.repeat(64 * 1024 / repeated.length()).getBytes(StandardCharsets.UTF_8);
            for (int written = 0; written < length; written += piece.length) {
                packing.write(piece);
            }
        }
        return packed.toByteArray();
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
