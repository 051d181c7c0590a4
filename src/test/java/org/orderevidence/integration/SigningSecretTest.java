package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HMAC-SHA256, with the test cases of RFC 4231. */
class SigningSecretTest {
    /** Test case 2: a key that is a text. */
    private static final byte[] OF_TEXT =
            HexFormat.of().parseHex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");

    /** Test case 1: a key of 20 bytes 0x0b. */
    private static final byte[] OF_HEX =
            HexFormat.of().parseHex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");

    @Test
    void signaturesAreThoseOfTheStandard() {
        assertArrayEquals(OF_TEXT, SigningSecret.ofText("Jefe").sign(bytes("what do ya want for nothing?")));
        assertArrayEquals(OF_HEX, SigningSecret.ofHex("0b".repeat(20)).sign(bytes("Hi There")));
    }

    @Test
    void partsAreSignedOneAfterTheOther() {
        assertArrayEquals(
                OF_TEXT,
                SigningSecret.ofText("Jefe").sign(bytes("what do ya want"), bytes(""), bytes(" for nothing?")));
    }

    @Test
    void oneOfTwoSecretsAndOneOfManySignaturesIsEnough() {
        SigningSecret jefe = SigningSecret.ofText("Jefe");
        SigningSecret other = SigningSecret.ofText("other");
        byte[] message = bytes("what do ya want for nothing?");
        byte[] cut = HexFormat.of().parseHex("5bdcc146bf60754e");

        assertTrue(new SigningSecrets(jefe, null).madeOneOf(List.of(OF_HEX, OF_TEXT), message));
        assertTrue(new SigningSecrets(other, jefe).madeOneOf(List.of(OF_TEXT), message));
        assertFalse(new SigningSecrets(other, null).madeOneOf(List.of(OF_TEXT), message));
        assertFalse(new SigningSecrets(jefe, other).madeOneOf(List.of(OF_HEX, cut, new byte[0]), message));
        assertFalse(new SigningSecrets(jefe, other).madeOneOf(List.of(), message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0g", "0x0b", " 0b"})
    void aKeyMustBeHexadecimal(String text) {
        assertThrows(IllegalArgumentException.class, () -> SigningSecret.ofHex(text));
    }

    @Test
    void anEmptyTextIsNoSecretAndNoSecretIsPrinted() {
        assertThrows(IllegalArgumentException.class, () -> SigningSecret.ofText(""));
        assertEquals("[secret]", SigningSecret.ofText("Jefe").toString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
