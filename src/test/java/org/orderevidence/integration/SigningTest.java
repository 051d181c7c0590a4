package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.integration.IntegrationSecrets.SecretForm;
import org.orderevidence.integration.IntegrationSecrets.SecretText;

/** HMAC-SHA256, with the test cases of RFC 4231. */
class SigningTest {
    /** Test case 2: a key that is a text. */
    private static final byte[] OF_TEXT =
            HexFormat.of().parseHex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");

    /** Test case 1: a key of 20 bytes 0x0b. */
    private static final byte[] OF_HEX =
            HexFormat.of().parseHex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");

    @Test
    void signaturesAreThoseOfTheStandard() {
        assertTrue(signed("what do ya want for nothing?", bytes("Jefe")).madeOneOf(List.of(OF_TEXT)));
        assertTrue(signed("Hi There", HexFormat.of().parseHex("0b".repeat(20))).madeOneOf(List.of(OF_HEX)));
    }

    @Test
    void oneOfTwoSecretsAndOneOfManySignaturesIsEnough() {
        byte[] jefe = bytes("Jefe");
        byte[] other = bytes("other");
        String message = "what do ya want for nothing?";
        byte[] cut = HexFormat.of().parseHex("5bdcc146bf60754e");

        assertTrue(signed(message, jefe).madeOneOf(List.of(OF_HEX, OF_TEXT)));
        assertTrue(signed(message, other, jefe).madeOneOf(List.of(OF_TEXT)));
        assertFalse(signed(message, other).madeOneOf(List.of(OF_TEXT)));
        assertFalse(signed(message, jefe, other).madeOneOf(List.of(OF_HEX, cut, new byte[0])));
        assertFalse(signed(message, jefe, other).madeOneOf(List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0g", "0x0b", " 0b"})
    void aKeyMustBeHexadecimal(String text) {
        SecretForm form = new SecretForm("HMAC key", "", true, "", "");
        IntegrationSecrets secrets = new IntegrationSecrets(new SecretText("x" + text), null, null);

        assertThrows(IllegalArgumentException.class, () -> form.signing(secrets));
        assertEquals(Optional.empty(), form.read(text));
    }

    private static Signing signed(String message, byte[]... keys) {
        return new Signing(List.of(keys)).add(bytes(message));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
