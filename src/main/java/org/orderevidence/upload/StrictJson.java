package org.orderevidence.upload;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** Parses records as strictly as the service does, and decides by the first line of an input whether each is one. */
final class StrictJson {
    /** More than the service allows by default, so that the service decides what is too deep. */
    private static final int MAX_DEPTH = 1_000;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(RecordReader.MAX_RECORD_BYTES)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private StrictJson() {}

    /** Returns a parser. It throws {@link JacksonException} where the text is not JSON. */
    static JsonParser parser(byte[] utf8) {
        return MAPPER.createParser(utf8);
    }

    /**
     * Returns true for the first line of NDJSON: an object with nothing after it. A broken object counts too, and is later
     * rejected alone. Returns false for the start of an object of several lines, for an object with an array "orders", and
     * for two objects on one line.
     *
     * @param line starts with a brace
     * @param isWhole false if only the start of a very long line is known
     */
    static boolean isRecord(byte[] line, boolean isWhole) {
        try (JsonParser parser = parser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isOrders = parser.currentName().equals("orders");
                if (parser.nextToken() == JsonToken.START_ARRAY && isOrders) {
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
    static boolean isCutOff(JacksonException broken) {
        return broken instanceof UnexpectedEndOfInputException
                || String.valueOf(broken.getOriginalMessage()).startsWith("Unexpected end-of-input");
    }
}
