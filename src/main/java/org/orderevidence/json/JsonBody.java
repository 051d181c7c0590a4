package org.orderevidence.json;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.JsonBody.JsonPlace;
import org.orderevidence.json.JsonBody.MalformedJson;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.ValueNode;

/**
 * Reads bytes as one JSON text (RFC 8259), strictly: UTF-8 without byte order mark, no duplicate names, nothing after
 * the value, no comments or other extensions, and every size bounded.
 *
 * <p>Numbers with a fraction or an exponent are legal JSON, but no field accepts one. A short fraction is read, so that
 * a message can tell what to send instead. Any other appears as a floating point node that is not a number, so
 * {@code 1e999999999} costs nothing.
 */
public final class JsonBody {
    /** Longest number in characters; the largest that any field takes has 16 digits. */
    static final int MAX_NUMBER_LENGTH = 1_000;

    /** Longest number with a fraction whose value is kept. */
    private static final int MAX_FRACTION_LENGTH = 24;

    /** Longest name of a field. The parser's table of names outlives a request, so they must not be long. */
    static final int MAX_NAME_LENGTH = 1_000;

    /** Maximum number of values, names, brackets and braces that are read at all. */
    static final int MAX_TOKENS = 1_000_000;

    /**
     * Most values in memory, without those of the list whose items are returned. A value costs tens of bytes of
     * memory, but only one or two bytes on the wire.
     */
    static final int MAX_VALUES = 64 * 1024;

    /**
     * Longest body that may be configured; a text is as long as the body may be, and its field says that it is too
     * long.
     */
    private static final int MAX_BYTES = 64 * 1024 * 1024;

    private static final int MAX_DEPTH = 1_000;

