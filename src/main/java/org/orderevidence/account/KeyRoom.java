package org.orderevidence.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.orderevidence.account.KeyInfo.KeyRows;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.KeyRow;

/** Removes ended keys of an account space if there is no room for another key. */
final class KeyRoom {
    private static final int REMOVED_TOGETHER = 100;
    private static final int MAX_CACHED = 1_000;

    private final AccountStore store;
    private final Clock clock;

    /**
     * The time at which the next key of a full space ends. Until then, a request for a new key is refused without
     * reading all keys again. Kept for seconds only, because another process may revoke a key.
     */
    private final Cache<AccountSpace, Instant> nextEnds;

    /**
     * @param clock decides which keys have ended
     * @param ticker clock of the cache
     */
    KeyRoom(AccountStore store, Clock clock, Ticker ticker) {
        this.store = store;
        this.clock = clock;
        this.nextEnds = Caffeine.newBuilder()
                .maximumSize(MAX_CACHED)
                .ticker(ticker)
                .expireAfterWrite(KeyCache.KEPT_FOR)
                .build();
    }

    /**
     * Makes room for a key. Removes the keys that ended first if there are {@link KeyAdministration#MAX_KEYS}.
     *
     * @return false if too few of them have ended
     */
    boolean make(AccountSpace space) {
        if (store.countKeys(space) < KeyAdministration.MAX_KEYS) {
            return true;
        }
        Instant now = clock.instant();
        Instant nextEnd = nextEnds.getIfPresent(space);
        if (nextEnd != null && now.isBefore(nextEnd)) {
            return false;
        }
        // Other processes can exceed the maximum by a few keys.
        List<KeyRow> keys = store.keys(space, null, 2 * KeyAdministration.MAX_KEYS);
        List<KeyRow> ended = keys.stream()
                .filter(key -> !now.isBefore(end(key)))
                .sorted(Comparator.comparing(KeyRoom::end))
                .limit(REMOVED_TOGETHER)
                .toList();
        ended.forEach(store::deleteKey);
        // Not the number that the store counted: on Cassandra, it includes keys whose creation was interrupted.
        if (keys.size() - ended.size() < KeyAdministration.MAX_KEYS) {
            return true;
        }
        keys.stream().map(KeyRoom::end).min(Comparator.naturalOrder()).ifPresent(end -> nextEnds.put(space, end));
        return false;
    }

    /** Called when a key of a space was ended: there may be room now. */
    void ended(AccountSpace space) {
        nextEnds.invalidate(space);
    }

    private static Instant end(KeyRow key) {
        Instant end = KeyRows.info(key).endsAt();
        return end == null ? Instant.MAX : end;
    }
}
