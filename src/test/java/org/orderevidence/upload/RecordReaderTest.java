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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;

/** Records of an input: its format is recognised by its content, plain or packed. */
class RecordReaderTest {
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

    private static final String ORDER = "{\"id\":\"A\",\"amount\":1}\n";
    private static final int UNPACKED = 64 * 1024 * 1024;

    /** Here {@code /} stands for a line's end, {@code ;} between the records that are expected. */
    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            ''                     ! ''
            //  /                  ! ''
            {"a":1}              ! 1 {"a":1}
            {"a":1}/{"b":2}/   ! 1 {"a":1};2 {"b":2}
            //{"a":1}//{"b":2} ! 3 {"a":1};5 {"b":2}
            nonsense/{}            ! 1 malformed_json;2 {}
            []                     ! ''
            [ / ]                  ! ''
            [{"a":1},{"b":2}]  ! 1 {"a":1};2 {"b":2}
            / [ {"a":[1,2]} , 7] ! 1 {"a":[1,2]};2 invalid_type
            [{"a":",]\\"]"},{}] ! 1 {"a":",]\\"]"};2 {}
            [{"a":1,"a":2},{}] ! 1 malformed_json;2 {}
            [{"b":{"a":1,"a":[{}]},"c":3},{}] ! 1 malformed_json;2 {}
            """)
    void splitsLinesAndArrays(String input, String expected) throws IOException {
        List<String> records = new ArrayList<>();
        for (String record : read(utf8(input.replace('/', '\n')))) {
            records.add(record);
        }

        assertEquals(expected.strip(), String.join(";", records).strip());
    }

    @Test
    void passesOverAByteOrderMarkAndReturnsBeforeNewlines() throws IOException {
        assertEquals(List.of("1 {}", "2 {}"), read(utf8("\ufeff{}\r\n{}")));
        assertEquals(List.of("1 {}", "2 {}"), read(utf8("\ufeff[{},\r\n{}]")));
    }

    /** The service judges what was sent: no digit, no half of a surrogate pair is lost. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1.10}",
                "{\"a\":12345678901234567890123}",
                "{\"a\":-0.12345678901234567890123}",
                "{\"a\":\"\\uD800\"}",
                "{\"a\":null,\"b\":true}"
            })
    void anElementIsSentAsItIs(String element) throws IOException {
        assertEquals(List.of("1 " + element), read(utf8("[" + element + "]")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{}", "[", "[{},", "[\"", "[{\"a\":\"]}"})
    void anArrayThatIsBrokenOffIsToldWhenItsEndIsReached(String input) {
        IOException broken = assertThrows(IOException.class, () -> read(utf8(input)));

        assertTrue(String.valueOf(broken.getMessage()).startsWith("the input ends inside its JSON"), broken::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            [{},,{}]       ! element 2 is not JSON
            [{},]          ! element 2 is not JSON
            [{"a":01},{}] ! element 1 is not JSON
            [{} {}]        ! element 2 is not JSON
            [{}}           ! element 2 is not JSON
            """)
    void anArrayIsReadUpToTheElementThatIsNotJson(String input, String message) {
        IOException broken = assertThrows(IOException.class, () -> read(utf8(input)));

        assertTrue(String.valueOf(broken.getMessage()).startsWith(message + " (line 1, column "), broken::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{}] x", "[][]", "[],"})
    void whatStandsBehindAnArrayIsTold(String input) {
        IOException broken = assertThrows(IOException.class, () -> read(utf8(input)));

        assertEquals("the input continues after the end of its array", broken.getMessage());
    }

    @Test
    void theRecordsBeforeABreakAreRead() throws IOException {
        try (RecordReader reader = reader(utf8("[{\"a\":1},{\"b\""))) {
            assertEquals("1 {\"a\":1}", shown(reader.next()));
            assertThrows(IOException.class, reader::next);
        }
    }

    @Test
    void aLineThatIsTooLongIsRejectedAndTheNextOneIsWhole() throws IOException {
        String longest = "{\"a\":\"" + "x".repeat(RecordReader.MAX_RECORD_BYTES - 8) + "\"}";
        try (RecordReader reader = reader(utf8(longest + "\n" + longest + " \n{}"))) {
            assertEquals("1 " + longest, shown(reader.next()));
            assertEquals("2 too_large", shown(reader.next()));
            assertEquals("3 {}", shown(reader.next()));
        }
    }

    @Test
    void anArrayEndsWithAnElementThatIsTooLong() throws IOException {
        String tooLong = "[1" + ",1".repeat(RecordReader.MAX_RECORD_BYTES) + "]";
        try (RecordReader reader = reader(utf8("[{}," + tooLong + ",{}]"))) {
            assertEquals("1 {}", shown(reader.next()));
            IOException broken = assertThrows(IOException.class, reader::next);

            assertEquals("element 2: longer than 1048576 bytes", broken.getMessage());
        }
    }

    @Test
    void anArrayLongerThanARecordMayBeIsRead() throws IOException {
        int count = 5_000;
        String element = "{\"a\":\"" + "x".repeat(1_000) + "\"}";

        List<String> records = read(utf8("[" + (element + ",").repeat(count - 1) + element + "]"));

        assertEquals(count, records.size());
        assertEquals(count + " " + element, records.getLast());
    }

    @Test
    void aLongLineIsTooLargeEvenIfItIsBlank() throws IOException {
        String blanks = " ".repeat(RecordReader.MAX_RECORD_BYTES);
        try (RecordReader reader = reader(utf8("{}\n" + blanks + "\n" + blanks + " \n" + blanks + "x\n"))) {
            reader.next();

            assertEquals("3 too_large", shown(reader.next()));
            assertEquals("4 too_large", shown(reader.next()));
            assertNull(reader.next());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            {"a":1}/{"b":2}/    ! {"a":1}/{"c":3}/{}
            /{"a":1}/{"b":2}/   ! /{"a":1}/
            [{"a":1},{"b":2}]   ! [{"a":1} , 7]
            [{"a":1,"a":2},{}]  ! [{"a":1,"a":2}]
            """)
    void aSecondRunSkipsToTheEndOfTheSameRecord(String first, String second) throws IOException {
        byte[] input = utf8(first.replace('/', '\n'));
        String later = second.replace('/', '\n');
        Item.Place end = placeAfterOne(input);

        for (byte[] same : List.of(input, utf8(later), Bodies.gzip(later))) {
            try (RecordReader reader = reader(same)) {
                assertTrue(reader.skipTo(end));
                assertEquals(end.number(), reader.place().number());
                Item next = reader.next();
                assertTrue(next == null || next.end().number() == end.number() + 1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            {"a":1}/{"b":2}/  ! {"a":10}/{"b":2}/
            {"a":1}/{"b":2}/  ! /{"a":1}/{"b":2}/
            {"a":1}/{"b":2}/  ! ''
            {"a":1}            ! {"a":1,"b":2}
            [{"a":1},{"b":2}] ! [ {"a":1},{"b":2}]
            """)
    void aRecordThatEndsElsewhereIsNotSkippedTo(String first, String second) throws IOException {
        Item.Place end = placeAfterOne(utf8(first.replace('/', '\n')));

        try (RecordReader reader = reader(utf8(second.replace('/', '\n')))) {
            assertFalse(reader.skipTo(end));
        }
    }

    private static Item.Place placeAfterOne(byte[] input) throws IOException {
        try (RecordReader reader = reader(input)) {
            reader.next();
            return reader.place();
        }
    }

    private static RecordReader reader(byte[] input) throws IOException {
        return new RecordReader(new ByteArrayInputStream(input), null);
    }

    private static String shown(@Nullable Item item) {
        if (item == null) {
            return "";
        }
        Outcome.Rejected fault = item.fault();
        return item.end().number() + " "
                + (fault == null
                        ? new String(item.json().toArray(), StandardCharsets.UTF_8)
                        : fault.errors().getFirst().get("code"));
    }

    private static List<String> read(byte[] input) throws IOException {
        List<String> records = new ArrayList<>();
        InputStream inSmallPieces = new ByteArrayInputStream(input) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 3));
            }
        };
        try (RecordReader reader = new RecordReader(inSmallPieces, null)) {
            for (Item item = reader.next(); item != null; item = reader.next()) {
                records.add(shown(item));
            }
        }
        return records;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Stream<Arguments> formats() {
        return FORMATS.entrySet().stream()
                .flatMap(format -> Stream.of("plain", "mark", "UTF-16", "blank", "gzip", "members", "slow members")
                        .map(packing -> Arguments.of(format.getKey(), packing, format.getValue())));
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
            assertNull(same.next(), "after the end");
        }
        try (RecordReader other = new RecordReader(packed(packing, text.replace("A", "AA")), CSV)) {
            assertFalse(other.skipTo(end));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NDJSON", "array", "orders", "pretty", "CSV"})
    void aGzipFileThatIsCutOffIsReported(String format) throws IOException {
        byte[] whole = Bodies.gzip(FORMATS.getOrDefault(format, ""));
        for (int length : List.of(5, whole.length / 2, whole.length - 12, whole.length - 4)) {
            IOException cut = assertThrows(IOException.class, () -> readAll(Arrays.copyOf(whole, length)));
            assertTrue(String.valueOf(cut.getMessage()).contains("the gzip data ends too early"), cut::toString);
        }
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
        return count(new ByteArrayInputStream(input), Long.MAX_VALUE);
    }

    private static InputStream packed(String packing, String text) throws IOException {
        return switch (packing) {
            case "plain" -> stream(text.getBytes(StandardCharsets.UTF_8));
            case "mark" -> stream(("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
            case "UTF-16" -> stream(text.getBytes(StandardCharsets.UTF_16));
            case "blank" -> stream(("\r\n \n" + text).getBytes(StandardCharsets.UTF_8));
            case "gzip" -> stream(Bodies.gzip(text));
            default -> {
                ByteArrayOutputStream members = new ByteArrayOutputStream();
                for (int i = 0; i < text.length(); i += 7) {
                    members.writeBytes(Bodies.gzip(text.substring(i, Math.min(text.length(), i + 7))));
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

    /** A format decides who reads the bytes, and each reader must stop. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                   | `~`
            `{"id":"A"}~`    | `~`
            `[`                  | ` `
            `[[]`                | `,[]`
            `[1`                 | `,1`
            `{"orders":[{}`    | `,{}`
            `{"a":1}{"a":1}` | `{}`
            `id;amount;currency;transactionDate~`         | `~`
            `id;amount;currency;transactionDate~A;1~`     | `;~`
            `id;amount;currency;transactionDate~A;`       | `1`
            `x`                  | `x`
            """)
    @Tag("slow")
    void anInputThatUnpacksToMoreThanAHundredTimesItsSizeIsRefused(String start, String repeated) throws IOException {
        String content = start.replace('~', '\n');
        byte[] packed = packed(content, repeated.replace('~', '\n'), UNPACKED);

        IOException refused = assertThrows(IOException.class, () -> readAll(packed));

        String reason = String.valueOf(refused.getMessage());
        boolean isRecordTooLong = reason.contains("longer than") || reason.contains("a row has at most");
        assertTrue(
                isRecordTooLong
                        || reason.contains("unpacks to more than 100 times its size; unpack it before the upload"),
                refused::toString);
    }

    @Test
    @Tag("slow")
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
        byte[] empty = Bodies.gzip("");
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        for (int i = 0; i < 200_000; i++) {
            members.writeBytes(empty);
        }
        members.writeBytes(Bodies.gzip(ORDER));

        assertEquals(1, readAll(members.toByteArray()));
    }

    @Test
    void aMemberMayHaveEveryOptionalField() throws IOException {
        byte[] plain = Bodies.gzip(ORDER);
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        member.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3});
        member.writeBytes(new byte[] {3, 0, 'x', 'y', 'z'});
        member.writeBytes("orders.ndjson\0a comment\0".getBytes(StandardCharsets.US_ASCII));
        member.writeBytes(new byte[] {1, 2});
        member.write(plain, 10, plain.length - 10);
        member.writeBytes(new byte[512]);

        assertEquals(1, readAll(member.toByteArray()));
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
        byte[] first = Bodies.gzip(ORDER);
        byte[] second = Bodies.gzip(ORDER);
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

        IOException damaged = assertThrows(IOException.class, () -> readAll(both.toByteArray()), what);
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

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            {"id":"A-1"}                              ! A-1
            {"card":{"id":"B"},"id":"A\\u002d1"} ! A-1
            {"list":[{"id":"B"}]}                   !
            {"id":7}                                    !
            {"id":null}                                 !
            {"id":{"id":"B"}}                       !
            {}                                            !
            """)
    void anObjectIsSentUnderItsOwnId(String json, String id) {
        Item item = item(json);

        assertNull(item.fault());
        assertEquals(id, item.id());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "\"x\"", "null", "[{\"id\":\"A\"}]"})
    void whatIsNoObjectIsNotSent(String json) {
        assertEquals("invalid_type", fault(json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{",
                "{\"id\":\"A\"",
                "{\"id\":\"A\"}}",
                "{\"id\":\"A\"} {}",
                "{\"a\":[1,{]}",
                "{\"a\":\"\\q\"}",
                "{\"a\":01}",
                "{\"a\":1,\"a\":2}",
                "{\"b\":{\"a\":1,\"a\":2}}"
            })
    void whatWouldSpoilTheBatchIsNotSent(String json) {
        assertEquals("malformed_json", fault(json));
    }

    private static String fault(String json) {
        Outcome.Rejected fault = item(json).fault();
        return fault == null ? "none" : fault.errors().getFirst().getOrDefault("code", "");
    }

    private static Item item(String json) {
        return Item.of(new Item.Place(1, json.length(), json.length()), json.getBytes(StandardCharsets.UTF_8));
    }
}
