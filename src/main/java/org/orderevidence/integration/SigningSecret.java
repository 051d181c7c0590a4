package org.orderevidence.integration;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret with which a platform signs its webhooks. {@link #toString} hides it. */
public final class SigningSecret {
    private static final String HMAC = "HmacSHA256";

    private final byte[] key;

    private SigningSecret(byte[] key) {
        if (key.length == 0) {
            throw new IllegalArgumentException("a secret is not empty");
        }
        this.key = key;
    }

    /**
     * Returns the secret whose key is the text itself, in UTF-8, as Stripe and Shopify use it.
     *
     * @throws IllegalArgumentException if the text is empty
     */
    public static SigningSecret ofText(String text) {
        return new SigningSecret(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the secret whose key is written in hexadecimal, as Adyen uses it.
     *
     * @throws IllegalArgumentException if the text is empty or not hexadecimal
     */
    public static SigningSecret ofHex(String text) {
        return new SigningSecret(HexFormat.of().parseHex(text));
    }

    /** Returns the HMAC-SHA256 of the concatenated parts. */
    public byte[] sign(byte[]... parts) {
        Mac mac = mac();
        for (byte[] part : parts) {
            mac.update(part);
        }
        return mac.doFinal();
    }

    /** Returns what computes an HMAC-SHA256 of bytes that arrive one after the other. */
    Mac mac() {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has " + HMAC, e);
        }
    }

    @Override
    public String toString() {
        return "[secret]";
    }
}
