package org.orderevidence.account;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/**
 * The request for a new key.
 *
 * @param space the data that the key can access
 * @param label the owner's name for the key; {@code null} for none
 * @param scopes permissions of the key, at least one
 * @param expiresAt when the key expires; {@code null} if never
 */
public record KeySpec(
        AccountSpace space,
        @Nullable String label,
        Set<Scope> scopes,
        @Nullable Instant expiresAt) {
    /** Maximum number of characters of a label. */
    public static final int MAX_LABEL = 100;

    public KeySpec {
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a key has at least one scope");
        }
        scopes = Set.copyOf(scopes);
    }
}
