package org.orderevidence.sealing;

import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * The secret of an installation. {@link #toString} hides it.
 *
 * @param indexKey key of all keyed hashes; it never changes, because card tokens are stored only as hashes under it
 */
public record InstallationSecret(InstallationKey indexKey, SealingKeys sealingKeys) {
    /** Returns a new secret with one sealing key. */
    public static InstallationSecret generate(RandomGenerator strong) {
        InstallationKey indexKey = InstallationKey.generate(strong);
        return new InstallationSecret(indexKey, SealingKeys.generate(strong));
    }

    /**
     * Returns this secret with another sealing key.
     *
     * @throws IllegalStateException if {@link SealingKeys#canGrow} is false
     */
    public InstallationSecret withNewSealingKey(RandomGenerator strong, Instant from) {
        return new InstallationSecret(indexKey, sealingKeys.withNewKey(strong, from));
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
