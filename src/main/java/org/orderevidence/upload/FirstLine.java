package org.orderevidence.upload;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/** Decides, by the first line of an input, whether each line is one record. */
final class FirstLine {
    private FirstLine() {}

    /**
     * Returns true for the first line of NDJSON: an object with nothing after it. A broken object counts too, and is later
     * rejected alone. Returns false for the start of an object of several lines, for an object with an array "orders", and
     * for two objects on one line.
     *
     * @param line starts with a brace
     * @param isWhole false if only the start of a very long line is known
     */
    static boolean isRecord(byte[] line, boolean isWhole) {
        try (JsonParser parser = StrictJson.parser(line)) {
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
