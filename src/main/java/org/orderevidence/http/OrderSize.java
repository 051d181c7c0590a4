package org.orderevidence.http;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How large an order inside a larger body is: the bytes of its shortest JSON text in UTF-8. A line of NDJSON that holds
 * the same order is never shorter, so that an order which fits a line fits a batch.
 */
final class OrderSize {
    private final int most;
    private int bytes;

    private OrderSize(int most) {
        this.most = most;
    }

    /**
     * The fault of an order that is too large; null when it is not.
     *
     * @param order what was sent
     * @param pointer to it
     * @param most bytes it may have
     */
    static @Nullable FieldError fault(JsonNode order, String pointer, int most) {
        OrderSize size = new OrderSize(most);
        size.add(order);
        return size.bytes <= most
                ? null
                : new FieldError(pointer, "too_long", "an order must have at most " + most + " bytes of JSON");
    }

    private void add(JsonNode node) {
        if (bytes > most) {
            return;
        }
        switch (node.getNodeType()) {
            case OBJECT -> {
                bytes += 1 + Math.max(1, node.size());
                node.forEachEntry((name, value) -> {
                    bytes += 1 + textBytes(name);
                    add(value);
                });
            }
            case ARRAY -> {
                bytes += 1 + Math.max(1, node.size());
                for (JsonNode element : node) {
                    add(element);
                }
            }
            case STRING -> bytes += textBytes(node.stringValue());
            case NUMBER -> bytes += node.canConvertToLong() ? digits(node.longValue()) : 1;
            case BOOLEAN -> bytes += node.booleanValue() ? 4 : 5;
            case NULL -> bytes += 4;
            case BINARY, MISSING, POJO -> bytes += 1;
        }
    }

    private static int digits(long number) {
        int digits = number < 0 ? 2 : 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private static int textBytes(String text) {
        int count = 2;
        for (int i = 0; i < text.length(); i++) {
            count += charBytes(text.charAt(i));
        }
        return count;
    }

    /** Half of a surrogate pair is half of four bytes. */
    private static int charBytes(char c) {
        if (c < ' ') {
            return "\b\t\n\f\r".indexOf(c) >= 0 ? 2 : 6;
        }
        if (c < 0x80) {
            return c == '"' || c == '\\' ? 2 : 1;
        }
        return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
}
