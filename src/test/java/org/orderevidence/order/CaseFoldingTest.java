package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which texts compare equal, and which do not, after full case folding (CaseFolding.txt, statuses C and F). */
class CaseFoldingTest {
    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource({
        "Ann, aNN",
        "Straße, STRASSE",
        "\u1e9e, ss",
        "\u03a3\u0391\u03a3, \u03c3\u03b1\u03c2",
        "\u017f, s",
        "\u212a, k",
        "\u00b5, \u03bc",
        "\u0130, i\u0307",
        "\ufb03, FFI",
        "\u0345, \u03b9",
        "\u13a0, \uab70",
        "\ud801\udc00, \ud801\udc28"
    })
    void joins(String one, String other) {
        assertEquals(CaseFolding.fold(one), CaseFolding.fold(other));
    }

    @ParameterizedTest(name = "{0} is not {1}")
    @CsvSource({"\u0131, i", "\u0131, I", "\u00e9, e", "o, 0"})
    void keepsApart(String one, String other) {
        assertNotEquals(CaseFolding.fold(one), CaseFolding.fold(other));
    }
}
