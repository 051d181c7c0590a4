package org.orderevidence.account;

import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.orderevidence.store.AccountStore;

/** Accounts whose caches have a clock of the test: their entries get old without a wait. */
public final class TickingAccounts {
    private TickingAccounts() {}

    /**
     * Returns accounts on a store.
     *
     * @param nanos clock of the caches, like {@link System#nanoTime}
     */
    public static Accounts of(AccountStore store, Clock clock, RandomGenerator random, LongSupplier nanos) {
        return new Accounts(store, clock, random, nanos::getAsLong);
    }
}
