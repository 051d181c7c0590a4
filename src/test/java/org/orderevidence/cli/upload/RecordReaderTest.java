package org.orderevidence.cli.upload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordReaderTest {
    /** Here {@code /} stands for a line's end, {@code ;} between the records that are expected. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "''                     ! ''",
                "//  /                  ! ''",
                "{\"a\":1}              ! 1 {\"a\":1}",
                "{\"a\":1}/{\"b\":2}/   ! 1 {\"a\":1};2 {\"b\":2}",
                "//{\"a\":1}//{\"b\":2} ! 3 {\"a\":1};5 {\"b\":2}",
                "nonsense/{}            ! 1 nonsense;2 {}",
                "[]                     ! ''",
                "[ / ]                  ! ''",
                "[{\"a\":1},{\"b\":2}]  ! 1 {\"a\":1};2 {\"b\":2}",
                "/ [ {\"a\":[1,2]} , 7] ! 1 {\"a\":[1,2]} ;2 7",
                "[\"a,]\\\"],\",{}]     ! 1 \"a,]\\\"],\";2 {}",
                "[{},,{}]               ! 1 {};2 ;3 {}",
                "[{},]                  ! 1 {};2 "
            })
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
    }

    @Test
    void unpacksWhatIsPacked() throws IOException {
        assertEquals(List.of("1 {\"a\":1}", "2 {}"), read(packed("{\"a\":1}\n{}\n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{}", "[", "[{},", "[\"", "[{\"a\":\"]}"})
    void anArrayThatIsBrokenOffIsToldWhenItsEndIsReached(String input) {
        assertThrows(RecordReader.BrokenInput.class, () -> read(utf8(input)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{}] x", "[][]", "[],"})
    void whatStandsBehindAnArrayIsTold(String input) {
        assertThrows(RecordReader.BrokenInput.class, () -> read(utf8(input)));
    }

    @Test
    void theRecordsBeforeABreakAreRead() throws IOException {
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(utf8("[{\"a\":1},{\"b\"")))) {
            RecordReader.RawRecord first = reader.next();

            assertEquals(
                    "{\"a\":1}", first == null ? "" : new String(first.bytes().toArray(), StandardCharsets.UTF_8));
            assertThrows(RecordReader.BrokenInput.class, reader::next);
        }
    }

    @Test
    void aRecordThatIsTooLongIsCutAndTheNextOneIsWhole() throws IOException {
        byte[] long1 = ("\"" + "x".repeat(RecordReader.MAX_RECORD_BYTES) + "\"\n{}").getBytes(StandardCharsets.UTF_8);
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(long1))) {
            RecordReader.RawRecord first = reader.next();
            RecordReader.RawRecord second = reader.next();

            assertTrue(first != null && first.tooLong() && first.bytes().length() == RecordReader.MAX_RECORD_BYTES);
            assertArrayEquals(
                    utf8("{}"), second == null ? new byte[0] : second.bytes().toArray());
        }
    }

    @Test
    void aLongLineIsBlankOnlyWhenAllOfItIs() throws IOException {
        String blanks = " ".repeat(RecordReader.MAX_RECORD_BYTES);
        try (RecordReader reader =
                new RecordReader(new ByteArrayInputStream(utf8("{}\n" + blanks + " \n" + blanks + "x\n")))) {
            reader.next();
            RecordReader.RawRecord second = reader.next();

            assertTrue(second != null && second.number() == 3 && second.tooLong());
            assertNull(reader.next());
        }
    }

    @Test
    void theDigestCoversWhatWasReadAndNothingElse() throws IOException {
        String one = digestAfter(utf8("{\"a\":1}\n{\"b\":2}\n"), 1);

        assertEquals(one, digestAfter(utf8("{\"a\":1}\n{\"c\":3}\n{}\n"), 1));
        assertEquals(one, digestAfter(packed("{\"a\":1}\nx"), 1));
        assertNotEquals(one, digestAfter(utf8("{\"a\":2}\n{\"b\":2}\n"), 1));
        assertNotEquals(one, digestAfter(utf8("{\"a\":1}\n{\"b\":2}\n"), 2));
    }

    private static String digestAfter(byte[] input, int records) throws IOException {
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(input))) {
            for (int i = 0; i < records; i++) {
                reader.next();
            }
            return reader.place().digest();
        }
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
            for (RecordReader.RawRecord raw = reader.next(); raw != null; raw = reader.next()) {
                records.add(raw.number() + " " + new String(raw.bytes().toArray(), StandardCharsets.UTF_8));
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
