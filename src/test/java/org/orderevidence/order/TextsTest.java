package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {
    @Test
    void textsAreOrderedAsTheirUtf8Bytes() {
        List<String> texts = List.of("", "a", "aa", "b", "é", "\ue000", "\uffff", "😀", "😀a", "😁", "a\uffff", "a😀");
        for (String left : texts) {
            for (String right : texts) {
                int byBytes = Arrays.compareUnsigned(
                        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

                assertEquals(
                        Integer.signum(byBytes),
                        Integer.signum(Texts.compareByCodePoint(left, right)),
                        left + " and " + right);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"A-1", "a/b", "..", "%2F", "😀", "'a b'", "'#?'"})
    void anOrderIdIsAnyPrintableText(String id) {
        assertEquals(id, new OrderId(id).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u0000", "a\nb", "a\u007f", "a\u0085", "\ud800", "\udc00a", "a\ud83d"})
    void anOrderIdHasNoControlCharactersAndNoHalfSurrogates(String id) {
        assertThrows(IllegalArgumentException.class, () -> new OrderId(id));
    }

    @Test
    void anOrderIdHasAtMost128Characters() {
        assertEquals(128, new OrderId("x".repeat(128)).value().length());
        assertThrows(IllegalArgumentException.class, () -> new OrderId("x".repeat(129)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u00a0", "\u2003\u2007\u202f", "\u3000"})
    void aTextOfBlanksIsBlankTheNoBreakSpacesAmongThem(String text) {
        assertEquals("", Texts.trim(text));
        assertTrue(Texts.isBlank(text));
        assertThrows(IllegalArgumentException.class, () -> new PersonalText(text));
        assertEquals("a b", Texts.trim(text + "a b" + text));
    }
}
