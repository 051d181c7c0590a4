package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.errors;
import static org.orderevidence.http.Bodies.faults;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.orderWith;
import static org.orderevidence.http.Bodies.parse;
import static org.orderevidence.http.Bodies.replaced;
import static org.orderevidence.http.Bodies.text;
import static org.orderevidence.http.Bodies.warnings;
import static org.orderevidence.http.Bodies.without;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.Kind;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What holds for every field alike, tried on each field of an order that has them all. */
class OrderTextsTest {
    private static final JsonNode FULL = parse(Bodies.FULL_ORDER);
    private static final Set<String> REQUIRED = Set.of(
            "/id",
            "/amount",
            "/currency",
            "/transactionDate",
            "/receipt/lineItems/0/productName",
            "/receipt/lineItems/0/price",
            "/receipt/lineItems/1/productName",
            "/receipt/lineItems/1/price");

    private final Map<String, Character> letters = new HashMap<>();
    private final List<JsonNode> values = new ArrayList<>();
    private final Map<String, String> expected = new TreeMap<>();

    static Stream<String> texts() {
        return Bodies.textPointers(FULL).stream();
    }

    static Stream<String> optional() {
        return Bodies.pointers(FULL).stream().filter(pointer -> !REQUIRED.contains(pointer));
    }

    @ParameterizedTest
    @MethodSource("optional")
    void aNullIsTheSameAsAnAbsentField(String pointer) {
        assertEquals(good(read(without(FULL, pointer))), good(read(replaced(FULL, pointer, parse("null")))));
    }

    @ParameterizedTest
    @MethodSource("optional")
    void aBlankTextIsTheSameAsAnAbsentField(String pointer) {
        for (String blank : List.of("", " ", "\t\n \u2003", "\u200b \ufeff")) {
            assertEquals(good(read(without(FULL, pointer))), good(read(replaced(FULL, pointer, text(blank)))));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/threeDs",
                "/receipt",
                "/receipt/merchantInfo",
                "/receipt/merchantInfo/merchantReceiptContact",
                "/receipt/merchantInfo/merchantReceiptContact/receiptAddress",
                "/receipt/name",
                "/receipt/billingAddress",
                "/receipt/shippingAddress",
                "/receipt/delivery",
                "/receipt/totals",
            })
    void anObjectThatSaysNothingIsTheSameAsAnAbsentOne(String pointer) {
        assertEquals(good(read(without(FULL, pointer))), good(read(replaced(FULL, pointer, parse("{}")))));
    }

    @Test
    void anEmailHasAGreatestLengthButOnlyAShorterOneIsEvidence() {
        String pointer = "/receipt/customerEmail";
        assertEquals(
                List.of(pointer + " email_invalid"), warnings(read(replaced(FULL, pointer, text("xy".repeat(1_000))))));
        assertEquals(List.of(pointer + " too_long"), faults(read(replaced(FULL, pointer, text("x".repeat(2_001))))));
    }

    @ParameterizedTest
    @CsvSource({"/id, 128", "/authCode, 64", "/deviceId, 256", "/cardFingerprint, 128", "/receipt/description, 2000"})
    void aCharacterOfTwoCodeUnitsCountsAsOne(String pointer, int longest) {
        String emoji = "\ud83d\ude00";
        String fits = "x" + emoji.repeat(longest - 1);
        good(read(replaced(FULL, pointer, text(fits))));
        assertEquals(List.of(pointer + " too_long"), faults(read(replaced(FULL, pointer, text(fits + emoji)))));
    }

    @Test
    void aShortestLengthCountsThemAsOneToo() {
        assertEquals(
                List.of("/cardFingerprint too_short"),
                faults(read(replaced(FULL, "/cardFingerprint", text("x" + "\ud83d\ude00".repeat(6))))));
    }

    private static Read<UploadedOrder> read(JsonNode order) {
        return OrderReader.read(order, "", NOW, false, new FaultRoom());
    }

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

