package org.orderevidence.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.JsonWriter;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of an object in an answer, each declared once, in the sequence in which they are written. The object is
 * written from this declaration, and its schema is made from it.
 */
public final class AnswerShape<T> extends AnswerValue<T> {
    private final String name;
    private final List<Field<T, ?>> fields;

    /** What the object is, and what each field is. */
    private final List<String> meanings = new ArrayList<>(List.of(""));

    public AnswerShape(String name) {
        this(name, new ArrayList<>());
    }

    private AnswerShape(String name, List<Field<T, ?>> fields) {
        super(reference(name), (json, object) -> {
            json.writeStartObject();
            fields.forEach(field -> field.write(json, object));
            json.writeEndObject();
        });
        this.name = name;
        this.fields = fields;
    }

    private record Field<T, V>(String name, AnswerValue<V> value, boolean isRequired, Function<T, @Nullable V> of) {
        void write(JsonWriter json, T object) {
            V found = of.apply(object);
            if (found != null) {
                json.writeName(name);
                value.write(json, found);
            } else if (isRequired) {
                throw new IllegalStateException("an answer must have " + name);
            }
        }

        <U> Field<U, V> in(Function<U, T> whole) {
            return new Field<>(name, value, isRequired, object -> of.apply(whole.apply(object)));
        }
    }

    /**
     * A part of a list.
     *
     * @param next where the list continues; {@code null} at its end
     */
    public record Page<E>(List<E> elements, @Nullable String next) {}

    /** Returns the object of a part of a list. */
    public static <E> AnswerShape<Page<E>> page(
            String name, String list, AnswerShape<E> element, AnswerValue<String> cursor) {
        return new AnswerShape<Page<E>>(name)
                .means("One page of " + list + ".")
                .has(list, listOf(element, 100), Page::elements, "The " + list + ".")
                .mayHave("nextCursor", cursor, Page::next, "Send it as `cursor` to continue. Left out at the end.");
    }

    /** Returns a value of what may be missing, or {@code null}. */
    public static <P, V> @Nullable V part(@Nullable P part, Function<P, @Nullable V> value) {
        return part == null ? null : value.apply(part);
    }

    /** Sets what the last field is, or what the object is if it has no field yet. */
    public AnswerShape<T> means(String words) {
        meanings.set(meanings.size() - 1, words);
        return this;
    }

    public <V> AnswerShape<T> has(String field, AnswerValue<V> value, Function<T, V> of) {
        return add(new Field<>(field, value, true, object -> of.apply(object)), "");
    }

    public <V> AnswerShape<T> has(String field, AnswerValue<V> value, Function<T, V> of, String means) {
        return has(field, value, of).means(means);
    }

    /** Adds a field that is left out if it has no value. */
    public <V> AnswerShape<T> mayHave(String field, AnswerValue<V> value, Function<T, @Nullable V> of) {
        return add(new Field<>(field, value, false, of), "");
    }

    public <V> AnswerShape<T> mayHave(String field, AnswerValue<V> value, Function<T, @Nullable V> of, String means) {
        return mayHave(field, value, of).means(means);
    }

    public <P> AnswerShape<T> hasAll(AnswerShape<P> part, Function<T, P> of) {
        for (int i = 0; i < part.fields.size(); i++) {
            add(part.fields.get(i).in(of), part.meanings.get(i + 1));
        }
        return this;
    }

    private AnswerShape<T> add(Field<T, ?> field, String means) {
        fields.add(field);
        meanings.add(means);
        return this;
    }

    @Override
    public void describe(ObjectNode schemas) {
        if (schemas.has(name)) {
            return;
        }
        ObjectNode described = schemas.putObject(name);
        described.put("description", meanings.getFirst()).put("type", "object");
        ObjectNode properties = described.putObject("properties");
        for (int i = 0; i < fields.size(); i++) {
            Field<T, ?> field = fields.get(i);
            properties.set(field.name, field.value.schema(meanings.get(i + 1)));
            if (field.isRequired) {
                described.withArray("required").add(field.name);
            }
            field.value.describe(schemas);
        }
    }
}
