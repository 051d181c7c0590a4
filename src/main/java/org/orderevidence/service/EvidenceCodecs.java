package org.orderevidence.service;

import java.util.random.RandomGenerator;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.EvidenceCodec;

/** Makes what stores need to encode, seal and compose evidence. */
public final class EvidenceCodecs {
    private EvidenceCodecs() {}

    /**
     * Returns the codec of an installation.
     *
     * @param secret its secret
     * @param keyring made from the same secret
     * @param strong makes nonces: cryptographically strong and safe for any number of threads
     */
    public static EvidenceCodec of(InstallationSecret secret, Keyring keyring, RandomGenerator strong) {
        return of(new Sealer(secret.sealingKeys(), strong), keyring);
    }

    /** Returns a codec that seals with this sealer. */
    public static EvidenceCodec of(Sealer sealer, Keyring keyring) {
        return new EvidenceCodec(new DerivedOrders(keyring), sealer, keyring.hasher());
    }
}