    private static final NumericNode NOT_AN_INTEGER = JsonNodeFactory.instance.numberNode(Double.NaN);

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxDocumentLength(MAX_BYTES)
                    .maxTokenCount(MAX_TOKENS)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxStringLength(MAX_BYTES)
                    .maxNameLength(MAX_NAME_LENGTH)
                    .build())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .build();

    private final JsonParser parser;
    private final int maxDepth;
    private final @Nullable Elements elements;
    private final JsonPlace whole;

    /** How many more values fit into memory; below 0, values are read and dropped. */
    private int valuesLeft;

    private final int mostValues;

    private JsonBody(JsonParser parser, int maxDepth, @Nullable Elements elements, int mostValues, JsonPlace whole) {
        this.parser = parser;
        this.maxDepth = maxDepth;
        this.elements = elements;
        this.whole = whole;
        this.valuesLeft = mostValues;
        this.mostValues = mostValues;
    }

    /** Receives the elements of a list one by one, so that they are never all in memory. */
    public interface Elements {
        /** Name of the list, a field of the object that the body is. */
        String list();

        /** Maximum number of elements that are returned; what comes after them is read and dropped. */
        int most();

        int mostValues();

        /**
         * Takes the next element. More of the body follows, and may turn out not to be JSON: nothing is to be done yet.
         *
         * @param bytes how long it is as it was sent
         * @param whole false if it has more than {@link #mostValues} values: then some are missing here
         */
        void take(JsonNode element, long bytes, boolean whole);
    }

    /**
     * Reads one line of NDJSON. Its length bounds the number of its values, because each has at least one byte.
     *
     * @param line its number from 1, for the message of a fault
     * @throws MalformedJson if it is anything but one JSON text
     */
    public static JsonNode parseLine(byte[] utf8, int depth, long line) throws MalformedJson {
        return parse(utf8, depth, null, utf8.length, new JsonPlace(line));
    }

    /**
     * Reads a body of at most {@value #MAX_VALUES} values.
     *
     * @param elements takes the elements of a long list, which do not count; in the answer, nulls are in their places.
     * Absent when the body has none
     * @throws MalformedJson if it is anything but one JSON text
     */
    public static JsonNode parse(byte[] utf8, int depth, @Nullable Elements elements) throws MalformedJson {
        return parse(utf8, depth, elements, MAX_VALUES, JsonPlace.BODY);
    }

    /**
     * Reads a body of at most {@code mostValues} values. The caller bounds how many are read at a time.
     *
     * @throws MalformedJson if it is anything but one JSON text
     */
    public static JsonNode parse(byte[] utf8, int depth, int mostValues) throws MalformedJson {
        return parse(utf8, depth, null, Math.max(MAX_VALUES, mostValues), JsonPlace.BODY);
    }

    private static JsonNode parse(byte[] utf8, int depth, @Nullable Elements elements, int mostValues, JsonPlace whole)
            throws MalformedJson {
        requireWellFormed(utf8, whole);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), utf8)) {
            return new JsonBody(parser, depth, elements, mostValues, whole).only();
        } catch (StreamConstraintsException tooMuch) {
            throw new MalformedJson(
                    "a name, a number or the whole is longer than any request needs, or it nests too deep"
                            + whole.of(tooMuch.getLocation()));
        } catch (JacksonException notJson) {
            throw new MalformedJson(notJson(utf8, whole, notJson));
        }
    }

    private static String notJson(byte[] utf8, JsonPlace whole, JacksonException refusal) {
        JsonFault.Found fault = JsonFault.find(utf8);
        if (fault == null) {
            return "not valid JSON" + whole.of(refusal.getLocation());
        }
        boolean isLineTooShort = whole.record() > 0 && fault.offset() == utf8.length;
        return "not valid JSON" + whole.ofCharacter(utf8, fault.offset()) + ": " + fault.words()
                + (isLineTooShort ? "; each line must be one complete JSON object" : "");
    }

    private JsonNode only() throws MalformedJson {
        @Nullable JsonToken first = parser.nextToken();
        if (first == null) {
            throw new MalformedJson(whole.name() + " is empty; send a JSON value");
        }
        JsonNode value = value(first, maxDepth);
        if (parser.nextToken() != null) {
            throw new MalformedJson("something follows the JSON value" + whole.of(parser.currentTokenLocation())
                    + "; send one value" + (elements == null ? "" : ", or one order per line as application/x-ndjson"));
        }
        if (valuesLeft < 0) {
            throw new MalformedJson("more than " + mostValues + " values, which no request needs");
        }
        return value;
    }

    private JsonNode value(JsonToken token, int depthLeft) throws MalformedJson {
        valuesLeft--;
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (token) {
            case START_OBJECT -> object(depthLeft);
            case START_ARRAY -> array(depthLeft);
            case VALUE_STRING -> nodes.stringNode(parser.getString());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> fraction();
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            case VALUE_NULL -> nodes.nullNode();
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("a parser of complete JSON gives no " + token + " here");
        };
    }

    private ObjectNode object(int depthLeft) throws MalformedJson {
        requireDepth(depthLeft);
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            if (object.has(name)) {
                throw new MalformedJson(
                        "an object has two fields of the same name" + whole.of(parser.currentTokenLocation()));
            }
            JsonToken token = parser.nextToken();
            Elements to = depthLeft == maxDepth ? elements : null;
            JsonNode value = to != null && token == JsonToken.START_ARRAY && name.equals(to.list())
                    ? handOut(to, depthLeft - 1)
                    : value(token, depthLeft - 1);
            if (valuesLeft >= 0) {
                object.set(name, value);
            }
        }
        return object;
    }

    private ArrayNode handOut(Elements to, int depthLeft) throws MalformedJson {
        requireDepth(depthLeft);
        int left = valuesLeft;
        ArrayNode places = JsonNodeFactory.instance.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            long start = parser.currentTokenLocation().getByteOffset();
            valuesLeft = to.mostValues();
            JsonNode element = value(token, depthLeft - 1);
            if (places.size() < to.most()) {
                to.take(element, parser.currentLocation().getByteOffset() - start, valuesLeft >= 0);
            }
            places.addNull();
        }
        valuesLeft = left;
        return places;
    }

    private ArrayNode array(int depthLeft) throws MalformedJson {
        requireDepth(depthLeft);
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            JsonNode value = value(token, depthLeft - 1);
            if (valuesLeft >= 0) {
                array.add(value);
            }
        }
        return array;
    }

    /** A short number without exponent keeps its value, for the message that refuses it. */
    private ValueNode fraction() {
        if (parser.getStringLength() > MAX_FRACTION_LENGTH) {
            return NOT_AN_INTEGER;
        }
        String text = parser.getString();
        boolean hasExponent = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
        return hasExponent ? NOT_AN_INTEGER : JsonNodeFactory.instance.numberNode(new BigDecimal(text));
    }

    private ValueNode integer() {
        return switch (parser.getNumberType()) {
            case INT, LONG -> JsonNodeFactory.instance.numberNode(parser.getLongValue());
            case BIG_INTEGER -> JsonNodeFactory.instance.numberNode(parser.getBigIntegerValue());
            case FLOAT, DOUBLE, BIG_DECIMAL -> NOT_AN_INTEGER;
        };
    }

    private void requireDepth(int depthLeft) throws MalformedJson {
        if (depthLeft <= 0) {
            throw new MalformedJson("arrays and objects nest deeper than " + maxDepth + " levels"
                    + whole.of(parser.currentTokenLocation()));
        }
    }

    /**
     * Throws if the bytes are not well-formed UTF-8: overlong forms and encoded surrogates are not. Also throws if they
     * are gzip, UTF-16 or UTF-32, or if they start with a byte order mark. The JSON parser accepts some ill-formed UTF-8.
     *
     * @param whole names the bytes in the message
     */
    private static void requireWellFormed(byte[] bytes, JsonPlace whole) throws MalformedJson {
        if (bytes.length >= 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
            throw new MalformedJson(whole.name() + " is compressed with gzip; send it uncompressed");
        }
        for (int i = 0; i < bytes.length && i < 4; i++) {
            if (bytes[i] == 0) {
                throw new MalformedJson(
                        whole.name() + " is not UTF-8: it starts with a zero byte, like UTF-16 and UTF-32");
            }
        }
        if (isAscii(bytes)) {
            return;
        }
        if (bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf) {
            throw new MalformedJson(whole.name() + " starts with a byte order mark; send UTF-8 without one");
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(4_096);
        CoderResult result;
        do {
            out.clear();
            result = decoder.decode(in, out, true);
        } while (result.isOverflow());
        if (result.isError()) {
            throw new MalformedJson(whole.name() + " is not well-formed UTF-8" + whole.of(bytes, in.position()));
        }
    }

    private static boolean isAscii(byte[] bytes) {
        int all = 0;
        for (byte b : bytes) {
            all |= b;
        }
        return all >= 0;
    }

    /**
     * The bytes are not one JSON text as this interface takes it. The message is for people: it names the rule and the
     * place, and repeats nothing of the input.
     */
    public static final class MalformedJson extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedJson(String detail) {
            super(detail, null, false, false);
        }

        public String detail() {
            String detail = getMessage();
            return detail == null ? "" : detail;
        }
    }

    /**
     * Describes positions in a JSON text for error messages.
     *
     * @param record number of the line of NDJSON that the text is, from 1; 0 for a whole body
     */
    record JsonPlace(long record) {
        /** A body that is one JSON text. */
        static final JsonPlace BODY = new JsonPlace(0);

        String name() {
            return record == 0 ? "the body" : "the line";
        }

        /** Where the parser is, with a blank before it; empty if that is not known. */
        String of(@Nullable TokenStreamLocation location) {
            if (location == null || location.getLineNr() < 1) {
                return "";
            }
            return record == 0
                    ? at(location.getLineNr(), "column", location.getColumnNr())
                    : at(record, "column", location.getByteOffset() + 1);
        }

        /** Where a character of well-formed UTF-8 is, with a blank before it. */
        String ofCharacter(byte[] bytes, int offset) {
            int lineStart = lineStart(bytes, offset);
            long column = 1;
            for (int i = lineStart; i < offset; i++) {
                boolean startsCharacter = (bytes[i] & 0xc0) != 0x80;
                column += startsCharacter ? 1 : 0;
            }
            return at(record == 0 ? line(bytes, offset) : record, "column", column);
        }

        /** Where a byte is, with a blank before it. */
        String of(byte[] bytes, int offset) {
            return at(record == 0 ? line(bytes, offset) : record, "byte", offset - lineStart(bytes, offset) + 1L);
        }

        private static long line(byte[] bytes, int offset) {
            long line = 1;
            for (int i = 0; i < offset; i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            return line;
        }

        private static int lineStart(byte[] bytes, int offset) {
            int start = offset;
            while (start > 0 && bytes[start - 1] != '\n') {
                start--;
            }
            return start;
        }

        private static String at(long line, String unit, long count) {
            return " at line " + line + ", " + unit + ' ' + count;
        }
    }

    /** Bytes in UTF-8 without white space, escapes counted as the one character they stand for. */
    public static long size(JsonNode node) {
        if (node.isString()) {
            return 2L + utf8Length(node.stringValue());
        }
        if (!node.isContainer()) {
            return node.isFloatingPointNumber() ? 1 : node.asString("null").length();
        }
        long size = 2L + Math.max(0, node.size() - 1);
        for (String name : node.propertyNames()) {
            size += 3 + utf8Length(name);
        }
        for (JsonNode child : node) {
            size += size(child);
        }
        return size;
    }

    private static long utf8Length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Half of a surrogate pair: the two halves together are four bytes.
            length += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return length;
    }
}
