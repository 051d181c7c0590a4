package org.orderevidence.integration;

import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of an integration. Two are valid while the merchant changes the secret.
 *
 * @param current the secret
 * @param other a second one that is valid too; empty if there is none
 */
public record SigningSecrets(SigningSecret current, @Nullable SigningSecret other) {
    /** Returns true if one of the secrets made the signature of the parts. The comparison needs the same time for each. */
    public boolean made(byte[] signature, byte[]... parts) {
        boolean byCurrent = MessageDigest.isEqual(current.sign(parts), signature);
        boolean byOther = other != null && MessageDigest.isEqual(other.sign(parts), signature);
        return byCurrent || byOther;
    }
}
