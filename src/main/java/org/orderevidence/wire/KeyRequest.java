package org.orderevidence.wire;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.order.AccountSpace.Mode;

/**
 * A request for a new key.
 *
 * @param mode of the new key; {@code null} for that of the key of the request
 * @param label the owner's name for the key; {@code null} for none
 * @param scopes permissions of the key, at least one
 * @param expiresAt when the key expires, in whole seconds; {@code null} if never
 */
public record KeyRequest(
        @Nullable Mode mode,
        @Nullable String label,
        Set<Scope> scopes,
        @Nullable Instant expiresAt) {
    public KeyRequest {
        scopes = Set.copyOf(scopes);
    }
}
