package org.orderevidence.json;

import tools.jackson.databind.JsonNode;

/** Names the kind of a JSON value for people, such as "a list". */
public final class JsonKind {
    private JsonKind() {}

    /** Returns the kind of a value. */
    public static String of(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case ARRAY -> "a list";
            case OBJECT -> "an object";
            case NULL -> "null";
            case BINARY, MISSING, POJO -> "this";
        };
    }
}
