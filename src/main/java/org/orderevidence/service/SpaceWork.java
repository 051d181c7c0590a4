package org.orderevidence.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.process.PacedWork;
import org.orderevidence.store.AccountStore.Account;

/**
 * Work on the account spaces that are due, slowly, again and again on its own thread. Of several instances, the one that
 * has the lease of the work does it.
 */
public final class SpaceWork implements AutoCloseable {
    private final Accounts accounts;
    private final Lease lease;
    private final Clock clock;
    private final Step step;
    private final PacedWork work;

    /** When each space is due again, according to this instance. */
    private final Map<AccountSpace, Instant> due = new HashMap<>();

    /** What is done with a space. */
    public interface Step {
        /**
         * Works on a space that is due.
         *
         * @param mayContinue called before each read: may wait, and returns false to stop
         * @return when the space is due again; {@code null} to end the pass
         */
        @Nullable
        Instant work(Account account, AccountSpace space, BooleanSupplier mayContinue);
    }

    /**
     * @param look time between two looks for a space that is due
     * @param failed is told of the fault of a pass; of one that lasts, once
     */
    public SpaceWork(
            String name,
            Duration look,
            Accounts accounts,
            Lease lease,
            Clock clock,
            Step step,
            Consumer<RuntimeException> failed) {
        this.accounts = accounts;
        this.lease = lease;
        this.clock = clock;
        this.step = step;
        this.work = new PacedWork(name, look, this::pass, failed);
    }

    /** Starts. The stores must stay open until this is closed. */
    public SpaceWork start() {
        work.start();
        return this;
    }

    void pass() {
        pass(work::mayContinue);
    }

    /**
     * Works on each space that is due, if this instance gets the lease.
     *
     * @param mayContinue called before each step: may wait, and returns false to stop
     */
    public void pass(BooleanSupplier mayContinue) {
        try {
            accounts.eachSpace((account, space) -> {
                if (clock.instant().isBefore(due.getOrDefault(space, Instant.MIN))) {
                    return true;
                }
                Instant next =
                        step.work(account, space, () -> mayContinue.getAsBoolean() && lease.isHeld(space));
                if (next != null) {
                    due.put(space, next);
                }
                return next != null && mayContinue.getAsBoolean();
            });
        } finally {
            lease.end();
        }
    }

    /** Waits until the read in progress has ended. What was done of a space so far can be lost. */
    @Override
    public void close() {
        work.close();
    }
}
