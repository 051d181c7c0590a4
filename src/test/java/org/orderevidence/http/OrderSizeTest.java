package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.orderevidence.http.Bodies.parse;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OrderSizeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"a\":1}",
                "{\"a\":-12345,\"b\":[0,10,true,false,null]}",
                "[[],{},\"\"]",
                "\"quote \\\" backslash \\\\ line \\n zero \\u0000\"",
                "\"ü € 😀 \u007f /\"",
                "9223372036854775807",
            })
    void isTheLengthOfTheShortestText(String shortest) {
        int bytes = shortest.getBytes(StandardCharsets.UTF_8).length;
        JsonNode order = parse(shortest);
        assertNull(OrderSize.fault(order, "/orders/0", bytes));
        assertEquals(
                new FieldError("/orders/0", "too_long", "an order must have at most " + (bytes - 1) + " bytes of JSON"),
                OrderSize.fault(order, "/orders/0", bytes - 1));
    }

    @Test
    void blanksAndEscapesDoNotCount() {
        assertNull(OrderSize.fault(parse(" { \"\\u0061\" :  1 } "), "", 7));
    }

    @Test
    void isNeverLongerThanWhatWasSent() {
        int bytes = Bodies.FULL_ORDER.getBytes(StandardCharsets.UTF_8).length;
        assertNull(OrderSize.fault(parse(Bodies.FULL_ORDER), "", bytes));
    }
}
