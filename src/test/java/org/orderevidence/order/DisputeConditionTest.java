package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisputeConditionTest {
    @ParameterizedTest
    @CsvSource({
        "10.4, 10.4",
        "' 10.4 ', 10.4",
        "Visa 10.4, 10.4",
        "VISA10.4, 10.4",
        "visa-13.1, 13.1",
        "'Visa: 10.4', 10.4",
        "12.6.1, 12.6.1",
        "Visa 12.6.2, 12.6.2",
        "FR2, FR2",
        "F2, F2",
        "F290, F290",
        "aa, AA",
        "Discover AA, AA",
        "4837, 4837",
        "Mastercard 4837, 4837",
        "Master Card 4837, 4837",
        "f29, F29",
        "Amex F29, F29",
        "American Express c08, C08",
        "ua01, UA01",
        "discover UA02, UA02",
        "Discover 4534, 4534",
    })
    void isTheNetworksCodeInUpperCaseWithoutItsName(String text, String code) {
        assertEquals(Optional.of(code), DisputeCondition.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fraudulent",
                "fraud",
                "unknown",
                "10",
                "10.",
                "10.44",
                "1.4",
                "010.4",
                "10,4",
                "483",
                "48370",
                "F2901",
                "UAA",
                "UAA1",
                "UA0121",
                "12.6.",
                "12.6.12",
                "12.6.1.1",
                "visa",
                "Visa Visa 10.4",
                "10.4 Visa",
                "Stripe 10.4",
                "١٠.٤",
                "",
                " ",
                "10.4\n10.4",
                "visa10.4x"
            })
    void anythingElseIsNone(String text) {
        assertEquals(Optional.empty(), DisputeCondition.parse(text));
    }
}
