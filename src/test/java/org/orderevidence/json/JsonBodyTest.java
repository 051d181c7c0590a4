package org.orderevidence.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.json.JsonBody.MalformedJson;
import org.orderevidence.json.JsonWriter.JsonBuffer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as it is read and written. */
class JsonBodyTest {
    private static final long SEED = 20_261_120L;
    private static final JsonMapper JACKSON = new JsonMapper();

    @Test
    void readsEveryKindOfValue() throws MalformedJson {
        JsonNode body = parse("{\"a\": [\"t\", 1, -0, true, false, null, {}], \"ü€😀\": \"\\ud83d\\ude00\"}");
        assertEquals("[\"t\",1,0,true,false,null,{}]", body.get("a").toString());
        assertEquals("😀", body.get("ü€😀").stringValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"\\ud800\": 1}",
                "{\"x\\uDC00\" : 1}",
                "{\"\\ud83d\\ud83d\\ude00\": 1}",
                "{\"\\ud800\\u0041\":1}",
                "{\"\\ud800",
                "{\"\\ud8",
                "{\"\\udzzz\": 1}",
                "\"\\ud800\":"
            })
    void refusesHalfASurrogatePairInAName(String text) {
        refusal(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"\\ud83d\\ude00\": 1}",
                "{\"\\\\ud800\": 1}",
                "{\"a\": \"\\ud800\", \"\\ufffe\": 1}",
                "{\"a\": [\"\\ud800\", \"x\"], \"b\": 1}"
            })
    void leavesWholeCharactersInNamesAsTheyAre(String text) throws MalformedJson {
        assertEquals(JsonMapper.shared().readTree(text).toString(), parse(text).toString());
    }

    @Test
    void namesTheLineOfNdjsonInItsFaults() {
        MalformedJson fault = assertThrows(
                MalformedJson.class, () -> JsonBody.parseLine("{\"a\":\r x}".getBytes(StandardCharsets.UTF_8), 32, 12));
        assertTrue(fault.detail().startsWith("not valid JSON at line 12, column 8: expected a value"), fault.detail());
        MalformedJson cut = assertThrows(
                MalformedJson.class, () -> JsonBody.parseLine("{".getBytes(StandardCharsets.UTF_8), 32, 1));
        assertEquals(
                "not valid JSON at line 1, column 2: the text ends here, but it needs a name in double quotes; each line"
                        + " must be one complete JSON object",
                cut.detail());
        MalformedJson badUtf8 =
                assertThrows(MalformedJson.class, () -> JsonBody.parseLine(new byte[] {'"', (byte) 0xff, '"'}, 32, 12));
        assertEquals("the line is not well-formed UTF-8 at line 12, byte 2", badUtf8.detail());
    }

