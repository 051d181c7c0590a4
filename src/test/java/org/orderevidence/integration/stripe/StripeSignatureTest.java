package org.orderevidence.integration.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.SignatureCheck;
import org.orderevidence.integration.SigningSecret;
import org.orderevidence.integration.SigningSecrets;
import org.orderevidence.integration.Webhook;

/** The signature was computed with Python's {@code hmac}: Stripe publishes the algorithm, and no value. */
class StripeSignatureTest {
    private static final SigningSecrets SECRETS =
            new SigningSecrets(SigningSecret.ofText("whsec_orderEvidenceTest0000000000000001"), null);

    private static final byte[] BODY = "{\"id\":\"evt_1\",\"object\":\"event\"}".getBytes(StandardCharsets.UTF_8);
    private static final Instant SIGNED_AT = Instant.ofEpochSecond(1767225600);
    private static final String V1 = "464f581fc54090ccf16bc198ac50b1087b6af3cc4aa9c430bf80542c2d648b2c";
    private static final String ZEROS = "0".repeat(64);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VALID     | t=1767225600,v1=V1",
                "VALID     | v1=V1,t=1767225600",
                "VALID     | t=1767225600, v1=V1",
                "VALID     | t=1767225600,v1=ZEROS,v1=V1",
                "VALID     | t=1767225600,v1=V1,v1=ZEROS,v0=ZEROS",
                "WRONG     | t=1767225600,v1=ZEROS",
                "WRONG     | t=1767225601,v1=V1",
                "WRONG     | t=1767225600,v1=ZEROS,v0=V1",
                "MALFORMED | t=1767225600",
                "MALFORMED | t=1767225600,v0=V1",
                "MALFORMED | v1=V1",
                "MALFORMED | t=1767225600,t=1767225600,v1=V1",
                "MALFORMED | t=,v1=V1",
                "MALFORMED | t=-1767225600,v1=V1",
                "MALFORMED | t=99999999999999999999,v1=V1",
                "MALFORMED | t=1767225600,v1=xyz",
                "MALFORMED | ''",
                "MALFORMED | =,=,;",
            })
    void header(SignatureCheck expected, String header) {
        assertEquals(expected, check(header.replace("V1", V1).replace("ZEROS", ZEROS), BODY, SECRETS, SIGNED_AT));
    }

    @Test
    void oneOfManySignaturesIsEnough() {
        String header = "t=1767225600" + (",v1=" + ZEROS).repeat(50) + ",v1=" + V1;

        assertEquals(SignatureCheck.VALID, check(header, BODY, SECRETS, SIGNED_AT));
        assertEquals(SignatureCheck.MALFORMED, check(header + ",v0=" + "0".repeat(4_096), BODY, SECRETS, SIGNED_AT));
    }

    @Test
    void aMissingHeaderIsMissing() {
        assertEquals(SignatureCheck.MISSING, check(null, BODY, SECRETS, SIGNED_AT));
    }

    @ParameterizedTest
    @CsvSource({"-301, TOO_NEW", "-300, VALID", "0, VALID", "300, VALID", "301, TOO_OLD"})
    void toleranceIs300SecondsInBothDirections(long secondsLater, SignatureCheck expected) {
        Instant now = SIGNED_AT.plus(Duration.ofSeconds(secondsLater));

        assertEquals(expected, check("t=1767225600,v1=" + V1, BODY, SECRETS, now));
    }

    @Test
    void twoSecretsAreValidDuringAChange() {
        SigningSecret fresh = SigningSecret.ofText("whsec_new");
        String header = "t=1767225600,v1=" + V1;

        assertEquals(
                SignatureCheck.VALID, check(header, BODY, new SigningSecrets(fresh, SECRETS.current()), SIGNED_AT));
        assertEquals(SignatureCheck.WRONG, check(header, BODY, new SigningSecrets(fresh, null), SIGNED_AT));
    }

    @Test
    void everyByteOfTheBodyIsSigned() {
        byte[] changed = BODY.clone();
        changed[changed.length - 1] = ' ';

        assertEquals(SignatureCheck.WRONG, check("t=1767225600,v1=" + V1, changed, SECRETS, SIGNED_AT));
    }

    @Test
    void noSecretIsPrinted() {
        assertEquals("SigningSecrets[current=[secret], other=null]", SECRETS.toString());
    }

    private static SignatureCheck check(@Nullable String header, byte[] body, SigningSecrets secrets, Instant now) {
        Map<String, String> headers = header == null ? Map.of() : Map.of("stripe-signature", header);
        return Stripe.check(new Webhook(headers, body), secrets, now);
    }
}
