package org.orderevidence.integration;

import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of an integration. Two are valid while the merchant changes the secret.
 *
 * @param current the secret
 * @param other a second one that is valid too; empty if there is none
 */
public record SigningSecrets(
        SigningSecret current, @Nullable SigningSecret other) {
    /**
     * Returns true if one of the secrets made one of the signatures of the parts. The parts are signed once for each
     * secret, however many signatures a sender claims, and every comparison needs the same time.
     */
    public boolean madeOneOf(List<byte[]> signatures, byte[]... parts) {
        byte[] byCurrent = current.sign(parts);
        byte[] byOther = other == null ? null : other.sign(parts);
        boolean made = false;
        for (byte[] signature : signatures) {
            made |= MessageDigest.isEqual(byCurrent, signature);
            made |= byOther != null && MessageDigest.isEqual(byOther, signature);
        }
        return made;
    }
}