    /** The detail starts with these words. A {@code ~} is a line break. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                        | the body is empty; send a JSON value
            `~ `                      | the body is empty; send a JSON value
            {"a":1,"a":1}             | an object has two fields of the same name at line 1, column 8
            {"b":{"x":1,"y":2,"x":3}} | an object has two fields of the same name at line 1, column 19
            [{"a":1,"\\u0061":2}]     | an object has two fields of the same name at line 1, column 9
            {}1                       | something follows the JSON value at line 1, column 3
            []~~"x"                   | something follows the JSON value at line 3, column 1
            {}]                       | not valid JSON at line 1
            {~"a": 1,~  x}            | not valid JSON at line 3, column 3: expected a name in double quotes
            """)
    void refusesWhatIsNotOneValue(String text, String detail) {
        String found = refusal(text.replace('~', '\n').getBytes(StandardCharsets.UTF_8));
        assertTrue(found.startsWith(detail), found);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a stray continuation | 5b0a2280225d | not well-formed UTF-8 at line 2, byte 2
            a sequence cut short | 5b0a22c3225d | not well-formed UTF-8 at line 2, byte 2
            cut short by the end | 5b22e282 | not well-formed UTF-8 at line 1, byte 3
            an overlong slash | 5b0a22c0af225d | not well-formed UTF-8 at line 2, byte 2
            an overlong zero | 5b0a22e08080225d | not well-formed UTF-8 at line 2, byte 2
            a pair of surrogates | 5b0a22eda0bdedb880225d | not well-formed UTF-8 at line 2, byte 2
            beyond U+10FFFF | 5b0a22f4908080225d | not well-formed UTF-8 at line 2, byte 2
            a byte that never occurs | 5b0a22ff225d | not well-formed UTF-8 at line 2, byte 2
            UTF-16 with its mark | feff4e014e02 | not well-formed UTF-8 at line 1, byte 1
            UTF-16LE | 7b007d00 | not UTF-8: it starts with a zero byte, like UTF-16 and UTF-32
            UTF-16BE | 007b007d | not UTF-8: it starts with a zero byte, like UTF-16 and UTF-32
            gzip | 1f8b0800000000000003 | compressed with gzip; send it uncompressed
            """)
    void refusesOtherEncodings(String what, String hex, String detail) {
        assertEquals("the body is " + detail, refusal(HexFormat.of().parseHex(hex)), what);
    }

    @Test
    void refusesAByteOrderMark() {
        assertEquals(
                "the body starts with a byte order mark; send UTF-8 without one",
                refusal(HexFormat.of().parseHex("efbbbf7b7d")));
    }

    @Test
    void findsIllFormedUtf8FarBehindTheStart() {
        String start = "[\"" + "ü".repeat(10_000);
        assertEquals(
                "the body is not well-formed UTF-8 at line 1, byte 20003",
                refusal((start + "\u00ff\"]").getBytes(StandardCharsets.UTF_8), 20_002, (byte) 0xff));
    }

    @Test
    void takesTheDeepestNestingAndRefusesOneMore() throws MalformedJson {
        assertEquals(1, JsonBody.parse(nested(32), 32, null).size());
        assertEquals("arrays and objects nest deeper than 32 levels at line 1, column 33", refusal(nested(33)));
        assertEquals(
                "arrays and objects nest deeper than 32 levels at line 1, column 161",
                refusal(("{\"a\":".repeat(33) + "1" + "}".repeat(33)).getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, 1_000_000})
    void survivesAbsurdNesting(int levels) {
        assertTrue(refusal("[".repeat(levels).getBytes(StandardCharsets.UTF_8)).startsWith("arrays and objects nest"));
        assertTrue(refusal("{\"a\":".repeat(levels).getBytes(StandardCharsets.UTF_8))
                .startsWith("arrays and objects nest"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e400", "1E3", "1.0", "-0.0", "1e999999999999", "9223372036854775808"})
    void readsNumbersThatNoFieldTakes(String number) throws MalformedJson {
        JsonNode read = parse("[" + number + "]").get(0);
        assertTrue(read.isNumber());
        assertFalse(read.isIntegralNumber() && read.canConvertToLong());
    }

    /** For a short fraction, a message can suggest what to send instead. */
    @Test
    void keepsTheValueOfAShortFraction() throws MalformedJson {
        assertEquals("19.90", parse("[19.90]").get(0).decimalValue().toPlainString());
        for (String noValue : List.of("1e3", "1.5E-3", "0.12345678901234567890123")) {
            assertFalse(parse("[" + noValue + "]").get(0).isBigDecimal(), noValue);
        }
    }

    @Test
    void boundsTheLengthsOfNumbersAndNamesAndTheNumberOfValues() throws MalformedJson {
        assertTrue(parse("9".repeat(1_000)).isIntegralNumber());
        assertEquals(1, parse("{\"" + "n".repeat(1_000) + "\":1}").size());
        for (String tooLong : List.of(
                "9".repeat(1_001),
                "1." + "0".repeat(1_000),
                "1e" + "0".repeat(5_000),
                "{\"" + "n".repeat(100_000) + "\":1}",
                "[" + "1,".repeat(1_000_000) + "1]")) {
            String detail = refusal(tooLong.getBytes(StandardCharsets.UTF_8));
            assertTrue(detail.startsWith("a name, a number or the whole is longer"), detail);
        }
    }

    @Test
    void boundsTheValuesThatAreHeld() throws MalformedJson {
        int most = JsonBody.MAX_VALUES - 1;
        assertEquals(most, parse("[" + "0,".repeat(most - 1) + "0]").size());
        assertEquals(
                "more than 65536 values, which no request needs",
                refusal(("[" + "0,".repeat(most) + "0]").getBytes(StandardCharsets.UTF_8)));
    }

    /** The same limits as for an order of a list: no order is refused as a line but accepted in a list. */
    @Test
    void aRecordMayHaveAsManyValuesAsBytes() throws MalformedJson {
        byte[] record = ("[" + "0,".repeat(JsonBody.MAX_VALUES) + "0]").getBytes(StandardCharsets.UTF_8);
        assertEquals(JsonBody.MAX_VALUES + 1, JsonBody.parseLine(record, 32, 7).size());
    }

    @Test
    void handsOutTheElementsOfAList() throws MalformedJson {
        Taken taken = new Taken();
        JsonNode body =
                parse("{\"a\": {\"all\": [0]}, \"all\": [ {\"x\" : [1]} ,\"ü\", 1.5, 4,[]], \"b\": [{}]}", taken);
        assertEquals(List.of("{\"x\":[1]} 11", "\"ü\" 4", "1.5 3"), taken.elements);
        assertEquals("{\"a\":{\"all\":[0]},\"all\":[null,null,null,null,null],\"b\":[{}]}", body.toString());
    }

