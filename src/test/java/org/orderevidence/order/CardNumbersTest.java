package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Card numbers in texts, and the networks' codes of disputes. */
class CardNumbersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4111 1111 1111 1111",
                "4111-1111-1111-1111",
                "4111 1111-11111111",
                "x4111111111111111x",
                "4111\u00a01111\u00a01111\u00a01111",
                "4111\u20111111\u20111111\u20111111",
                "\u0664\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661",
                "\ud835\udfd2111111111111111",
                "1234 4111111111111111 12/28",
                "4111111111111111 123",
                "12 and 4111111111111111",
                "+4111111111111111",
                "12345678901234567890 and 4111111111111111",
            })
    void findsItInsideATextAndAsPeopleWriteIt(String text) {
        assertTrue(CardNumbers.appearIn(text));
    }

    @ParameterizedTest
    @CsvSource({
        "4111111111111112, fails Luhn",
        "9111111111111110, no issuer's first digits",
        "411111111111116, passes Luhn but is shorter than a Visa number",
        "41111111111111113, passes Luhn but Visa has no 17 digits",
        "4111  1111  1111  1111, two blanks",
        "4111.1111.1111.1111, full stops",
        "14111111111111111, part of a longer run",
        "94111111111111111111, more than 19 digits",
        "74537604221222132710572, an acquirer's reference number",
        "A-4111-B-1111-C-1111-D-1111, letters between",
        "'', empty",
    })
    void passesOtherDigits(String text, String why) {
        assertFalse(CardNumbers.appearIn(text), why);
    }

    @ParameterizedTest
    @CsvSource({
        "4, 16",
        "4, 19",
        "51, 16",
        "55, 16",
        "2221, 16",
        "2720, 16",
        "34, 15",
        "37, 15",
        "6011, 16",
        "644, 16",
        "649, 19",
        "65, 16",
        "300, 14",
        "305, 14",
        "3095, 14",
        "36, 14",
        "39, 19",
        "3528, 16",
        "3589, 19",
        "62, 16",
        "622126, 17",
        "6763, 19",
        "5018, 13",
        "2204, 16",
        "60, 16",
        "508, 16",
    })
    void findsEachPrefixAtItsLength(String prefix, int digits) {
        assertTrue(CardNumbers.appearIn(withCheckDigit(prefix, digits)));
    }

    @ParameterizedTest
    @CsvSource({
        "4, 13",
        "4, 14",
        "4, 17",
        "4, 20",
        "56, 16",
        "2220, 16",
        "2721, 16",
        "35, 15",
        "34, 16",
        "6012, 17",
        "643, 16",
        "306, 14",
        "37, 14",
        "3527, 16",
        "3590, 16",
        "62, 15",
        "62, 20",
        "5018, 12",
        "1, 16",
        "0, 16",
        "7, 16",
        "9, 16",
    })
    void passesEachPrefixAtAnotherLengthAndItsNeighbours(String prefix, int digits) {
        assertFalse(CardNumbers.appearIn(withCheckDigit(prefix, digits)));
    }

    @Test
    void passesAnInternationalTelephoneNumber() {
        String filipino = withCheckDigit("6304", 13);
        assertTrue(CardNumbers.appearIn(filipino));
        assertFalse(CardNumbers.appearIn("+" + filipino));
        assertFalse(CardNumbers.appearIn("+63 " + filipino.substring(2, 5) + " " + filipino.substring(5)));
        assertFalse(CardNumbers.appearInTelephone(filipino));
        assertTrue(CardNumbers.appearInTelephone("4111111111111111"));
        assertTrue(CardNumbers.appearInTelephone("378282246310005"));
    }

    @Test
    void passesTheNumberBelowABarCode() {
        assertFalse(CardNumbers.appearIn("Tea 4006381333931 green"), "fails Luhn");
        assertFalse(CardNumbers.appearIn("4222222222222"), "Visa no longer issues 13 digits");
        assertTrue(CardNumbers.appearIn(withCheckDigit("6304", 13)), "passes Luhn and is no GTIN-13");
    }

    /** Zeros behind the prefix, and a last digit that passes Luhn. */
    private static String withCheckDigit(String prefix, int digits) {
        String start = prefix + "0".repeat(digits - 1 - prefix.length());
        int sum = 0;
        for (int i = 0; i < start.length(); i++) {
            int digit = start.charAt(start.length() - 1 - i) - '0';
            int doubled = 2 * digit;
            sum += i % 2 == 1 ? digit : doubled > 9 ? doubled - 9 : doubled;
        }
        return start + (10 - sum % 10) % 10;
    }

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
        assertEquals(Optional.of(code), Dispute.parseCondition(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fraudulent",
                "10",
                "10.",
                "10.44",
                "1.4",
                "010.4",
                "10,4",
                "48370",
                "F2901",
                "UAA",
                "UAA1",
                "UA0121",
                "12.6.",
                "12.6.1.1",
                "visa",
                "Visa Visa 10.4",
                "Stripe 10.4",
                "١٠.٤",
                "",
                "10.4\n10.4",
                "visa10.4x"
            })
    void anythingElseIsNone(String text) {
        assertEquals(Optional.empty(), Dispute.parseCondition(text));
    }
}
