package org.orderevidence.account;

import java.time.Clock;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.orderevidence.store.AccountStore.KeyRow;

/** Makes the rows of new keys, and reads the public data of stored ones. */
final class KeyRows {
    private static final int ID_CHARS = 10;
    private static final String ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

    private final Clock clock;
    private final RandomGenerator random;

    KeyRows(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** Returns the row of a new key, with a new ID. */
    KeyRow row(ApiKey key, KeySpec spec) {
        Set<String> names = spec.scopes().stream().map(Scope::wireName).collect(Collectors.toUnmodifiableSet());
        return new KeyRow(
                newId(),
                key.hash(),
                spec.space().account(),
                spec.space().mode(),
                spec.label(),
                names,
                clock.instant(),
                spec.expiresAt(),
                null,
                null,
                null);
    }

    private String newId() {
        StringBuilder id = new StringBuilder("key_");
        for (int i = 0; i < ID_CHARS; i++) {
            id.append(ID_ALPHABET.charAt(random.nextInt(ID_ALPHABET.length())));
        }
        return id.toString();
    }

    /** Returns the public data of a key. */
    static KeyInfo info(KeyRow row) {
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
}
