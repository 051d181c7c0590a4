package org.orderevidence.account;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/**
 * What may be shown of an API key.
 *
 * @param id its public name
 * @param space whose data it sees
 * @param scopes what it may do
 * @param createdAt when
 * @param endsAt from when it is refused; absent when it is good for ever
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
