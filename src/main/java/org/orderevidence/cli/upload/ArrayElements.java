package org.orderevidence.cli.upload;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/** The elements of a JSON array, one after the other. */
final class ArrayElements {
    /** Keeps every digit of a number, and half surrogate pairs, so that the service judges what was sent. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private final JsonParser parser;
    private final MappingIterator<JsonNode> elements;
    private final long start;

    /**
     * @param array starts with its bracket
     * @param start bytes of the input before it
     */
    ArrayElements(InputStream array, long start) {
        this.start = start;
        parser = JSON.createParser(array);
        parser.nextToken();
        parser.clearCurrentToken();
        elements = JSON.readerFor(JsonNode.class).readValues(parser);
    }

    /** Bytes of the input up to the end of the last element. */
    long offset() {
        return start + parser.currentLocation().getByteOffset();
    }

    /**
     * The next element; null at the end.
     *
     * @param number of the element, for messages
     * @throws DatabindException if the element has a key twice; the elements behind it can be read
     * @throws IOException if the input is not an array from here on
     */
    byte @Nullable [] next(long number) throws IOException {
        try {
            if (elements.hasNextValue()) {
                return JSON.writeValueAsBytes(elements.nextValue());
            }
        } catch (DatabindException duplicateKey) {
            throw duplicateKey;
        } catch (UnexpectedEndOfInputException cut) {
            throw new IOException("the input ends inside its array, in element " + number, cut);
        } catch (JacksonIOException unreadable) {
            throw new IOException("element " + number + ": " + unreadable.getOriginalMessage(), unreadable);
        } catch (JacksonException broken) {
            throw new IOException("element " + number + " is not JSON: " + broken.getOriginalMessage(), broken);
        }
        try {
            if (parser.nextToken() == null) {
                return null;
            }
        } catch (JacksonException noJson) {
            throw new IOException("the input goes on behind the end of its array", noJson);
        }
        throw new IOException("the input goes on behind the end of its array");
    }
}
