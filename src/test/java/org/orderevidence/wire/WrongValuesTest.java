package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.parse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.Bodies;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.Kind;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Each declared field with each of many values. The expectations were recorded before the fields were declared. */
class WrongValuesTest {
    private final Map<String, Character> letters = new HashMap<>();
    private final List<JsonNode> values = new ArrayList<>();
    private final Map<String, String> expected = new TreeMap<>();

    @Test
    void eachValueOfEachFieldCostsWhatItCostBefore() throws IOException {
        readExpectations();

        Map<String, String> found = new TreeMap<>();
        for (Field<?> field : OrderFields.ORDER.fields()) {
            if (field.isSent() && !(field.kind() instanceof Kind.Items)) {
                found.put(field.path(), row(field.path()));
            }
        }
        for (Field<?> field : OrderFields.LINE_ITEM.fields()) {
            found.put("receipt.lineItems.0." + field.path(), row("receipt.lineItems.0." + field.path()));
        }

        found.forEach((path, row) -> assertEquals(expected.get(path), row, path));
        assertEquals(expected.keySet(), found.keySet());
    }

    private void readExpectations() throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/wire/wrong-values.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String rest = line.substring(line.indexOf(' ') + 1);
                switch (line.split(" ", 2)[0]) {
                    case "code" -> letters.put(rest.substring(2), rest.charAt(0));
                    case "value" -> values.add(parse(rest));
                    case "field" -> {
                        String[] row = rest.split(" ", 2);
                        expected.put(row[1].replace('/', '.'), row[0]);
                    }
                    default -> assertEquals('#', line.charAt(0));
                }
            }
        }
    }

    private String row(String path) {
        StringBuilder row = new StringBuilder();
        for (JsonNode value : values) {
            row.append(letter(OrderReader.read(orderWith(path, value), "", NOW, false, new FaultRoom())));
        }
        return row.toString();
    }

    private char letter(Read<UploadedOrder> read) {
        return switch (read) {
            case Read.Bad<UploadedOrder> bad -> letter(bad.errors().getFirst());
            case Read.Good<UploadedOrder> good ->
                good.warnings().stream()
                        .filter(warning -> warning.code() != FaultCode.CREDENTIAL_MISSING
                                && warning.code() != FaultCode.SHIPPING_ADDRESS_INCOMPLETE)
                        .findFirst()
                        .map(warning -> Character.toLowerCase(letter(warning)))
                        .orElse('.');
        };
    }

    private char letter(FieldError error) {
        return letters.getOrDefault(error.code().wireName(), '?');
    }

    private static JsonNode orderWith(String path, JsonNode value) {
        ObjectNode order = Bodies.orderWith("cardFingerprint", "fp_ann_card_0001");
        ObjectNode at = order;
        String[] names = path.split("\\.", -1);
        for (int i = 0; i < names.length - 1; i++) {
            if (names[i].equals("lineItems")) {
                ObjectNode item = JsonNodeFactory.instance
                        .objectNode()
                        .put("productName", "Tea")
                        .put("price", 5);
                at.putArray(names[i]).add(item);
                at = item;
                i++;
            } else {
                at = at.withObjectProperty(names[i]);
            }
        }
        at.set(names[names.length - 1], value);
        return order;
    }
}
