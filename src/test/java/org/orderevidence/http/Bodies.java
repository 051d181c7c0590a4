package org.orderevidence.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.zip.GZIPOutputStream;
import org.orderevidence.json.JsonBody;
import org.orderevidence.json.JsonBody.MalformedJson;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Bodies that the tests send. */
public final class Bodies {
    public static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    /** An order with every field there is. */
    public static final String FULL_ORDER = """
            {"id": "A-1/ü", "revision": 7, "amount": 1999, "currency": "usd", "transactionDate": "2026-03-01T12:00:00+0100",
             "ip": "203.0.113.7", "bin": "424242", "last4": "4242", "brand": "VISA", "authCode": "ABC123",
             "arn": "74537604221222132710572", "network_id": "016153570198200", "descriptor": "TEA SHOP", "gateway": "gate",
             "gatewayTransactionId": "ch_3NxQ2eZvKYlo2C",
             "status": "succeeded", "refunded": false, "refundedAmount": 100, "cardFingerprint": "fp_ann_card_0001",
             "paymentAccountReference": "v0010013018036776997406844829", "threeDs": {"eci": "05", "transactionId": "9b2f-77"}, "avsResult": "Y",
             "customerAccountId": "ann-1001", "deviceId": "device-0123456789", "deviceFingerprint": "fingerprint-0123456789",
             "merchandiseOrServices": "merchandise", "settledAt": "2026-03-02", "fulfilledAt": "2026-03-05T09:30:00.250Z",
             "cardPresent": true, "validation": true, "recurring": true, "type": "original_credit", "initialOrderId": "A-0",
             "receipt": {
               "merchantInfo": {"name": "Tea Shop", "description": "Tea\\nand cups", "logoUrl": "https://shop.example/logo.png",
                 "refundPolicyLink": "https://shop.example/refund", "cancellationPolicyLink": "https://shop.example/cancel",
                 "termsAndConditionsLink": "http://shop.example/terms",
                 "merchantReceiptContact": {"phoneForReceipt": "+1 555 0100", "emailForReceipt": "help@shop.example",
                   "websiteForReceipt": "shop.example",
                   "receiptAddress": {"line1": "1 Shop Street", "line2": "Floor 2", "city": "London",
                     "countrySubdivision": "LND", "postalCode": "SW1A 1AA", "country": "GB", "latitude": "51.5",
                     "longitude": "-0.1"}}},
               "lineItems": [{"productName": "Tea set", "productDescription": "White\\tgreen", "currency": "eur", "quantity": 2,
                   "price": 1500}, {"productName": "Voucher", "price": -100}],
               "customerEmail": "ann@example.com", "customerPhone": "+44 20 7946 0958",
               "name": {"givenName": "Ann", "familyName": "Example"},
               "billingAddress": {"line1": "2 Bill Street", "line2": "B", "city": "Leeds", "countrySubdivision": "LDS",
                 "postalCode": "LS1 1AA", "country": "GB", "latitude": "53.8", "longitude": "-1.5"},
               "shippingAddress": {"line1": "3 Ship Street", "line2": "S", "city": "York", "countrySubdivision": "YRK",
                 "postalCode": "YO1 1AA", "country": "GB", "latitude": "53.9", "longitude": "-1.1"},
               "description": "Gifts", "delivery": {"status": "delivered", "carrier": "Post",
                 "trackingNumber": "4111111111111111", "deliveredAt": "2026-03-04"},
               "totals": {"subtotal": 1500, "tax": 300, "shipping": 299, "discount": -100}}}""";

    public static final String SIGHTING = "{\"email\": \"a@example.com\", \"ip\": \"1.1.1.1\"}";

    /** The least order. */
    public static final String LEAST_ORDER =
            "{\"id\": \"A-1\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"2026-03-01\"}";

    private Bodies() {}

    public static JsonNode parse(String json) {
        try {
            return JsonBody.parse(json.getBytes(StandardCharsets.UTF_8), 32, null);
        } catch (MalformedJson malformed) {
            throw new AssertionError(malformed);
        }
    }

    /** The least order with a card, and one more field or another value of one. */
    public static ObjectNode orderWith(String name, JsonNode value) {
        ObjectNode order = parse(LEAST_ORDER).asObject().put("cardFingerprint", "fp_ann_card_0001");
        return order.set(name, value);
    }

    public static ObjectNode orderWith(String name, String text) {
        return orderWith(name, text(text));
    }

    public static JsonNode text(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }

    /** A body with the value at a pointer replaced; null takes the field away. */
    public static JsonNode replaced(JsonNode body, String pointer, JsonNode value) {
        JsonNode copy = body.deepCopy();
        int slash = pointer.lastIndexOf('/');
        String name = pointer.substring(slash + 1);
        JsonNode parent = copy.at(pointer.substring(0, slash));
        if (parent.isArray()) {
            parent.asArray().set(Integer.parseInt(name), value);
        } else {
            parent.asObject().set(name, value);
        }
        return copy;
    }

    public static JsonNode without(JsonNode body, String pointer) {
        JsonNode copy = body.deepCopy();
        int slash = pointer.lastIndexOf('/');
        copy.at(pointer.substring(0, slash)).asObject().remove(pointer.substring(slash + 1));
        return copy;
    }

    /** Pointers to all fields of objects at any depth, each after the object it is in. */
    public static List<String> pointers(JsonNode body) {
        List<String> pointers = new ArrayList<>();
        walk(body, "", (pointer, node) -> pointers.add(pointer));
        return pointers;
    }

    /** Pointers to all texts. */
    public static List<String> textPointers(JsonNode body) {
        List<String> pointers = new ArrayList<>();
        walk(body, "", (pointer, node) -> {
            if (node.isString()) {
                pointers.add(pointer);
            }
        });
        return pointers;
    }

    private static void walk(JsonNode node, String pointer, BiConsumer<String, JsonNode> visitor) {
        node.forEachEntry((name, child) -> {
            visitor.accept(pointer + '/' + name, child);
            walk(child, pointer + '/' + name, visitor);
        });
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            walk(node.get(i), pointer + '/' + i, visitor);
        }
    }

    public static <T> Read.Good<T> good(Read<T> read) {
        return switch (read) {
            case Read.Good<T> good -> good;
            case Read.Bad<T> bad -> throw new AssertionError("refused: " + bad.errors());
        };
    }

    public static <T> List<FieldError> errors(Read<T> read) {
        return switch (read) {
            case Read.Good<T> good -> throw new AssertionError("accepted");
            case Read.Bad<T> bad -> bad.errors();
        };
    }

    /** What is wrong, as {@code pointer code}, one a fault, in their order. */
    public static <T> List<String> faults(Read<T> read) {
        return errors(read).stream()
                .map(e -> e.pointer() + " " + e.code().wireName())
                .toList();
    }

    public static <T> List<String> warnings(Read<T> read) {
        return good(read).warnings().stream()
                .map(e -> e.pointer() + " " + e.code().wireName())
                .toList();
    }

    /** Returns text as gzip. */
    public static byte[] gzip(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unexpected) {
            throw new UncheckedIOException(unexpected);
        }
        return packed.toByteArray();
    }
}
