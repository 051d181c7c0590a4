package org.orderevidence.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NdjsonLinesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | ''",
                "'~' | ''",
                "'~~ ~\t~^~' | ''",
                "'a' | '1:a'",
                "'a~' | '1:a'",
                "'a~b' | '1:a 2:b'",
                "'a^~b^~' | '1:a 2:b'",
                "'~a~~^~b' | '2:a 5:b'",
                "' a ~' | '1: a '",
                "'a^b~' | '1:a^b'",
                "'a^^~' | '1:a^'",
                "'a^' | '1:a'",
                "'12345678~123456789~x' | '1:12345678 2:too long 3:x'",
                "'12345678^~123456789^~x' | '1:12345678 2:too long 3:x'",
                "'123456789' | '1:too long'",
                "'1234567890123456789012345~~x' | '1:too long 3:x'",
                "'         ~x' | '1:too long 2:x'",
            })
    void givesTheLinesThatAreNotBlankByTheirNumbers(String text, String lines) throws IOException {
        byte[] input = text.replace('~', '\n').replace('^', '\r').getBytes(StandardCharsets.UTF_8);
        assertEquals(
                lines,
                String.join(" ", lines(new ByteArrayInputStream(input), 8)).replace('\r', '^'));
        assertEquals(lines, String.join(" ", lines(new Trickle(input), 8)).replace('\r', '^'));
    }

    @Test
    void passesOverALineFarLongerThanItKeeps() throws IOException {
        byte[] long1 = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        byte[] rest = ("\n" + "y".repeat(65_536) + "\n" + "z".repeat(65_537)).getBytes(StandardCharsets.UTF_8);
        InputStream input = new SequenceInputStream(new ByteArrayInputStream(long1), new ByteArrayInputStream(rest));
        assertEquals(List.of("1:too long", "2:" + "y".repeat(65_536), "3:too long"), lines(input, 65_536));
    }

    @Test
    void givesALineAsSoonAsItEnds() throws IOException {
        InputStream silent = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("silence");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException("silence");
            }
        };
        NdjsonLines lines = new NdjsonLines(
                new SequenceInputStream(new ByteArrayInputStream("a\nb".getBytes(StandardCharsets.UTF_8)), silent), 8);
        assertEquals("a", lines.next() instanceof NdjsonLines.Line.Content line ? text(line) : "none");
        assertThrows(IOException.class, lines::next);
    }

    private static List<String> lines(InputStream in, int maxLineBytes) throws IOException {
        NdjsonLines lines = new NdjsonLines(in, maxLineBytes);
        List<String> all = new ArrayList<>();
        for (NdjsonLines.Line line = lines.next(); line != null; line = lines.next()) {
            all.add(line.number() + ":"
                    + switch (line) {
                        case NdjsonLines.Line.Content content -> text(content);
                        case NdjsonLines.Line.TooLong tooLong -> "too long";
                    });
        }
        return all;
    }

    private static String text(NdjsonLines.Line.Content line) {
        return new String(line.bytes(), StandardCharsets.UTF_8);
    }

    /** Gives one byte at a time. */
    private static final class Trickle extends ByteArrayInputStream {
        Trickle(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(1, length));
        }
    }
}
