package org.orderevidence.integration.adyen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.Signing;
import org.orderevidence.integration.adyen.Adyen.AdyenItem;

/** Keys, signed fields and signatures are values that Adyen publishes with its libraries. */
class AdyenSignatureTest {
    private static final IntegrationSecrets.Basic SHOP =
            new IntegrationSecrets.Basic("shop", new SecretText("pass:word"));
    private static final String REPORT_KEY = "9064450A8892A093D9E97EFCC9639DE31B74F3A7803135555A3C96F5A57915D6";
    private static final String REPORT_HMAC = "NuEkADFmlCC6VgX+wcoPAegIWxVPNBPCuKlM4Hzo5qc=";
    private static final String SLASHES_KEY = "74F490DD33F7327BAECC88B2947C011FC02D014A473AAA33A8EC93E4DC069174";
    private static final String SLASHES_HMAC = "CZErGCNQaSsxbaQfZaJlakqo7KPP+mIa8a+wx3yNs9A=";

    @Test
    void missingFieldsAreEmpty() {
        assertTrue(report(REPORT_HMAC).isMadeBy(signing(REPORT_KEY)));
    }

    @Test
    void backslashesAndColonsAreNotEscaped() {
        assertTrue(slashes("1000").isMadeBy(signing(SLASHES_KEY)));
    }

    @Test
    void anAmountCanBeATextOrANumber() {
        assertTrue(slashes("\"1000\"").isMadeBy(signing(SLASHES_KEY)));
    }

    @Test
    void aSignedFieldThatChangedIsWrong() {
        assertFalse(slashes("1001").isMadeBy(signing(SLASHES_KEY)));
    }

    @Test
    void aSignatureCanBeMissingOrMalformed() {
        assertFalse(report("").isMadeBy(signing(REPORT_KEY)));
        assertFalse(item("{}").isMadeBy(signing(REPORT_KEY)));
        assertFalse(report("not base64").isMadeBy(signing(REPORT_KEY)));
    }

    @ParameterizedTest
    @CsvSource({
        "true, shop:pass:word",
        "false, shop:pass:wor",
        "false, shop:",
        "false, :pass:word",
        "false, Shop:pass:word",
    })
    void basicCredentials(boolean expected, String sent) {
        String encoded = Base64.getEncoder().encodeToString(sent.getBytes(StandardCharsets.UTF_8));

        assertEquals(expected, Adyen.isIn("Basic " + encoded, SHOP));
        assertEquals(expected, Adyen.isIn("basic  " + encoded, SHOP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic", "Basic ", "Basic %%%", "Bearer c2hvcDpwYXNzOndvcmQ=", "c2hvcDpwYXNzOndvcmQ="})
    void otherHeadersAreNoCredentials(String header) {
        assertFalse(Adyen.isIn(header, SHOP));
    }

    private static Signing signing(String... keys) {
        return new Signing(Arrays.stream(keys).map(HexFormat.of()::parseHex).toList());
    }

    private static AdyenItem report(String hmac) {
        return item(reportItem(hmac));
    }

    /** The signed fields of a published item. It has no originalReference. */
    private static String reportItem(String hmac) {
        return """
                {"pspReference": "test_REPORT_AVAILABLE", "merchantAccountCode": "Magento2Rik",
                 "merchantReference": "testMerchantRef1", "amount": {"value": "0", "currency": "EUR"},
                 "eventCode": "REPORT_AVAILABLE", "success": "true",
                 "additionalData": {"hmacSignature": "%s"}}""".formatted(hmac);
    }

    /** The signed fields of a published item whose merchantReference has backslashes, colons and slashes. */
    private static AdyenItem slashes(String value) {
        return item("""
                {"pspReference": "ZVWN7D3WSMK2WN82", "merchantAccountCode": "AntoniStroinski",
                 "merchantReference": "\\\\:/\\\\/slashes are fun", "amount": {"value": %s, "currency": "EUR"},
                 "eventCode": "AUTHORISATION", "success": "true",
                 "additionalData": {"hmacSignature": "%s"}}""".formatted(value, SLASHES_HMAC));
    }

    private static AdyenItem item(String json) {
        try {
            return Adyen.items(notification(json)).getFirst();
        } catch (UnmappableEvent unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static byte[] notification(String... items) {
        StringBuilder wrapped = new StringBuilder();
        for (String item : items) {
            wrapped.append(wrapped.isEmpty() ? "" : ",")
                    .append("{\"NotificationRequestItem\": ")
                    .append(item)
                    .append('}');
        }
        return ("{\"live\": \"true\", \"notificationItems\": [" + wrapped + "]}").getBytes(StandardCharsets.UTF_8);
    }
}
