package org.orderevidence.account;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.OpenStore;
import org.orderevidence.waiting.MovedClock;

/** One instance with an account: its accounts and sessions on a store, at a time that the test moves. */
final class SessionWorld {
    static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    final Accounts accounts;
    final Sessions sessions;
    private final MovedClock clock = new MovedClock(NOON);

    /**
     * @param seed of the instance's randomness
     */
    SessionWorld(OpenStore store, int seed) {
        this.accounts = TickingAccounts.of(
                store.accounts(),
                clock,
                new Random(seed),
                () -> Duration.between(NOON, clock.instant()).toNanos());
        this.sessions = new Sessions(store.tokens(), accounts, clock, new Random(seed + 1), null);
    }

    void pass(Duration time) {
        clock.move(time);
    }

    NewKey key(Scope scope, @Nullable Instant expiresAt) {
        accounts.create("acme");
        return accounts.createKey("acme", Mode.LIVE, Set.of(scope), expiresAt).orElseThrow();
    }
}
