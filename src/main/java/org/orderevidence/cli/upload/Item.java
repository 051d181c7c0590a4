package org.orderevidence.cli.upload;

import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.order.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A record of an upload, read as far as the command must.
 *
 * @param end its end in the input
 * @param json its text
 * @param id its {@code id}; null if it has none that is a string
 * @param fault why it cannot be sent; null if it can
 */
public record Item(Place end, Bytes json, @Nullable String id, Outcome.@Nullable Rejected fault) {

    /**
     * The end of a record.
     *
     * @param number of the line or element, from 1; 0 at the start of the input
     * @param offset bytes up to here, unpacked; for CSV, characters of values
     * @param bytesRead bytes of the input that were read by then, packed if they were
     */
    public record Place(long number, long offset, long bytesRead) {}

    /** Reads a record. Only a JSON object is sent, because any other text would make the whole batch unreadable. */
    static Item of(Place end, byte[] json) {
        try (JsonParser parser = Json.parser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return rejected(end, "invalid_type", "not a JSON object");
            }
            String id = id(parser);
            if (parser.nextToken() != null) {
                return rejected(end, "malformed_json", "not JSON: goes on behind its end");
            }
            return new Item(end, Bytes.wrap(json), id, null);
        } catch (JacksonException broken) {
            return rejected(end, "malformed_json", "not JSON: " + broken.getOriginalMessage());
        }
    }

    /** A record that is not sent. */
    static Item rejected(Place end, String code, String detail) {
        return rejected(end, Outcome.rejected(code, detail));
    }

    /** A record that is not sent. */
    static Item rejected(Place end, Outcome.Rejected fault) {
        return new Item(end, Bytes.wrap(new byte[0]), null, fault);
    }

    /** A record that is longer than a record may be. */
    static Item tooLarge(Place end) {
        return rejected(end, "too_large", "longer than " + RecordReader.MAX_RECORD_BYTES + " bytes");
    }

    /** The object's {@code id}. The object is read to its end, because a fault anywhere would spoil the batch. */
    private static @Nullable String id(JsonParser object) {
        String id = null;
        while (object.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean isId = object.currentName().equals("id");
            boolean isText = object.nextToken() == JsonToken.VALUE_STRING;
            if (isId && isText) {
                id = object.getString();
            }
            object.skipChildren();
        }
        return id;
    }
}
