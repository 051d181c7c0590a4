package org.orderevidence.integration.shopify;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import org.orderevidence.integration.SignatureCheck;
import org.orderevidence.integration.SigningSecrets;
import org.orderevidence.integration.Webhook;

/**
 * Checks the header {@code X-Shopify-Hmac-SHA256}: the base64 HMAC-SHA256 of the body. All other headers are unsigned.
 * Source: Shopify, "Verify webhook deliveries".
 */
public final class ShopifySignature {
    private static final String HEADER = "X-Shopify-Hmac-SHA256";
    private static final int LONGEST_HEADER = 128;

    private ShopifySignature() {}

    /** Checks a webhook. */
    public static SignatureCheck check(Webhook webhook, SigningSecrets secrets) {
        SigningSecrets.Signing signing = secrets.signing();
        signing.add(ByteBuffer.wrap(webhook.body()));
        return check(webhook, signing);
    }

    /**
     * Checks the signature of a body that was not kept.
     *
     * @param webhook only its headers count
     * @param signing has every byte of the body
     */
    public static SignatureCheck check(Webhook webhook, SigningSecrets.Signing signing) {
        String header = webhook.header(HEADER);
        if (header == null || header.isBlank()) {
            return SignatureCheck.MISSING;
        }
        if (header.length() > LONGEST_HEADER) {
            return SignatureCheck.MALFORMED;
        }
        try {
            byte[] signature = Base64.getDecoder().decode(header.strip());
            return signing.madeOneOf(List.of(signature)) ? SignatureCheck.VALID : SignatureCheck.WRONG;
        } catch (IllegalArgumentException notBase64) {
            return SignatureCheck.MALFORMED;
        }
    }
}
