package org.orderevidence.api;

import java.util.List;

/**
 * A named type of the interface.
 *
 * @param name as in the OpenAPI description
 * @param type the type of its values
 * @param description the meaning
 * @param fields of an object; empty for other types
 * @param values of an enumeration; empty for other types
 */
public record Schema(String name, ValueType type, Prose description, List<Field> fields, List<Value> values) {
    public Schema {
        fields = List.copyOf(fields);
        values = List.copyOf(values);
    }

    /**
     * One value of an enumeration.
     *
     * @param text as it is sent
     * @param meaning what it means
     */
    public record Value(String text, Prose meaning) {}
}
