package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemTest {
    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            {"id":"A-1"}                              ! A-1
            {"card":{"id":"B"},"id":"A\\u002d1"} ! A-1
            {"list":[{"id":"B"}]}                   !
            {"id":7}                                    !
            {"id":null}                                 !
            {"id":{"id":"B"}}                       !
            {}                                            !
            """)
    void anObjectIsSentUnderItsOwnId(String json, String id) {
        Item item = item(json);

        assertNull(item.fault());
        assertEquals(id, item.id());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "\"x\"", "null", "[{\"id\":\"A\"}]"})
    void whatIsNoObjectIsNotSent(String json) {
        assertEquals("invalid_type", fault(json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{",
                "{\"id\"",
                "{\"id\":\"A\"",
                "{\"id\":\"A\"}}",
                "{\"id\":\"A\"} {}",
                "{\"id\":\"A\"},",
                "{\"a\":[1,{]}",
                "{\"a\":\"\\q\"}",
                "{\"a\":01}",
                "{\"a\":1,\"a\":2}",
                "{\"b\":{\"a\":1,\"a\":2}}"
            })
    void whatWouldSpoilTheBatchIsNotSent(String json) {
        assertEquals("malformed_json", fault(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '`',
            value = {
                "{\"id\":A-1}           ! not JSON, column 7: expected a value, such as a string in double quotes, a number, true,"
                        + " false or null",
                "{'id':1}             ! not JSON, column 2: strings and names need double quotes, not single quotes",
                "{\"ü\":1,}           ! not JSON, column 8: expected a name in double quotes after the comma; remove the comma",
                "{\"a\":1,\"a\":2}    ! an object has two fields of the same name",
                "{} {}                ! not JSON: there is more text after the end of the object"
            })
    void theReasonHasThePlaceAndNoInternalsOfTheParser(String json, String detail) {
        Outcome.Rejected fault = Objects.requireNonNull(item(json).fault());

        assertEquals(detail, fault.errors().getFirst().get("detail"));
    }

    private static String fault(String json) {
        Outcome.Rejected fault = item(json).fault();
        return fault == null ? "none" : fault.errors().getFirst().getOrDefault("code", "");
    }

    private static Item item(String json) {
        return Item.of(new Item.Place(1, json.length(), json.length()), json.getBytes(StandardCharsets.UTF_8));
    }
}