    @Test
    void handsOutWhatIsInOneListAlone() throws MalformedJson {
        for (String other : List.of("[{\"all\": [1]}]", "{\"all\": {\"all\": [1]}}", "{\"all\": 1}", "[1]")) {
            Taken taken = new Taken();
            assertEquals(parse(other), parse(other, taken));
            assertEquals(List.of(), taken.elements);
        }
    }

    @Test
    void anElementWithTooManyValuesIsNotHeldAsAWhole() throws MalformedJson {
        Taken taken = new Taken();
        JsonNode body = parse("{\"all\": [[1,2,3,4], [1,2,3,4,5,{\"x\":6}], {\"a\":[1,2,3,4,5],\"b\":6}]}", taken);
        assertEquals(List.of("[1,2,3,4] 9", "[1,2,3,4] 19 not whole", "{} 23 not whole"), taken.elements);
        assertEquals(3, body.get("all").size());
    }

    @Test
    void readsBehindTheListAsBeforeIt() {
        assertThrows(MalformedJson.class, () -> parse("{\"all\": [1, 2}", new Taken()));
        assertThrows(MalformedJson.class, () -> parse("{\"all\": [1], \"all\": [2]}", new Taken()));
        assertThrows(
                MalformedJson.class, () -> parse("{\"all\": [" + "[".repeat(31) + "]".repeat(31) + "]}", new Taken()));
    }

    @Test
    void leavesHalfASurrogatePairToTheField() throws MalformedJson {
        assertEquals("\ud800", parse("[\"\\ud800\"]").get(0).stringValue());
    }

    private static byte[] nested(int levels) {
        return ("[".repeat(levels) + "]".repeat(levels)).getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode parse(String text) throws MalformedJson {
        return JsonBody.parse(text.getBytes(StandardCharsets.UTF_8), 32, null);
    }

    private static JsonNode parse(String text, JsonBody.Elements elements) throws MalformedJson {
        return JsonBody.parse(text.getBytes(StandardCharsets.UTF_8), 32, elements);
    }

    private static String refusal(byte[] bytes) {
        return assertThrows(MalformedJson.class, () -> JsonBody.parse(bytes, 32, null))
                .detail();
    }

    private static String refusal(byte[] bytes, int at, byte wrong) {
        bytes[at] = wrong;
        return refusal(bytes);
    }

    @Test
    void membersAndElementsAreParted() {
        String json = written(to -> {
            to.writeStartObject();
            to.writeArrayPropertyStart("none");
            to.writeEndArray();
            to.writeArrayPropertyStart("some");
            to.writeString("a");
            to.writeNumber(-1);
            to.writeStartObject();
            to.writeEndObject();
            to.writeEndArray();
            to.writeObjectPropertyStart("object");
            to.writeBooleanProperty("yes", true);
            to.writeBooleanProperty("no", false);
            to.writeNullProperty("nothing");
            to.writeEndObject();
            to.writeStringProperty("name", "value");
            to.writeNumberProperty("number", 0);
            to.writeEndObject();
        });

        assertEquals(
                "{\"none\":[],\"some\":[\"a\",-1,{}],\"object\":{\"yes\":true,\"no\":false,\"nothing\":null},"
                        + "\"name\":\"value\",\"number\":0}",
                json);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, -10, 1_000_000_000_000L, Long.MAX_VALUE, -Long.MAX_VALUE, Long.MIN_VALUE})
    void numbersAreWrittenInFull(long number) {
        assertEquals(Long.toString(number), written(to -> to.writeNumber(number)));
    }

