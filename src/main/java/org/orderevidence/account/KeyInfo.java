package org.orderevidence.account;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/**
 * The public data of an API key.
 *
 * @param id public ID of the key
 * @param space the data that the key can access
 * @param scopes permissions of the key
 * @param createdAt time of creation
 * @param endsAt when the key expires; {@code null} if never
 */
public record KeyInfo(
        String id,
        AccountSpace space,
        Set<Scope> scopes,
        Instant createdAt,
        @Nullable Instant endsAt) {
    public KeyInfo {
        scopes = Set.copyOf(scopes);
    }
}
