package org.orderevidence.account;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore.KeyRow;

/**
 * The public data of an API key.
 *
 * @param space the data that the key can access
 * @param label the owner's name for the key; {@code null} if it has none
 * @param scopes permissions of the key
 * @param createdAt time of creation
 * @param expiresAt when the key expires, as decided at its creation; {@code null} if never
 * @param endedAt when the key ends because it was revoked or replaced; {@code null} if it was not
 * @param replacedBy ID of the key that replaces it; {@code null} if none does
 * @param lastUsedOn UTC day of the last use; {@code null} if the key was not used
 */
public record KeyInfo(
        String id,
        AccountSpace space,
        @Nullable String label,
        Set<Scope> scopes,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant endedAt,
        @Nullable String replacedBy,
        @Nullable LocalDate lastUsedOn) {
    public KeyInfo {
        scopes = Set.copyOf(scopes);
    }

    /** Returns the public data of a stored key. */
    static KeyInfo of(KeyRow row) {
        Set<Scope> scopes = row.scopes().stream()
                .map(name -> Scope.parse(name).orElseThrow())
                .collect(Collectors.toUnmodifiableSet());
        return new KeyInfo(
                row.id(),
                row.space(),
                row.label(),
                scopes,
                row.createdAt(),
                row.expiresAt(),
                row.endedAt(),
                row.replacedBy(),
                row.lastUsedOn());
    }

    /** State of a key. */
    public enum State {
        /** The key is valid. */
        ACTIVE,
        /** Another key replaces it; it is valid until it ends. */
        GRACE,
        /** The key has expired. */
        EXPIRED,
        /** The key was revoked, or its grace period is over. */
        REVOKED
    }

    /** Returns from when the key is refused; {@code null} if it does not end. */
    public @Nullable Instant endsAt() {
        if (expiresAt == null || endedAt == null) {
            return expiresAt == null ? endedAt : expiresAt;
        }
        return endedAt.isBefore(expiresAt) ? endedAt : expiresAt;
    }

    /** True if this key ends before another one does. */
    boolean endsBefore(KeyInfo other) {
        Instant end = endsAt();
        Instant otherEnd = other.endsAt();
        return end != null && (otherEnd == null || end.isBefore(otherEnd));
    }

    /** Returns the same key as it is once it ends at this time, unless it ends earlier. */
    KeyInfo endedBy(Instant at, @Nullable String successor) {
        boolean isFirst = endedAt == null || at.isBefore(endedAt);
        return new KeyInfo(
                id,
                space,
                label,
                scopes,
                createdAt,
                expiresAt,
                isFirst ? at : endedAt,
                successor == null ? replacedBy : successor,
                lastUsedOn);
    }

    /** True if the key is refused at this time. */
    public boolean isEnded(Instant now) {
        Instant end = endsAt();
        return end != null && !now.isBefore(end);
    }

    /** Returns the state at a time. */
    public State state(Instant now) {
        if (!isEnded(now)) {
            return endedAt == null ? State.ACTIVE : State.GRACE;
        }
        return endedAt != null && endedAt.equals(endsAt()) ? State.REVOKED : State.EXPIRED;
    }
}
