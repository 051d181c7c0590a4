package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that stand for none, and where they count as not known. */
class PlaceholdersTest {
    private static final String PAR = "V0010013018036776997406844829";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-",
                ".",
                "na",
                "n/a",
                "nil",
                "none",
                "null",
                "undefined",
                "unknown",
                "guest",
                "anonymous",
                "test",
                "nan",
                "true",
                "false",
                " Guest ",
                "\u00a0NULL\u00a0",
                "N/A",
                "NaN",
                "[object Object]",
                "[OBJECT x",
                "1111",
                "aAaA",
                "0000000000000000",
                "00-00",
                "0:0:0:0",
                "00:00:00:00:00:00",
                "\ud83d\ude00\ud83d\ude00" + "\ud83d\ude00\ud83d\ude00",
                "--",
                ":",
                "-:-",
                "9774d56d682e549c",
                "9774D56D682E549C",
                "00000000-0000-0000-0000-000000000000",
                "ffffffff-ffff-ffff-ffff-ffffffffffff",
            })
    void meansNone(String value) {
        assertTrue(Placeholders.isOne(value), value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1",
                "00",
                "000",
                "222",
                "0-0",
                "1112",
                "guest1",
                "guests",
                "object",
                "[objects",
                "no",
                "n.a.",
                "..",
                "\ud83d\ude00\ud83d\ude00",
                "1 1 1 1",
                "9774d56d682e549d",
                "00000000-0000-0000-0000-000000000001",
                "tester",
                "undefined!",
            })
    void meansItself(String value) {
        assertFalse(Placeholders.isOne(value), value);
    }

    @Test
    void theHashesOfNothingMeanNone() throws GeneralSecurityException {
        for (String algorithm : List.of("MD5", "SHA-1", "SHA-256")) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            String ofNothing = HexFormat.of().formatHex(digest.digest());
            String ofSomething = HexFormat.of().formatHex(digest.digest("a".getBytes(StandardCharsets.UTF_8)));
            assertTrue(Placeholders.isOne(ofNothing), algorithm);
            assertTrue(Placeholders.isOne(ofNothing.toUpperCase(Locale.ROOT)), algorithm);
            assertFalse(Placeholders.isOne(ofSomething), algorithm);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "00", "000000", "0-0", "none", "--", "N/A", "[object Object]"})
    void anApprovalCodeMeansNone(String code) {
        assertTrue(Placeholders.isAuthCode(code), code);
        assertEquals(null, new Charge.References(code, null, null, null, null, null).authCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"111111", "AAAA", "000001", "A1B2C3", ""})
    void anApprovalCodeOfRepeatedCharactersIsReal(String code) {
        assertFalse(Placeholders.isAuthCode(code), code);
        assertEquals(code, new Charge.References(code, null, null, null, null, null).authCode());
    }

    @Test
    void referencesThatMeanNoneAreNotKnown() {
        assertEquals(
                new Charge.References(null, null, null, "none", "none", null),
                new Charge.References("none", "n/a", "0", "none", "none", "undefined"));
        assertEquals(null, Charge.References.NONE.withArn("0000").arn());
    }

    @Test
    void aFingerprintIsNoPlaceholder() {
        assertThrows(IllegalArgumentException.class, () -> new CardFingerprint("undefined"));
        assertThrows(IllegalArgumentException.class, () -> new CardFingerprint("00000000"));
    }

    @Test
    void aPaymentAccountReferenceHas29LettersAndDigits() {
        assertEquals(Optional.of(new PaymentAccountReference(PAR)), PaymentAccountReference.parse(" " + PAR + " "));
        assertEquals(
                Optional.of(new PaymentAccountReference(PAR)), PaymentAccountReference.parse("v" + PAR.substring(1)));
        for (String none : List.of(
                "",
                PAR + "1",
                PAR.substring(1),
                "V-010013018036776997406844829",
                "0".repeat(29),
                "\u0131" + PAR.substring(1),
                "\u0660" + PAR.substring(1),
                "\u017f" + PAR.substring(1))) {
            assertEquals(Optional.empty(), PaymentAccountReference.parse(none), none);
        }
        assertFalse(new PaymentAccountReference(PAR).toString().contains(PAR));
    }
}
