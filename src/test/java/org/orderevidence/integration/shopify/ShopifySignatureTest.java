package org.orderevidence.integration.shopify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.Webhook;

/** The signature was computed with Python's {@code hmac}: Shopify publishes the algorithm, and no value. */
class ShopifySignatureTest {
    private static final IntegrationSecrets SECRETS =
            new IntegrationSecrets(new SecretText("shpss_orderevidencetest"), null, null);

    private static final byte[] BODY = "{\"id\":\"evt_1\",\"object\":\"event\"}".getBytes(StandardCharsets.UTF_8);
    private static final String HMAC = "tW0e29YuRGIFXiXtwfw7PIzca+36vDNjT38PzLSHSHg=";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | tW0e29YuRGIFXiXtwfw7PIzca+36vDNjT38PzLSHSHg=
            false | uW0e29YuRGIFXiXtwfw7PIzca+36vDNjT38PzLSHSHg=
            false | AAAA
            false | not base64
            false | tW0e29YuRGIFXiXtwfw7PIzca-36vDNjT38PzLSHSHg=
            false | ''
            """)
    void header(boolean expected, String header) {
        assertEquals(expected, check(header, BODY, SECRETS));
    }

    @Test
    void aMissingHeaderIsMissing() {
        assertFalse(isVerified(new Webhook(Map.of(), BODY), SECRETS));
    }

    @Test
    void twoSecretsAreValidDuringAChange() {
        SecretText fresh = new SecretText("shpss_new");

        assertTrue(check(HMAC, BODY, new IntegrationSecrets(fresh, SECRETS.signing(), null)));
        assertFalse(check(HMAC, BODY, new IntegrationSecrets(fresh, null, null)));
    }

    @Test
    void everyByteOfTheBodyIsSigned() {
        byte[] changed = BODY.clone();
        changed[changed.length - 1] = ' ';

        assertFalse(check(HMAC, changed, SECRETS));
    }

    private static boolean check(String header, byte[] body, IntegrationSecrets secrets) {
        return isVerified(new Webhook(Map.of("x-shopify-hmac-sha256", header), body), secrets);
    }

    private static boolean isVerified(Webhook webhook, IntegrationSecrets secrets) {
        return !new Shopify().verified(webhook, secrets, Instant.EPOCH).isEmpty();
    }
}
