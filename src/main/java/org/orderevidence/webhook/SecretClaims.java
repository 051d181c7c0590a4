package org.orderevidence.webhook;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.SecretText;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordKey;

/**
 * The row of each secret, which names the integration that has it. An integration claims a secret, is stored with it, and
 * then confirms the claim. Each step replaces the version that it has read, so one of two writers that claim a secret at
 * the same time fails at the latest when it confirms.
 */
final class SecretClaims {
    private final IntegrationStore store;
    private final RecordKeys keys;

    SecretClaims(IntegrationStore store, RecordKeys keys) {
        this.store = store;
        this.keys = keys;
    }

    /**
     * Claims a secret for an integration. A claim whose integration does not have the secret is taken over: its writer
     * ended before it stored the integration, or will fail to confirm.
     *
     * @param has true if the integration of this id is stored and has the secret
     * @return what is to be confirmed; empty if another integration has the secret
     */
    Optional<IntegrationRecord> claim(Integration integration, SecretText secret, Predicate<String> has) {
        RecordKey key = keys.secret(secret);
        Bytes id = Bytes.wrap(integration.id().getBytes(StandardCharsets.US_ASCII));
        IntegrationRecord claim = new IntegrationRecord(integration.space(), key, 1, null, null, id);
        if (store.add(claim)) {
            return Optional.of(claim);
        }
        IntegrationRecord held = store.read(key).orElse(null);
        if (held == null) {
            return store.add(claim) ? Optional.of(claim) : Optional.empty();
        }
        if (owner(held).equals(integration.id())) {
            return Optional.of(held);
        }
        if (has.test(owner(held))) {
            return Optional.empty();
        }
        IntegrationRecord taken = held.next(null, id);
        return store.replace(held, taken) ? Optional.of(taken) : Optional.empty();
    }

    /** Makes a claim final. Returns false if another integration has taken the secret over. */
    boolean confirm(IntegrationRecord claim) {
        return store.replace(claim, claim.next(null, claim.content()));
    }

    /** Frees a secret, unless another integration has it. */
    void release(String integration, SecretText secret) {
        RecordKey key = keys.secret(secret);
        if (store.read(key).filter(held -> owner(held).equals(integration)).isPresent()) {
            store.remove(key);
        }
    }

    private static String owner(IntegrationRecord claim) {
        return new String(claim.content().toArray(), StandardCharsets.US_ASCII);
    }
}
