package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.Bodies;
import org.orderevidence.upload.OrderField.Kind;
import tools.jackson.databind.JsonNode;

/** A new field of an order reaches CSV. */
class OrderFieldTest {
    @Test
    void everyFieldOfAnOrderCanBeAColumnOfItsKind() {
        Map<String, Kind> fields = new TreeMap<>();
        Map<String, Kind> ofLineItem = new TreeMap<>();
        collect("", Bodies.parse(Bodies.FULL_ORDER), fields);
        collect("", Bodies.parse(Bodies.FULL_ORDER).at("/receipt/lineItems/0"), ofLineItem);

        assertEquals(fields, ofJson(OrderField.OF_ORDER));
        assertEquals(ofLineItem, ofJson(OrderField.OF_LINE_ITEM));
    }

    private static void collect(String prefix, JsonNode object, Map<String, Kind> fields) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String name = prefix + member.getKey();
            switch (member.getValue().getNodeType()) {
                case OBJECT -> collect(name + ".", member.getValue(), fields);
                case NUMBER -> fields.put(name, Kind.INTEGER);
                case BOOLEAN -> fields.put(name, Kind.FLAG);
                case STRING -> fields.put(name, Kind.TEXT);
                case ARRAY, BINARY, MISSING, NULL, POJO -> assertEquals(OrderField.LINE_ITEMS, name);
            }
        }
    }

    /** In JSON an amount is an integer like any other, a time is a text, and a name has two fields. */
    private static Map<String, Kind> ofJson(Map<String, Kind> kinds) {
        Map<String, Kind> plain = new TreeMap<>(kinds);
        plain.values().removeIf(kind -> kind == Kind.NAME);
        plain.replaceAll((name, kind) -> switch (kind) {
            case AMOUNT -> Kind.INTEGER;
            case TIME, STATUS -> Kind.TEXT;
            case TEXT, INTEGER, FLAG, NAME -> kind;
        });
        return plain;
    }
}
