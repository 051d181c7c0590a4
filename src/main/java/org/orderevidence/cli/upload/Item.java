package org.orderevidence.cli.upload;

import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.order.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A record of an upload, looked at as far as the command must.
 *
 * @param number of its line or element, from 1
 * @param json its text
 * @param id its {@code id}; absent when it has none that is a text
 * @param fault why it cannot be sent; absent when it can
 */
public record Item(long number, Bytes json, @Nullable String id, Outcome.@Nullable Rejected fault) {

    /** Looks at a record: only a JSON object is sent, since another text would spoil the batch that it is put into. */
    static Item of(RecordReader.RawRecord record) {
        long number = record.number();
        Bytes bytes = record.bytes();
        if (record.tooLong()) {
            return new Item(
                    number,
                    Bytes.wrap(new byte[0]),
                    null,
                    Outcome.rejected("too_large", "longer than " + RecordReader.MAX_RECORD_BYTES + " bytes"));
        }
        try (JsonParser parser = Json.parser(bytes.toArray())) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                String id = id(parser);
                if (parser.nextToken() == null) {
                    return new Item(number, bytes, id, null);
                }
                return new Item(
                        number, bytes, null, Outcome.rejected("malformed_json", "not JSON: goes on behind its end"));
            }
            return new Item(number, bytes, null, Outcome.rejected("invalid_type", "not a JSON object"));
        } catch (JacksonException broken) {
            return new Item(
                    number,
                    bytes,
                    null,
                    Outcome.rejected("malformed_json", "not JSON: " + broken.getOriginalMessage()));
        }
    }

    /** The object's {@code id}, read to the object's end: what is broken anywhere would spoil the batch. */
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