    @Test
    void everyCharacterIsWrittenAsALibraryWritesIt() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                String text = "a" + Character.toString(c) + "b";
                assertEquals(JACKSON.writeValueAsString(text), written(to -> to.writeString(text)));
            }
        }
    }

    @Test
    void longTextsOfAllKindsAreReadBackAsTheyWere() {
        Random random = new Random(SEED);
        for (int i = 0; i < 200; i++) {
            String text = random.ints(random.nextInt(5_000), 0, i % 2 == 0 ? 0x80 : 0xd800)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            String json = written(to -> to.writeString(text));
            assertEquals(text, JACKSON.readValue(json, String.class), "seed " + SEED);
        }
    }

    @Test
    void halfOfASurrogatePairIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> written(to -> to.writeString("a\ud83d")));
        assertThrows(IllegalArgumentException.class, () -> written(to -> to.writeString("\ude00b")));
    }

    @Test
    void whatIsLeftOpenIsTold() {
        assertThrows(IllegalStateException.class, () -> written(JsonWriter::writeStartObject));
    }

    private static String written(Consumer<JsonWriter> content) {
        JsonBuffer buffer = new JsonBuffer(new MemoryBudget(1 << 20, 0, 1 << 20).open());
        try (JsonWriter json = buffer.writer()) {
            content.accept(json);
        }
        return StandardCharsets.UTF_8.decode(buffer.body()).toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '' | ''
            '~' | ''
            '~~ ~\t~^~' | ''
            'a' | '1:a'
            'a~' | '1:a'
            'a~b' | '1:a 2:b'
            'a^~b^~' | '1:a 2:b'
            '~a~~^~b' | '2:a 5:b'
            ' a ~' | '1: a '
            'a^b~' | '1:a^b'
            'a^^~' | '1:a^'
            'a^' | '1:a'
            '12345678~123456789~x' | '1:12345678 2:too long 3:x'
            '12345678^~123456789^~x' | '1:12345678 2:too long 3:x'
            '123456789' | '1:too long'
            '1234567890123456789012345~~x' | '1:too long 3:x'
            '         ~x' | '1:too long 2:x'
            """)
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

    /** What is not JSON, and the column and words of its first fault. A {@code ~} is a line break, a {@code ^} a tab. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {                 | 2: the text ends here, but it needs a name in double quotes
            {"a"              | 5: the text ends here, but it needs a colon and a value
            {"a":1            | 7: the text ends here, but it needs a closing }
            [1                | 3: the text ends here, but it needs a closing ]
            [                 | 2: the text ends here, but it needs a value, such as a string in double quotes, a number, true, false or null
            [1,]              | 4: expected a value after the comma; remove the comma
            [,1]              | 2: expected a value before the comma
            {"a":1,}          | 8: expected a name in double quotes after the comma; remove the comma
            {"a":19,99}       | 9: expected a name in double quotes after the comma; a number must not contain a comma
            {a:1}             | 2: expected a name in double quotes
            {'a':1}           | 2: strings and names need double quotes, not single quotes
            {\u201ca\u201d:1} | 2: strings and names need straight double quotes
            {"ü": x}          | 7: expected a value, such as a string in double quotes, a number, true, false or null
            {"a"=1}           | 5: expected a colon after the name
            {"a"}             | 5: expected a colon after the name
            {"a":1 "b":2}     | 8: expected a comma or }
            [1 2]             | 4: expected a comma or ]
            [01]              | 2: a number must not start with 0; send it in quotes if it is an ID or a code
            [0x10]            | 3: expected a comma or ]
            [+1]              | 2: a number must not start with +
            [.5]              | 2: a number needs a digit before the point
            [1.]              | 4: the point of a number must be followed by a digit
            [1e]              | 4: the exponent of a number needs a digit
            [-x]              | 3: a minus must be followed by a digit
            [NaN]             | 2: NaN, Infinity, None and undefined are not JSON; send a number or null
            [undefined]       | 2: NaN, Infinity, None and undefined are not JSON; send a number or null
            [-Infinity]       | 3: a minus must be followed by a digit
            [True]            | 2: true and false are written in lower case
            [tru]             | 2: expected a value, such as a string in double quotes, a number, true, false or null
            // c~[]           | 1: JSON has no comments; remove this one
            [] # c            | 4: JSON has no comments; remove this one
            ["a~b"]           | 4: a line break in a string must be written as \\n; or a double quote is missing before it
            ["a^b"]           | 4: a tab in a string must be written as \\t
            ["\\x"]           | 4: unknown escape after a backslash; write a backslash as \\\\
            ["\\u00g0"]       | 4: expected four hexadecimal digits after \\u
            ["open            | 2: this string has no double quote at its end
            ]                 | 1: expected a value, such as a string in double quotes, a number, true, false or null
            {} secret         | 4: expected nothing after the value
            secret-text       | 1: expected a value, such as a string in double quotes, a number, true, false or null
            """)
    void refusesWhatIsNotJsonAndNamesThePlaceAndWhatIsExpected(String text, String fault) {
        assertEquals(
                "not valid JSON at line 1, column " + fault,
                refusal(text.replace('~', '\n').replace('^', '\t').getBytes(StandardCharsets.UTF_8)));
    }

    /** Takes elements, and keeps them as text. */
    private static final class Taken implements JsonBody.Elements {
        private final List<String> elements = new ArrayList<>();

        @Override
        public String list() {
            return "all";
        }

        @Override
        public int most() {
            return 3;
        }

        @Override
        public int mostValues() {
            return 5;
        }

        @Override
        public void take(JsonNode element, long bytes, boolean whole) {
            elements.add(element + " " + bytes + (whole ? "" : " not whole"));
        }
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
