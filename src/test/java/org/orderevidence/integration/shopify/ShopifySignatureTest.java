package org.orderevidence.integration.shopify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.SignatureCheck;
import org.orderevidence.integration.SigningSecret;
import org.orderevidence.integration.SigningSecrets;
import org.orderevidence.integration.Webhook;

/** The signature was computed with Python's {@code hmac}: Shopify publishes the algorithm, and no value. */
class ShopifySignatureTest {
    private static final SigningSecrets SECRETS =
            new SigningSecrets(SigningSecret.ofText("shpss_orderevidencetest"), null);

    private static final byte[] BODY = "{\"id\":\"evt_1\",\"object\":\"event\"}".getBytes(StandardCharsets.UTF_8);
    private static final String HMAC = "tW0e29YuRGIFXiXtwfw7PIzca+36vDNjT38PzLSHSHg=";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            VALID     | tW0e29YuRGIFXiXtwfw7PIzca+36vDNjT38PzLSHSHg=
            WRONG     | uW0e29YuRGIFXiXtwfw7PIzca+36vDNjT38PzLSHSHg=
            WRONG     | AAAA
            MALFORMED | not base64
            MALFORMED | tW0e29YuRGIFXiXtwfw7PIzca-36vDNjT38PzLSHSHg=
            MISSING   | ''
            """)
    void header(SignatureCheck expected, String header) {
        assertEquals(expected, check(header, BODY, SECRETS));
    }

    @Test
    void aMissingHeaderIsMissing() {
        assertEquals(SignatureCheck.MISSING, Shopify.check(new Webhook(Map.of(), BODY), SECRETS.signing()));
    }

    @Test
    void twoSecretsAreValidDuringAChange() {
        SigningSecret fresh = SigningSecret.ofText("shpss_new");

        assertEquals(SignatureCheck.VALID, check(HMAC, BODY, new SigningSecrets(fresh, SECRETS.current())));
        assertEquals(SignatureCheck.WRONG, check(HMAC, BODY, new SigningSecrets(fresh, null)));
    }

    @Test
    void everyByteOfTheBodyIsSigned() {
        byte[] changed = BODY.clone();
        changed[changed.length - 1] = ' ';

        assertEquals(SignatureCheck.WRONG, check(HMAC, changed, SECRETS));
    }

    private static SignatureCheck check(String header, byte[] body, SigningSecrets secrets) {
        SigningSecrets.Signing signing = secrets.signing();
        signing.add(ByteBuffer.wrap(body));
        return Shopify.check(new Webhook(Map.of("x-shopify-hmac-sha256", header), body), signing);
    }
}
