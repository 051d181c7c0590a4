package org.orderevidence.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.orderevidence.json.JsonWriter;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How a value of an answer is written, and described in the description of the interface. */
public class AnswerValue<V> {
    public static final AnswerValue<Boolean> FLAG = new AnswerValue<>(type("boolean"), JsonWriter::writeBoolean);
    public static final AnswerValue<LocalDate> DAY =
            new AnswerValue<>(type("string").put("format", "date"), (json, day) -> json.writeString(day.toString()));
    public static final AnswerValue<Instant> MOMENT =
            new AnswerValue<>(type("string").put("format", "date-time"), JsonWriter::writeTime);

    /** A moment, in whole seconds. */
    public static final AnswerValue<Instant> SECOND =
            new AnswerValue<>(MOMENT.schema, (json, time) -> json.writeTime(time.truncatedTo(ChronoUnit.SECONDS)));

    public static final AnswerValue<Number> COUNT = new AnswerValue<>(
            type("integer").put("format", "int64").put("minimum", 0),
            (json, number) -> json.writeNumber(number.longValue()));

    private final ObjectNode schema;
    private final BiConsumer<JsonWriter, V> writer;

    AnswerValue(ObjectNode schema, BiConsumer<JsonWriter, V> writer) {
        this.schema = schema;
        this.writer = writer;
    }

    public final void write(JsonWriter json, V value) {
        writer.accept(json, value);
    }

    final ObjectNode schema(String meaning) {
        return schema.deepCopy().put("description", meaning);
    }

    /** Returns the same value of what has it. */
    public final <W> AnswerValue<W> of(Function<W, V> part) {
        return new AnswerValue<>(schema, (json, whole) -> writer.accept(json, part.apply(whole)));
    }

    /** Adds the schemas to which its own one refers. */
    public void describe(ObjectNode schemas) {}

    public static AnswerValue<String> text(int longest) {
        return new AnswerValue<>(type("string").put("maxLength", longest), JsonWriter::writeString);
    }

    public static AnswerValue<String> uri(int longest) {
        return new AnswerValue<>(
                type("string").put("format", "uri").put("maxLength", longest), JsonWriter::writeString);
    }

    /** Returns a text of a form that limits its length. */
    public static AnswerValue<String> matching(String pattern) {
        return new AnswerValue<>(type("string").put("pattern", pattern), JsonWriter::writeString);
    }

    public static AnswerValue<String> matching(String pattern, int longest) {
        return new AnswerValue<>(
                type("string").put("pattern", pattern).put("maxLength", longest), JsonWriter::writeString);
    }

    /** Returns a whole number of a range, both ends included. */
    public static AnswerValue<Number> number(long least, long most) {
        ObjectNode form = type("integer").put("format", most > Integer.MAX_VALUE ? "int64" : "int32");
        return new AnswerValue<>(
                form.put("minimum", least).put("maximum", most),
                (json, number) -> json.writeNumber(number.longValue()));
    }

    /** Returns a value of an enumeration that is described by itself. */
    public static AnswerValue<Enum<?>> code(String schema) {
        return described(schema, (json, code) -> json.writeString(OrderWriter.name(code)));
    }

    public static AnswerValue<String> described(String schema) {
        return described(schema, JsonWriter::writeString);
    }

    public static <V> AnswerValue<V> described(String schema, BiConsumer<JsonWriter, V> writer) {
        return new AnswerValue<>(reference(schema), writer);
    }

    public static <E> AnswerValue<List<E>> listOf(AnswerValue<E> each, int most) {
        ObjectNode schema = type("array").put("maxItems", most).set("items", each.schema);
        return new AnswerValue<>(schema, (json, elements) -> {
            json.writeStartArray();
            elements.forEach(element -> each.write(json, element));
            json.writeEndArray();
        }) {
            @Override
            public void describe(ObjectNode schemas) {
                each.describe(schemas);
            }
        };
    }

    public static ObjectNode reference(String schema) {
        return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/schemas/" + schema);
    }

    static ObjectNode type(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }
}
