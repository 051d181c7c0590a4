package org.orderevidence.order;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;

/** Texts, e-mail addresses and values that mean none. */
class TextsTest {
    private static final long SEED = 20_261_122L;
    private static final String PAR = "V0010013018036776997406844829";

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
    @ValueSource(strings = {"", " ", "\u0000", "a\nb", "a\u007f", "a\u0085", "\ud800", "\udc00a", "a\ud83d"})
    void anOrderIdHasNoControlCharactersAndNoHalfSurrogates(String id) {
        assertThrows(IllegalArgumentException.class, () -> new OrderId(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u00a0", "\u2003\u2007\u202f", "\u3000"})
    void aTextOfBlanksIsBlankTheNoBreakSpacesAmongThem(String text) {
        assertEquals("", Texts.trim(text));
        assertTrue(Texts.isBlank(text));
        assertThrows(IllegalArgumentException.class, () -> new PersonalText(text));
        assertEquals("a b", Texts.trim(text + "a b" + text));
    }

    /** Joiners stay where they change what people see. */
    @ParameterizedTest
    @ValueSource(strings = {"", "ann-1", "Ann Lee", "می\u200cخواهم", "क्\u200dष", "👩\u200d💻", "❤️\u200d🔥"})
    void onlyWhatNobodySeesIsRemoved(String text) {
        assertEquals(text, Texts.visible(text));
        assertEquals(text, Texts.visible("\ufeff\u200d" + text + "\u200c\u202e\u00ad"));
        assertEquals(text.isEmpty(), Texts.isInvisible("\u200b " + text));
        assertEquals("K21", Texts.visible("K\u200d2\u2066\u200b1"));
    }

    @ParameterizedTest
    @CsvSource({
        "ann@example.com, ann@example.com",
        "' Ann@Example.COM ', ann@example.com",
        "ann@bücher.example, ann@xn--bcher-kva.example",
        "ann@xn--bcher-kva.example, ann@xn--bcher-kva.example",
        "ann@XN--BCHER-KVA.example, ann@xn--bcher-kva.example",
        "GROẞ@example.com, gross@example.com",
        "a@b, a@b",
        "ann@example。com, ann@example.com",
    })
    void comparesFoldedWithTheDomainInAscii(String text, String canonical) {
        assertEquals(Optional.of(canonical), Email.parse(text).map(Email::canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "@",
                "ann",
                "ann@",
                "@example.com",
                "ann@@example.com",
                "ann@example@com",
                "an n@example.com",
                "ann@exam ple.com",
                "ann\u00a0b@example.com",
                "an\tn@example.com",
                "ann@example\n.com",
                "ann\u0000@example.com",
                "ann@under_score.example",
                "ann@exa\ud800mple.com",
            })
    void isNotAnAddressWithoutOneAtBetweenTwoCleanParts(String text) {
        assertTrue(Email.parse(text).isEmpty());
    }

    @Test
    void takesTheDomainsThatIdnaTakes() {
        Random random = new Random(SEED);
        String alphabet = "aaab01--..x";
        for (int i = 0; i < 200_000; i++) {
            StringBuilder domain = new StringBuilder();
            for (int length = 1 + random.nextInt(9); length > 0; length--) {
                char c = alphabet.charAt(random.nextInt(alphabet.length()));
                domain.append(random.nextInt(60) == 0 ? String.valueOf(c).repeat(62 + random.nextInt(3)) : c);
            }
            Optional<String> expected = idna(domain.toString()).map(ascii -> "ann@" + ascii);

            assertEquals(
                    expected,
                    Email.parse("ann@" + domain).map(Email::canonical),
                    () -> "domain " + domain + ", seed " + SEED);
        }
    }

    private static Optional<String> idna(String domain) {
        try {
            String ascii = IDN.toASCII(domain, IDN.USE_STD3_ASCII_RULES);
            return Optional.of(ascii).filter(text -> !text.isEmpty() && "ann@".length() + text.length() <= 254);
        } catch (IllegalArgumentException notADomain) {
            return Optional.empty();
        }
    }

    @Test
    void hasAtMost254Characters() {
        String domain = "@" + "d".repeat(63) + ".example";

        assertTrue(Email.parse("a".repeat(254 - domain.length()) + domain).isPresent());
        assertTrue(Email.parse("a".repeat(255 - domain.length()) + domain).isEmpty());
    }

    @Test
    void hidesItself() {
        assertEquals("Optional[[e-mail]]", Email.parse("ann@example.com").toString());
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource({
        "Ann, aNN",
        "Straße, STRASSE",
        "\u1e9e, ss",
        "\u03a3\u0391\u03a3, \u03c3\u03b1\u03c2",
        "\u212a, k",
        "\u0130, i\u0307",
        "\u0345, \u03b9",
        "\u13a0, \uab70",
        "\ud801\udc00, \ud801\udc28"
    })
    void joins(String one, String other) {
        assertEquals(Texts.foldCase(one), Texts.foldCase(other));
    }

    @ParameterizedTest(name = "{0} is not {1}")
    @CsvSource({"\u0131, i", "\u0131, I", "\u00e9, e", "o, 0"})
    void keepsApart(String one, String other) {
        assertNotEquals(Texts.foldCase(one), Texts.foldCase(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-",
                ".",
                "n/a",
                "none",
                " Guest ",
                "\u00a0NULL\u00a0",
                "N/A",
                "[object Object]",
                "[OBJECT x",
                "1111",
                "aAaA",
                "0000000000000000",
                "00-00",
                "0:0:0:0",
                "\ud83d\ude00\ud83d\ude00" + "\ud83d\ude00\ud83d\ude00",
                "--",
                ":",
                "-:-",
                "9774d56d682e549c",
                "00000000-0000-0000-0000-000000000000",
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
                "object",
                "[objects",
                "n.a.",
                "..",
                "\ud83d\ude00\ud83d\ude00",
                "1 1 1 1",
                "9774d56d682e549d",
                "00000000-0000-0000-0000-000000000001",
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
        assertEquals(null, new Charge.References(null, "0000", null, null, null, null).arn());
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

    private static String words(OrderQuery query) {
        String values = query.values().entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(joining(" "));
        return (query.orderId() == null ? "" : "ID")
                + values
                + (query.currency() == null ? "" : " " + query.currency())
                + (query.date() == null ? "" : " " + query.date());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            A-1001 | ID; DISPUTE=A-1001; GATEWAY_TRANSACTION_ID=A-1001; ARN=A-1001
            ch_3P9x2L | ID; DISPUTE=ch_3P9x2L; GATEWAY_TRANSACTION_ID=ch_3P9x2L; ARN=ch_3P9x2L
            Ann@Example.com | CUSTOMER=ann@example.com
            424242 4242 | CARD=4242424242
            424242••••4242 | CARD=4242424242
            424242-4242 | ID; DISPUTE=424242-4242; GATEWAY_TRANSACTION_ID=424242-4242; ARN=424242-4242; CARD=4242424242
            4242 42** **** 4242 | CARD=4242424242
            4242424242 | ID; DISPUTE=4242424242; GATEWAY_TRANSACTION_ID=4242424242; ARN=4242424242; CARD=4242424242
            20261102-1001 | ID; DISPUTE=20261102-1001; GATEWAY_TRANSACTION_ID=20261102-1001; ARN=20261102-1001; CARD=2026111001
            4242 19.99 | LAST4=4242 AMOUNT=19.99
            4242 $19.99 | LAST4=4242 AMOUNT=19.99
            $20 4242 | LAST4=4242 AMOUNT=20
            €20 4242 | LAST4=4242 AMOUNT=20 EUR
            19,99€ 4242 | LAST4=4242 AMOUNT=19.99 EUR
            4242 20EUR 2026-11-02 | LAST4=4242 AMOUNT=20 EUR 2026-11-02
            4242 19,90 | LAST4=4242 AMOUNT=19.9
            4242 20 eur | LAST4=4242 AMOUNT=20 EUR
            4242 20EUR | LAST4=4242 AMOUNT=20 EUR
            •••• 4242 2026-11-02 | ID; DISPUTE=•••• 4242 2026-11-02; GATEWAY_TRANSACTION_ID=•••• 4242 2026-11-02; ARN=•••• 4242 2026-11-02
            ••••4242 2026-11-02 | LAST4=4242 2026-11-02
            2026-11-02 4242 19.99 USD | LAST4=4242 AMOUNT=19.99 USD 2026-11-02
            4242 1000 JPY | LAST4=4242 AMOUNT=1000 JPY; LAST4=1000 AMOUNT=4242 JPY
            1000 JPY 0042 | LAST4=1000 AMOUNT=42 JPY; LAST4=0042 AMOUNT=1000 JPY
            1000 JPY 2026-11-02 | AMOUNT=1000 JPY 2026-11-02
            0.00 2026-11-02 | AMOUNT=0 2026-11-02
            4242 2026-02-30 | ID; DISPUTE=4242 2026-02-30; GATEWAY_TRANSACTION_ID=4242 2026-02-30; ARN=4242 2026-02-30
            7453 7604 2212 2213 2710 572 | ID; DISPUTE=7453 7604 2212 2213 2710 572; GATEWAY_TRANSACTION_ID=7453 7604 2212 2213 2710 572; ARN=74537604221222132710572
            José  ÁLVAREZ | ID; DISPUTE=José  ÁLVAREZ; GATEWAY_TRANSACTION_ID=José  ÁLVAREZ; ARN=José  ÁLVAREZ; NAME=jose alvarez
            """)
    void aTextCanBeSeveralThings(String typed, String expected) {
        assertEquals(
                expected,
                SearchText.read(typed).queries().stream().map(TextsTest::words).collect(joining("; ")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            4242 4242 4242 4242 | looks like a full card number
            +44 20 7946 0958 | phone number
            +1 (415) 555-0100 | phone number
            203.0.113.7 | IP address
            2001:db8::1 | IP address
            ` ` | ``
            """)
    void someTextsAreNotSearched(String typed, String reason) {
        SearchText text = SearchText.read(typed);

        assertEquals(List.of(), text.queries());
        assertTrue(text.unsearched().contains(reason), text::unsearched);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            4242 | The last four digits
            19.99 | an amount
            2026-11-02 | a date
            4242 4242 | first six and last four
            ann@ | must be complete
            """)
    void anIdThatCanBeMoreIsSearchedAsAnIdAndSaysWhatIsMissing(String typed, String missing) {
        SearchText text = SearchText.read(typed);

        assertTrue(text.isId());
        assertTrue(text.unsearched().contains(missing), text::unsearched);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1001 | 1001 #1001 shop2-1001
            order 1001 | order 1001,1001 #1001 shop2-1001
            Order no. #1001 | Order no. #1001,1001 #1001 shop2-1001
            a-Bc1 | a-Bc1 A-BC1 a-bc1 A-bc1 #a-Bc1 #A-BC1 #a-bc1 #A-bc1 shop2-a-Bc1 shop2-A-BC1 shop2-a-bc1 shop2-A-bc1
            """)
    void anIdIsFoundInOtherForms(String typed, String forms) {
        String found = new TypedId(typed)
                .forms(List.of("shop2-")).stream().map(OrderId::value).collect(joining(" "));

        assertEquals(forms.replace(',', ' '), found);
    }

    @Test
    void nearIdsDifferByOneDigitOrLetter() {
        Set<OrderId> near = new TypedId("1001").near(List.of("s-"));

        // For each start: 3 shorter ones, 4 times 9 others, and 50 longer ones, of which 4 are the same.
        assertEquals(3 * (3 + 36 + 46), near.size());
        for (String id : List.of("101", "2001", "10010", "#1007", "s-100")) {
            assertTrue(near.contains(new OrderId(id)), id);
        }
        for (String id : List.of("1001", "1010", "A1001", "1001-", "t-1001", "10")) {
            assertFalse(near.contains(new OrderId(id)), id);
        }
    }

    @Test
    void anyIdHasAtMostAThousandNearIds() {
        for (String typed : List.of("A-1001", "a".repeat(128), "pi_3NaBcDeFgHiJkLmN", "9".repeat(49), "#")) {
            assertTrue(new TypedId(typed).near(List.of("shop-", "eu-")).size() <= TypedId.MAX_IDS, typed);
        }
        assertTrue(new TypedId("pi_3NaBcDeFgHiJkLmN").near(List.of()).contains(new OrderId("pi_4NaBcDeFgHiJkLmN")));
    }
}
