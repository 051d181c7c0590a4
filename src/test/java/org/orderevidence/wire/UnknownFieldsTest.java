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
import static org.orderevidence.http.Bodies.warnings;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import tools.jackson.databind.JsonNode;

class UnknownFieldsTest {
    private static final JsonNode FULL = parse(Bodies.FULL_ORDER);

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
    @ValueSource(strings = {"\"\\ud800\"", "[[\"\\udc00x\"]]", "{\"\\ud800\": 1}", "[{\"a\": {\"x\\udc00\": 1}}]"})
    void isRefusedWhenATextOrNameInItIsIllFormed(String json) {
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

    private static Read<UploadedOrder> read(JsonNode order) {
        return OrderReader.read(order, "", NOW, false, new FaultRoom());
    }
}
