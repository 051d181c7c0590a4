package org.orderevidence.api;

import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Writes the type of a JSON schema in words. */
final class TypeWords {
    private static final String SCHEMAS = "#/components/schemas/";

    private TypeWords() {}

    /** Returns the type of a schema. */
    static ValueType of(JsonNode schema) {
        JsonNode value = schema.has("oneOf") ? withoutNull(schema.path("oneOf")) : schema;
        boolean isNullable = schema.has("oneOf") || hasNull(schema.path("type"));
        List<String> bounds = new ArrayList<>();
        String reference = reference(value);
        String words = reference == null ? words(value) : "";
        if (words.equals("array")) {
            addRange(bounds, value, "minItems", "maxItems", "elements", "element");
            ValueType element = of(value.path("items"));
            words = element.schema() == null ? "list of " + element.words() : "list of";
            reference = element.schema();
            element.bounds().forEach(bound -> bounds.add("each: " + bound));
        } else {
            addBounds(bounds, value);
        }
        if (isNullable) {
            bounds.add("can be null");
        }
        return new ValueType(words, reference, bounds);
    }

    /** Returns the name of the schema that a reference names; {@code null} if it is not a reference. */
    static @Nullable String reference(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.startsWith(SCHEMAS) ? reference.substring(SCHEMAS.length()) : null;
    }

    private static JsonNode withoutNull(JsonNode alternatives) {
        for (JsonNode alternative : alternatives) {
            if (!alternative.path("type").asString("").equals("null")) {
                return alternative;
            }
        }
        return alternatives;
    }

    private static boolean hasNull(JsonNode types) {
        for (JsonNode type : types) {
            if (type.asString().equals("null")) {
                return true;
            }
        }
        return false;
    }

    private static String words(JsonNode schema) {
        JsonNode types = schema.path("type");
        String type = types.isArray() ? types.path(0).asString() : types.asString("any value");
        return switch (schema.path("format").asString("")) {
            case "date" -> "date";
            case "date-time" -> "date-time";
            case "uri", "uri-reference" -> "URL";
            case "binary" -> "bytes";
            default -> type;
        };
    }

    private static void addBounds(List<String> bounds, JsonNode schema) {
        addRange(bounds, schema, "minLength", "maxLength", "characters", "character");
        addRange(bounds, schema, "minimum", "maximum", "", "");
        if (schema.has("pattern")) {
            bounds.add("matches " + schema.path("pattern").asString());
        }
        if (schema.has("const")) {
            bounds.add("always " + schema.path("const").asString());
        }
        if (schema.has("default")) {
            bounds.add("default " + schema.path("default").asString());
        }
    }

    private static void addRange(
            List<String> bounds, JsonNode schema, String least, String most, String many, String one) {
        boolean hasLeast = schema.has(least);
        boolean hasMost = schema.has(most);
        if (!hasLeast && !hasMost) {
            return;
        }
        long from = schema.path(least).asLong(0);
        long to = schema.path(most).asLong(0);
        String range;
        if (hasLeast && hasMost) {
            range = from == to ? "exactly " + number(to) : number(from) + " to " + number(to);
        } else {
            range = hasMost ? "at most " + number(to) : "at least " + number(from);
        }
        boolean isOne = hasMost ? to == 1 : from == 1;
        String unit = isOne ? one : many;
        bounds.add(unit.isEmpty() ? range : range + " " + unit);
    }

    private static String number(long number) {
        return NumberFormat.getIntegerInstance(Locale.ROOT).format(number);
    }
}
