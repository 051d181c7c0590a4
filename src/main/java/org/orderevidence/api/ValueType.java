package org.orderevidence.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of a value, in words.
 *
 * @param words such as {@code string} or {@code list of}
 * @param schema name of the schema that describes the value or its elements; {@code null} if none has a name
 * @param bounds in words, such as {@code 1 to 128 characters}
 */
public record ValueType(String words, @Nullable String schema, List<String> bounds) {
    public ValueType {
        bounds = List.copyOf(bounds);
    }
}
