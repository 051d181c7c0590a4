package org.orderevidence.json;

import tools.jackson.databind.JsonNode;

/** How long a JSON value is, written without needless characters. */
public final class JsonSize {
    private JsonSize() {}

    /** Bytes in UTF-8 without white space, escapes counted as the one character they stand for. */
    public static long of(JsonNode node) {
        if (node.isString()) {
            return 2L + utf8Length(node.stringValue());
        }
        if (!node.isContainer()) {
            return node.isFloatingPointNumber() ? 1 : node.asString("null").length();
        }
        long size = 2L + Math.max(0, node.size() - 1);
        for (String name : node.propertyNames()) {
            size += 3 + utf8Length(name);
        }
        for (JsonNode child : node) {
            size += of(child);
        }
        return size;
    }

    private static long utf8Length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Half of a surrogate pair: the two halves together are four bytes.
            length += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return length;
    }
}
