package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.AccountSpace.Mode;

class ApiKeyTest {
    private static final ApiKey LIVE = ApiKey.generate(Mode.LIVE, new Random(1));

    @Test
    void saysByItsBeginningWhichDataItSees() {
        assertTrue(LIVE.text().startsWith("oe_live_"));
        assertTrue(ApiKey.generate(Mode.TEST, new Random(1)).text().startsWith("oe_test_"));
        assertEquals(8 + 30 + 6, LIVE.text().length());
        assertFalse(LIVE.isMalformed());
    }

    @Test
    void aSingleWrongCharacterIsMalformedNotUnknown() {
        for (int i = "oe_".length(); i < LIVE.text().length(); i++) {
            char wrong = LIVE.text().charAt(i) == 'x' ? 'y' : 'x';
            ApiKey mistyped =
                    new ApiKey(LIVE.text().substring(0, i) + wrong + LIVE.text().substring(i + 1));
            assertTrue(mistyped.isMalformed(), "character " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"oe_", "oe_live_", "oe_live_short", "oe_prod_0123456789012345678901234567890123456"})
    void whatBeginsLikeOursAndIsNotIsMalformed(String text) {
        assertTrue(new ApiKey(text).isMalformed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sk_live_0123456789abcdef", "OE_LIVE_x", "anything"})
    void anotherFormatIsNeverMalformed(String text) {
        assertFalse(new ApiKey(text).isMalformed());
    }

    @Test
    void aKeyOfAnotherFormatCanBeImportedWhenItIsLongEnoughToBeUnguessable() {
        assertTrue(new ApiKey("sk_live_01234567").isImportable());
        assertFalse(new ApiKey("sk_live_0123456").isImportable());
        assertTrue(new ApiKey("x".repeat(256)).isImportable());
        assertFalse(new ApiKey("x".repeat(257)).isImportable());
        assertFalse(new ApiKey("sk live 01234567").isImportable());
        assertFalse(new ApiKey("oe_live_broken_but_long_enough").isImportable());
        assertTrue(LIVE.isImportable());
    }

    @Test
    void itsTextIsHiddenAndOnlyItsHashIsKept() {
        assertEquals("[redacted]", LIVE.toString());
        assertEquals(32, LIVE.hash().length());
        assertEquals(new ApiKey(LIVE.text()).hash(), LIVE.hash());
        assertNotEquals(ApiKey.generate(Mode.LIVE, new Random(2)).hash(), LIVE.hash());
    }
}
