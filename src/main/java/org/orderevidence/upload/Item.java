package org.orderevidence.upload;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.JsonFault;
import org.orderevidence.order.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * A record of an upload, parsed as far as the command needs.
 *
 * @param end its end in the input
 * @param id its {@code id} or {@code disputeId}; null if it has none, or none that is a string
 * @param fault why it cannot be sent; null if it can
 * @param rows as they are in the file, without those that are too many; empty if the file is not CSV
 */
public record Item(
        Place end, Bytes json, @Nullable String id, Outcome.@Nullable Rejected fault, List<CsvRecords.Row> rows) {

    /** A record of a file that is not CSV, or whose rows are added later. */
    public Item(Place end, Bytes json, @Nullable String id, Outcome.@Nullable Rejected fault) {
        this(end, json, id, fault, List.of());
    }

    /**
     * The end of a record.
     *
     * @param number of the line or element, from 1; 0 at the start of the input
     * @param offset bytes up to here, unpacked; for CSV, characters of values
     * @param bytesRead bytes of the input that were read by then, packed if they were
     */
    public record Place(long number, long offset, long bytesRead) {}

    /** Reads a record. Only a JSON object is sent, because any other text would make the complete batch unreadable. */
    static Item of(Place end, byte[] json) {
        try (JsonParser parser = JsonRecords.parser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return notAnObject(end);
            }
            String id = id(parser);
            if (parser.nextToken() != null) {
                return rejected(end, "malformed_json", "not JSON: there is more text after the end of the object");
            }
            return new Item(end, Bytes.wrap(json), id, null);
        } catch (JacksonException broken) {
            return rejected(end, "malformed_json", notJson(json, broken));
        }
    }

    /** Returns why a text is not JSON. The parser's own message names its internals and repeats the text. */
    private static String notJson(byte[] json, JacksonException refusal) {
        JsonFault.Found fault = JsonFault.find(json);
        if (fault != null) {
            return "not JSON, column " + column(json, fault.offset()) + ": " + fault.words();
        }
        if (refusal instanceof StreamConstraintsException) {
            return "not readable: nested too deep, or a name or number is too long";
        }
        boolean isDuplicate = String.valueOf(refusal.getOriginalMessage()).startsWith("Duplicate");
        return isDuplicate ? "an object has two fields of the same name" : "not UTF-8";
    }

    private static int column(byte[] utf8, int offset) {
        return new String(utf8, 0, offset, StandardCharsets.UTF_8).length() + 1;
    }

    static Item rejected(Place end, String code, String detail) {
        return rejected(end, Outcome.rejected(code, detail));
    }

    static Item rejected(Place end, Outcome.Rejected fault) {
        return new Item(end, Bytes.wrap(new byte[0]), null, fault);
    }

    /** A record that is another JSON value than an object. */
    static Item notAnObject(Place end) {
        return rejected(end, "invalid_type", "not a JSON object");
    }

    static Item tooLarge(Place end) {
        return rejected(end, "too_large", "longer than " + RecordReader.MAX_RECORD_BYTES + " bytes");
    }

    /**
     * Returns the object's {@code id} or {@code disputeId}. Reads to the end of the object: a fault anywhere makes the complete batch
     * unreadable.
     */
    private static @Nullable String id(JsonParser object) {
        String id = null;
        while (object.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = object.currentName();
            boolean isId = name.equals("id") || name.equals("disputeId");
            boolean isText = object.nextToken() == JsonToken.VALUE_STRING;
            if (isId && isText) {
                id = object.getString();
            }
            object.skipChildren();
        }
        return id;
    }
}
