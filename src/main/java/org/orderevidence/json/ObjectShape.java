package org.orderevidence.json;

import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** An example of the object that is expected at a place where something else was sent. */
public final class ObjectShape {
    private static final String ADDRESS =
            "{\"line1\": \"...\", \"city\": \"...\", \"postalCode\": \"...\", \"country\": \"US\"}";

    private static final Map<String, String> EXAMPLES = Map.ofEntries(
            Map.entry("receipt", "{\"customerEmail\": \"...\", \"lineItems\": [...]}"),
            Map.entry("lineItems", "{\"productName\": \"Tea\", \"price\": 1999}"),
            Map.entry("merchantInfo", "{\"name\": \"Tea House\"}"),
            Map.entry("merchantReceiptContact", "{\"phoneForReceipt\": \"+1 217 555 0100\"}"),
            Map.entry("name", "{\"givenName\": \"...\", \"familyName\": \"...\"}"),
            Map.entry("billingAddress", ADDRESS),
            Map.entry("shippingAddress", ADDRESS),
            Map.entry("receiptAddress", ADDRESS),
            Map.entry("totals", "{\"tax\": 160, \"shipping\": 500}"),
            Map.entry("delivery", "{\"status\": \"delivered\", \"deliveredAt\": \"2026-11-05\"}"),
            Map.entry("threeDs", "{\"eci\": \"05\"}"));

    private static final String ORDER =
            "{\"id\": \"A-1\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"2026-11-20T10:00:00Z\"}";

    private static final Pattern ELEMENT = Pattern.compile("/\\d+$");

    private ObjectShape() {}

    /**
     * Returns words to append to a message; empty if there is no example for this place.
     *
     * @param pointer of the value
     */
    public static String at(String pointer) {
        String list = ELEMENT.matcher(pointer).replaceFirst("");
        boolean isOrder = !list.equals(pointer) && (list.isEmpty() || list.equals("/orders"));
        String example = isOrder ? ORDER : EXAMPLES.get(list.substring(list.lastIndexOf('/') + 1));
        return example == null ? "" : " such as " + example;
    }

    public static String kind(JsonNode node) {
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
