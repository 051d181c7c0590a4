package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.IDN;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmailTest {
    private static final long SEED = 20_261_122L;

    @ParameterizedTest
    @CsvSource({
        "ann@example.com, ann@example.com",
        "' Ann@Example.COM ', ann@example.com",
        "a.n.n+shop@example.com, a.n.n+shop@example.com",
        "ANN@BÜCHER.example, ann@xn--bcher-kva.example",
        "ann@bücher.example, ann@xn--bcher-kva.example",
        "ann@xn--bcher-kva.example, ann@xn--bcher-kva.example",
        "ann@XN--BCHER-KVA.example, ann@xn--bcher-kva.example",
        "GROẞ@example.com, gross@example.com",
        "groß@example.com, gross@example.com",
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
                "ann@exa..mple.com",
                "ann@.example.com",
                "ann@-example.com",
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
}
