package org.orderevidence.integration;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import org.orderevidence.sealing.Hmac;

/**
 * Signs bytes that arrive one after the other with HMAC-SHA256, once for each secret that is valid, however many
 * signatures a sender claims. Two secrets are valid while the merchant changes the secret. For one use.
 */
public final class Signing {
    private final List<Mac> macs;

    public Signing(List<byte[]> keys) {
        this.macs = keys.stream().map(Hmac::keyed).toList();
    }

    public Signing add(byte[] bytes) {
        add(ByteBuffer.wrap(bytes));
        return this;
    }

    public void add(ByteBuffer bytes) {
        macs.forEach(mac -> mac.update(bytes.duplicate()));
    }

    /** Returns true if one of the secrets made one of these signatures of the bytes. Each comparison needs the same time. */
    public boolean madeOneOf(List<byte[]> signatures) {
        boolean made = false;
        for (Mac mac : macs) {
            byte[] own = mac.doFinal();
            for (byte[] signature : signatures) {
                made |= MessageDigest.isEqual(own, signature);
            }
        }
        return made;
    }

    /** Returns true if one of the secrets made the signature of the bytes that this base64 text has. */
    public boolean made(String base64) {
        try {
            return madeOneOf(List.of(Base64.getDecoder().decode(base64)));
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }
}
