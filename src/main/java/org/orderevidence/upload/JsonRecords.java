package org.orderevidence.upload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The records of JSON that is not one record a line: the elements of an array, the elements of the member "orders" of
 * an object, or consecutive objects.
 */
final class JsonRecords implements Records {
    /** Escapes preserve unpaired surrogates, so that the service decides about them. */
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** More than the service allows by default, so that the service decides what is too deep. */
    private static final int MAX_DEPTH = 1_000;

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(RecordReader.MAX_RECORD_BYTES)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private enum Within {
        NOTHING,
        ARRAY,
        MEMBER
    }

    private final JsonParser parser;
    private final UnpackedInput input;
    private final String list;
    private final long bytesBefore;
    private final long linesBefore;
    private Within within = Within.NOTHING;
    private long number;

    /**
     * @param json starts with a bracket or a brace
     * @param input from which {@code json} is read
     * @param list name of the array that an object can have around the records
     * @param linesBefore line ends of the input before it
     */
    JsonRecords(InputStream json, UnpackedInput input, String list, long bytesBefore, long linesBefore) {
        this.input = input;
        this.list = list;
        this.bytesBefore = bytesBefore;
        this.linesBefore = linesBefore;
        parser = JSON.createParser(json);
    }

    @Override
    public @Nullable Item next() throws IOException {
        byte[] record = nextRecord();
        if (record == null) {
            return null;
        }
        // It is JSON, so its first byte decides. A parser for each of a million numbers is expensive.
        return record[0] == '{' ? Item.of(place(), record) : Item.notAnObject(place());
    }

    @Override
    public boolean skip() throws IOException {
        return nextRecord() != null;
    }

    @Override
    public Item.Place place() {
        return new Item.Place(number, bytesBefore + parser.currentLocation().getByteOffset(), input.packedCount());
    }

    private byte @Nullable [] nextRecord() throws IOException {
        input.startRecord();
        try {
            byte[] record = read();
            number += record == null ? 0 : 1;
            return record;
        } catch (JacksonIOException unreadable) {
            throw new IOException("element " + (number + 1) + ": " + unreadable.getOriginalMessage(), unreadable);
        } catch (JacksonException broken) {
            String message = isCutOff(broken)
                    ? "the input ends inside its JSON, in element " + (number + 1) + at(broken)
                    : "element " + (number + 1) + " is not JSON" + at(broken);
            throw new IOException(message, broken);
        }
    }

    private byte @Nullable [] read() throws IOException {
        while (true) {
            JsonToken token = parser.nextToken();
            switch (within) {
                case NOTHING -> {
                    if (token == null) {
                        return null;
                    }
                    if (token == JsonToken.START_ARRAY && number == 0) {
                        within = Within.ARRAY;
                    } else if (token != JsonToken.START_OBJECT) {
                        return copy();
                    } else {
                        byte[] object = objectOrStartOfList();
                        if (object != null) {
                            return object;
                        }
                    }
                }
                case ARRAY -> {
                    if (token != JsonToken.END_ARRAY) {
                        return copy();
                    }
                    requireEnd();
                    within = Within.NOTHING;
                    return null;
                }
                case MEMBER -> {
                    if (token != JsonToken.END_ARRAY) {
                        return copy();
                    }
                    skipOtherMembers();
                    within = Within.NOTHING;
                }
            }
        }
    }

    /** Reads an object. Returns null at the start of its list and drops the members before it. */
    private byte @Nullable [] objectOrStartOfList() {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try (JsonGenerator copy = JSON.createGenerator(object)) {
            copy.writeStartObject();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                if (parser.nextToken() == JsonToken.START_ARRAY && name.equals(list)) {
                    within = Within.MEMBER;
                    return null;
                }
                copy.writeName(name);
                copy.copyCurrentStructureExact(parser);
            }
            copy.writeEndObject();
        }
        return object.toByteArray();
    }

    private void skipOtherMembers() throws IOException {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            if (parser.currentName().equals(list)) {
                throw new IOException("the input has two members \"" + list + "\" in one object");
            }
            parser.nextToken();
            parser.skipChildren();
        }
    }

    private byte[] copy() {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        try (JsonGenerator copy = JSON.createGenerator(value)) {
            copy.copyCurrentStructureExact(parser);
        }
        return value.toByteArray();
    }

    private void requireEnd() throws IOException {
        boolean isEnd;
        try {
            isEnd = parser.nextToken() == null;
        } catch (StreamReadException noJson) {
            isEnd = false;
        }
        if (!isEnd) {
            throw new IOException("the input continues after the end of its array");
        }
    }

    private String at(JacksonException broken) {
        TokenStreamLocation location = broken.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : " (line " + (linesBefore + location.getLineNr()) + ", column " + location.getColumnNr() + ")";
    }

    /** Returns a parser. It throws {@link JacksonException} where the text is not JSON. */
    static JsonParser parser(byte[] utf8) {
        return STRICT.createParser(utf8);
    }

    /**
     * Returns true for the first line of NDJSON: an object with nothing after it. A broken object counts too, and is later
     * rejected alone. Returns false for the start of an object of several lines, for an object with the list, and
     * for two objects on one line.
     *
     * @param line starts with a brace
     * @param list name of the array that an object can have around the records
     * @param isWhole false if only the start of a very long line is known
     */
    static boolean isRecord(byte[] line, String list, boolean isWhole) {
        try (JsonParser parser = parser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isList = parser.currentName().equals(list);
                if (parser.nextToken() == JsonToken.START_ARRAY && isList) {
                    return false;
                }
                parser.skipChildren();
            }
            return parser.nextToken() != JsonToken.START_OBJECT;
        } catch (JacksonException broken) {
            return !isWhole || !isCutOff(broken);
        }
    }

    /** True if JSON ends too early. Jackson has an exception for this, but does not use it between two members. */
    private static boolean isCutOff(JacksonException broken) {
        return broken instanceof UnexpectedEndOfInputException
                || String.valueOf(broken.getOriginalMessage()).startsWith("Unexpected end-of-input");
    }
}