    @ParameterizedTest
    @CsvSource({
        "2026-03-01T12:00:00Z, 2026-03-01T12:00:00Z",
        "2026-03-01t12:00:00z, 2026-03-01T12:00:00Z",
        "2026-03-01T12:00:00.123456789Z, 2026-03-01T12:00:00.123456789Z",
        "2026-03-01T12:00:00.000000001+00:00, 2026-03-01T12:00:00.000000001Z",
        "2026-03-01T12:00:00+01:30, 2026-03-01T10:30:00Z",
        "2026-03-01T12:00:00-01:30, 2026-03-01T13:30:00Z",
        "2026-03-01T12:00:00-00:00, 2026-03-01T12:00:00Z",
        "2026-03-01T12:00:00+23:59, 2026-02-28T12:01:00Z",
        "2026-03-01T12:00:00+0000, 2026-03-01T12:00:00Z",
        "2026-03-01T12:00:00.25+0100, 2026-03-01T11:00:00.25Z",
        "2026-12-31T23:59:59-01:00, 2027-01-01T00:59:59Z",
        "1999-12-31T23:30:00-01:00, 2000-01-01T00:30:00Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z",
        "2016-12-31T23:59:60Z, 2016-12-31T23:59:59Z",
        "2017-01-01T00:59:60.5+01:00, 2016-12-31T23:59:59.5Z",
    })
    void readsAMomentInUtc(String text, Instant instant) {
        assertEquals(new WireDate.Valid(OrderTime.at(instant)), WireDate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2000-01-01", "2024-02-29", "2026-03-01", "9999-12-31"})
    void aDateWithoutTimeStaysOne(LocalDate date) {
        assertEquals(new WireDate.Valid(OrderTime.on(date)), WireDate.parse(date.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-03",
                "2026/03/01",
                "2026-02-30",
                "2025-02-29",
                "2100-02-29",
                "2026-13-01",
                "2026-01-00",
                "2026-01-32",
                "-026-01-01",
                "２０２６-01-01",
                " 2026-03-01",
                "2026-03-01 ",
                "2026-03-01T12:00:00",
                "2026-03-01 12:00:00Z",
                "2026-03-01T24:00:00Z",
                "2026-03-01T12:60:00Z",
                "2026-03-01T12:00:61Z",
                "2026-03-01T12:00:60Z",
                "2026-03-01T23:59:60+01:00",
                "2026-03-01T12:00:00.Z",
                "2026-03-01T12:00:00.1234567890Z",
                "2026-03-01T12:00:00,5Z",
                "2026-03-01T12:00:00+01",
                "2026-03-01T12:00:00+24:00",
                "2026-03-01T12:00:00+01:60",
                "2026-03-01T12:00:00 +0100",
                "2026-03-01T12:00:00Z+01:00",
            })
    void refusesEveryOtherForm(String text) {
        assertEquals(new WireDate.Unreadable(), WireDate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1999-12-31",
                "0000-01-01",
                "1970-01-01T00:00:00Z",
                "1999-12-31T23:59:59Z",
                "2000-01-01T00:30:00+01:00",
                "9999-12-31T23:59:59-00:01"
            })
    void refusesOtherYearsInUtc(String text) {
        assertEquals(new WireDate.OutOfYears(), WireDate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example",
                "HTTP://SHOP.EXAMPLE/",
                "http://shop.example:8080/a?b=c&d=@#e",
                "https://müller.example/über-uns",
                "https://203.0.113.7/",
                "https://[2001:db8::1]/",
                "https://[2001:db8::1]:8443/",
                "https://shop.example?x=https://other.example",
            })
    void isAWebPage(String text) {
        assertTrue(TextRule.isWebLink(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://",
                "https://:80/",
                "https:shop.example",
                "shop.example",
                "//shop.example",
                "ftp://shop.example",
                "data:text/html,x",
                "javascript:alert(1)",
                "javascript:alert('https://shop.example')",
                "https://shop.example/a b",
                "https://shop.example/a\u00a0b",
                "https://shop.example/a\nb",
                "https://shop.example/\"onclick",
                "https://shop.example/<script>",
                "https://shop.example\\evil.example",
                "https://ann:secret@shop.example/",
                "https://shop.example@evil.example/",
                "https://shop.example:port/",
                "https://shop.example:/",
                "https://shop.example:65536/",
            })
    void isNoneWithAnythingElse(String text) {
        assertFalse(TextRule.isWebLink(text));
    }

    /** Each object of an order. */
    static Stream<String> objects() {
        return Stream.concat(
                Stream.of("", "/receipt/lineItems/0", "/receipt/lineItems/1"),
                Bodies.pointers(FULL).stream()
                        .filter(pointer -> FULL.at(pointer).isObject()));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void isNamedAtEachLevelAndIgnored(String object) {
        String pointer = object + "/colour";
        JsonNode order = replaced(FULL, pointer, parse("{\"deep\": [1.5, null]}"));
        assertEquals(List.of(pointer + " unknown_field"), warnings(read(order)));
        assertEquals(good(read(FULL)).value(), good(read(order)).value());
        assertEquals(
                List.of(pointer + " unknown_field"), faults(OrderReader.read(order, "", NOW, true, new FaultRoom())));
    }

    @Test
    void isNamedEvenWhenItIsNull() {
        assertEquals(List.of("/colour unknown_field"), warnings(read(orderWith("colour", parse("null")))));
    }

    @ParameterizedTest
    @CsvSource({"a/b, /a~1b", "~, /~0", "'', /", "' ', '/ '", "Id, /Id", "😀, /😀"})
    void isEscapedInThePointer(String name, String pointer) {
        assertEquals(List.of(pointer + " unknown_field"), warnings(read(orderWith(name, parse("1")))));
    }

    @Test
    void isNotNamedWhenItsNameIsLong() {
        assertEquals(
                List.of("/" + "n".repeat(200) + " unknown_field"),
                warnings(read(orderWith("n".repeat(200), parse("1")))));
        assertEquals(List.of(" unknown_field"), warnings(read(orderWith("n".repeat(201), parse("1")))));
    }

    @Test
    void isNamedAsOftenAsTheAnswerHasRoomFor() {
        JsonNode order = parse(Bodies.LEAST_ORDER);
        for (int i = 0; i < 230; i++) {
            order.asObject().set("x" + i, parse("1"));
        }
        Read.Good<UploadedOrder> good = good(read(order));
        assertEquals(100, good.warnings().size());
        assertEquals("/x99", good.warnings().get(99).pointer());
        assertTrue(good.warningsTruncated());
        assertEquals(
                200,
                errors(OrderReader.read(order, "", NOW, true, new FaultRoom())).size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"4111111111111111\"",
                "4111111111111111",
                "6200000000000000000",
                "[\"x\", {\"deep\": \"4111 1111 1111 1111\"}]",
                "{\"4111111111111111\": 1}",
            })
    void isNoPlaceForACardNumber(String json) {
        Read<UploadedOrder> read = read(orderWith("cardNumber", parse(json)));
        assertEquals(List.of("/cardNumber card_number"), faults(read));
        assertFalse(errors(read).toString().contains("4111"));
    }

    @Test
    void isNotNamedWhenItsNameIsACardNumber() {
        assertEquals(List.of(" card_number"), faults(read(orderWith("4111111111111111", parse("1")))));
    }

    @Test
    void isNotNamedWhenItsNameHasControlCharacters() {
        assertEquals(List.of(" unknown_field"), warnings(read(orderWith("a\nb", parse("1")))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\ud800\"", "[[\"\\udc00x\"]]"})
    void isRefusedWhenATextInItIsIllFormed(String json) {
        assertEquals(List.of("/note not_well_formed"), faults(read(orderWith("note", parse(json)))));
    }

    @Test
    void isRefusedAndNotNamedWhenItsNameIsIllFormed() {
        assertEquals(List.of(" not_well_formed"), faults(read(orderWith("a\ud800", parse("1")))));
    }

    @Test
    void mayHoldNumbersThatAreNoCard() {
        JsonNode numbers = parse("[1772366400000, 1772366400000000, 1.5, 1e400, 99999999999999999999999]");
        assertEquals(List.of("/numbers unknown_field"), warnings(read(orderWith("numbers", numbers))));
    }
}
