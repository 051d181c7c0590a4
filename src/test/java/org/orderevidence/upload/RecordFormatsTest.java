package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of an input is recognised by its content, plain or packed. */
class RecordFormatsTest {
    private static final CsvOptions CSV = new CsvOptions(Map.of(), Amounts.MINOR, CsvOptions.Advice.COMMAND);

    /** The same two orders in every format. */
    private static final Map<String, String> FORMATS = Map.of(
            "NDJSON", "{\"id\":\"A\",\"amount\":1}\n{\"id\":\"B\",\"amount\":2}\n",
            "array", "[{\"id\":\"A\",\"amount\":1},\n {\"id\":\"B\",\"amount\":2}]",
            "orders", "{\"orders\":[{\"id\":\"A\",\"amount\":1},{\"id\":\"B\",\"amount\":2}]}",
            "orders among others",
                    "{\"count\": 2, \"more\": {\"orders\": [7]},\n \"orders\": [\n{\"id\":\"A\",\"amount\":1},"
                            + "{\"id\":\"B\",\"amount\":2}], \"next\": {\"a\": [1]}}\n",
            "pages", "{\"orders\":[{\"id\":\"A\",\"amount\":1}]}\n{\"orders\":[{\"id\":\"B\",\"amount\":2}]}",
            "pretty", "{\n  \"id\": \"A\",\n  \"amount\": 1\n}\n{\n  \"id\": \"B\",\n  \"amount\": 2\n}\n",
            "one line", "{\"id\":\"A\",\"amount\":1} {\"id\":\"B\",\"amount\":2}",
            "CSV", "id;amount;currency;transactionDate\nA;1;USD;2026-11-01\nB;2;USD;2026-11-01\n");

    static Stream<Arguments> formats() {
        return FORMATS.entrySet().stream()
                .flatMap(format -> Stream.of("plain", "mark", "blank", "gzip", "members", "slow members")
                        .map(packing -> Arguments.of(format.getKey(), packing, format.getValue())));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("formats")
    void everyFormatIsRecognised(String name, String packing, String text) throws IOException {
        List<String> ids = new ArrayList<>();
        try (RecordReader reader = new RecordReader(packed(packing, text), CSV)) {
            for (Item item = reader.next(); item != null; item = reader.next()) {
                ids.add(item.fault() == null ? String.valueOf(item.id()) : "" + item.fault());
            }
            assertNull(reader.next(), "after the end");
        }

        assertEquals(List.of("A", "B"), ids);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("formats")
    void everyFormatIsContinuedAfterItsFirstRecord(String name, String packing, String text) throws IOException {
        Item.Place end;
        try (RecordReader reader = new RecordReader(packed(packing, text), CSV)) {
            reader.next();
            end = reader.place();
        }

        try (RecordReader same = new RecordReader(packed(packing, text), CSV)) {
            assertTrue(same.skipTo(end));
            Item next = same.next();
            assertEquals("B", next == null ? "none" : next.id());
        }
        try (RecordReader other = new RecordReader(packed(packing, text.replace("A", "AA")), CSV)) {
            assertFalse(other.skipTo(end));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NDJSON", "array", "orders", "pretty", "CSV"})
    void aGzipFileThatIsCutOffIsReported(String format) throws IOException {
        byte[] whole = gzip(FORMATS.getOrDefault(format, ""));
        for (int length : List.of(5, whole.length / 2, whole.length - 12, whole.length - 4)) {
            IOException cut = assertThrows(IOException.class, () -> readAll(Arrays.copyOf(whole, length)));
            assertTrue(String.valueOf(cut.getMessage()).contains("the gzip data ends too early"), cut::toString);
        }
    }

    @Test
    void aGzipFileWithAWrongByteIsReported() throws IOException {
        byte[] packed = gzip(FORMATS.getOrDefault("CSV", ""));
        packed[packed.length - 6] ^= 1;

        IOException damaged = assertThrows(IOException.class, () -> readAll(packed));
        assertEquals("the gzip data is damaged; copy or create the file again", damaged.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{},~{\"id\" 1}]             | element 2 is not JSON (line 2, column ",
                "{\"orders\": [~{},~{]}       | element 2 is not JSON (line 3, column ",
                "{~\"id\": 1~}~{~\"id\": }    | element 2 is not JSON (line 5, column ",
                "~~{~\"id\": 1                | the input ends inside its JSON, in element 1 (line 4, column ",
                "{\"orders\": [{}             | the input ends inside its JSON, in element 2 (line 1, column ",
                "{\"orders\": [], \"orders\": []} | the input has two members \"orders\" in one object"
            })
    void brokenJsonIsReportedWithItsLineAndColumn(String text, String message) {
        IOException broken = assertThrows(
                IOException.class, () -> readAll(text.replace('~', '\n').getBytes(StandardCharsets.UTF_8)));

        assertTrue(String.valueOf(broken.getMessage()).startsWith(message), broken::toString);
    }

    /** An object with an array "orders" in it, not at its top, is an order like any other. */
    @Test
    void onlyAMemberOfTheObjectItselfHasTheOrders() throws IOException {
        assertEquals(1, readAll("{\"id\":\"A\",\"more\":{\"orders\":[1,2]}}".getBytes(StandardCharsets.UTF_8)));
        assertEquals(1, readAll("{\"id\":\"A\",\"orders\":7}\n".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({
        "504b030414000600, an Excel file (XLSX)",
        "d0cf11e0a1b11ae1, an Excel file.",
        "fffe69006400, UTF-16",
        "feff00690064, UTF-16",
        "28b52ffd00, Zstandard",
        "425a683931, bzip2",
        "fd377a585a00, xz"
    })
    void otherFormatsAreRefusedWithARemedy(String hex, String words) {
        byte[] start = HexFormat.of().parseHex(hex);

        UnusableInput refused = assertThrows(UnusableInput.class, () -> readAll(start));
        assertFalse(refused.isStarted());
        assertTrue(String.valueOf(refused.getMessage()).contains(words), refused::toString);
    }

    private static int readAll(byte[] input) throws IOException {
        int count = 0;
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(input), CSV)) {
            for (Item item = reader.next(); item != null; item = reader.next()) {
                count++;
            }
        }
        return count;
    }

    private static InputStream packed(String packing, String text) throws IOException {
        return switch (packing) {
            case "plain" -> stream(text.getBytes(StandardCharsets.UTF_8));
            case "mark" -> stream(("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
            case "blank" -> stream(("\r\n \n" + text).getBytes(StandardCharsets.UTF_8));
            case "gzip" -> stream(gzip(text));
            default -> {
                ByteArrayOutputStream members = new ByteArrayOutputStream();
                for (int i = 0; i < text.length(); i += 7) {
                    members.writeBytes(gzip(text.substring(i, Math.min(text.length(), i + 7))));
                }
                yield packing.equals("members") ? stream(members.toByteArray()) : slow(members.toByteArray());
            }
        };
    }

    private static InputStream stream(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }

    /** A pipe whose writer is slow: one byte at a time, and never more in sight. */
    private static InputStream slow(byte[] bytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1));
            }

            @Override
            public synchronized int available() {
                return 0;
            }
        };
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
