package org.orderevidence.integration;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of an integration. Two are valid while the merchant changes the secret.
 *
 * @param other a second one that is valid too; empty if there is none
 */
public record SigningSecrets(
        SigningSecret current, @Nullable SigningSecret other) {
    /**
     * Returns true if one of the secrets made one of the signatures of the parts. The parts are signed once for each
     * secret, however many signatures a sender claims, and every comparison needs the same time.
     */
    public boolean madeOneOf(List<byte[]> signatures, byte[]... parts) {
        Signing signing = signing();
        for (byte[] part : parts) {
            signing.add(ByteBuffer.wrap(part));
        }
        return signing.madeOneOf(signatures);
    }

    /** Returns what signs bytes that arrive one after the other. */
    public Signing signing() {
        return new Signing(current.mac(), other == null ? null : other.mac());
    }

    /** Signs bytes with each of the secrets. For one use. */
    public static final class Signing {
        private final Mac current;
        private final @Nullable Mac other;

        private Signing(Mac current, @Nullable Mac other) {
            this.current = current;
            this.other = other;
        }

        /** Adds bytes. */
        public void add(ByteBuffer bytes) {
            if (other != null) {
                other.update(bytes.duplicate());
            }
            current.update(bytes);
        }

        /** Returns true if one of the secrets made one of these signatures of the bytes. */
        public boolean madeOneOf(List<byte[]> signatures) {
            byte[] byCurrent = current.doFinal();
            byte[] byOther = other == null ? null : other.doFinal();
            boolean made = false;
            for (byte[] signature : signatures) {
                made |= MessageDigest.isEqual(byCurrent, signature);
                made |= byOther != null && MessageDigest.isEqual(byOther, signature);
            }
            return made;
        }
    }
}
