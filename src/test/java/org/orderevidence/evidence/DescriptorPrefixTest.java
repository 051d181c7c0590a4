package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left of a descriptor. */
class DescriptorPrefixTest {
    @ParameterizedTest(name = "[{0}] leaves [{1}]")
    @CsvSource(nullValues = "null", delimiter = '|', textBlock = """
            TEASHOP LONDON | TEASHO
            Tea*Shop       | TEASHO
            t e a          | TEA
            7-Eleven 123   | 7ELEVE
            straße         | STRASS
            ٣ tea          | ٣TEA
            ² tea          | TEA
            '  * - . '     | null
            ''             | null
            null           | null
            """)
    void isTheFirstSixLettersAndDigits(@Nullable String descriptor, @Nullable String prefix) {
        assertEquals(prefix, DescriptorPrefix.of(descriptor));
    }
}
