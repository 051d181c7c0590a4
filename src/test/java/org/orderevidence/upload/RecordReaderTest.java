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
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordReaderTest {
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
        assertEquals(List.of("1 {}\r", "2 {}"), read(utf8("\ufeff{}\r\n{}")));
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

    @Test
    void unpacksWhatIsPacked() throws IOException {
        assertEquals(List.of("1 {\"a\":1}", "2 {}"), read(packed("{\"a\":1}\n{}\n")));
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
    void aLongLineIsBlankOnlyWhenAllOfItIs() throws IOException {
        String blanks = " ".repeat(RecordReader.MAX_RECORD_BYTES);
        try (RecordReader reader = reader(utf8("{}\n" + blanks + " \n" + blanks + "x\n"))) {
            reader.next();

            assertEquals("3 too_large", shown(reader.next()));
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

        for (byte[] same : List.of(input, utf8(later), packed(later))) {
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
        return new RecordReader(new ByteArrayInputStream(input));
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
        try (RecordReader reader = new RecordReader(inSmallPieces)) {
            for (Item item = reader.next(); item != null; item = reader.next()) {
                records.add(shown(item));
            }
        }
        return records;
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(utf8(text));
        }
        return packed.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
