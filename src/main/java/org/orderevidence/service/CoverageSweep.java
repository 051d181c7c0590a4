package org.orderevidence.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.process.PacedWork;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * Computes the coverage of all account spaces again and again, slowly, on its own thread. On another thread, it has them
 * watched for changes, so that these do not wait for a large space. Of several instances, the one that has the lease of a
 * work does it.
 */
public final class CoverageSweep implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CoverageSweep.class.getName());

    /** Time between two looks for a space that is due. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final Coverages coverages;
    private final Clock clock;
    private final Lease lease;
    private final Lease watchLease;
    private final PacedWork work = new PacedWork(
            "evidence-coverage", LOOK, this::pass, failed -> tell("the computation of the coverage", failed));
    private final PacedWork watching =
            new PacedWork("evidence-changes", LOOK, this::watch, failed -> tell("the search for changes", failed));

    /** When each space is due again, according to this instance. */
    private final Map<AccountSpace, Instant> due = new HashMap<>();

    CoverageSweep(Coverages coverages) {
        this.coverages = coverages;
        this.clock = coverages.clock();
        this.lease = coverages.lease("coverage");
        this.watchLease = coverages.lease("changes");
    }

    /**
     * Starts.
     *
     * @param coverages whose stores must stay open until this is closed
     */
    public static CoverageSweep start(Coverages coverages) {
        CoverageSweep started = new CoverageSweep(coverages);
        started.work.start();
        started.watching.start();
        return started;
    }

    private static void tell(String work, RuntimeException failed) {
        if (failed instanceof StoreUnavailable || failed instanceof UnknownOutcome) {
            // The store itself logs why. Its fault has no stack trace here: a full disk would fill the log.
            LOG.log(System.Logger.Level.WARNING, work + " failed because of the store, and will be tried again");
        } else {
            LOG.log(System.Logger.Level.WARNING, work + " failed and will be tried again", failed);
        }
    }

    /** Computes the coverage of each space that is due, if this instance gets the lease. */
    void pass() {
        try {
            coverages.accounts().eachSpace(this::isDone);
        } finally {
            lease.end();
        }
    }

    /** Returns false if the pass must stop. */
    private boolean isDone(Account account, AccountSpace space) {
        Instant known = due.get(space);
        if (known != null && clock.instant().isBefore(known)) {
            return true;
        }
        if (!mayContinue(space)) {
            return false;
        }
        // Another instance may have computed it.
        Instant stored = coverages.computed(space).map(ComputedCoverage::due).orElse(Instant.MIN);
        if (!clock.instant().isBefore(stored)) {
            Optional<ComputedCoverage> computed = coverages.compute(account, space, () -> mayContinue(space));
            if (computed.isEmpty()) {
                return false;
            }
            stored = computed.get().due();
        }
        due.put(space, stored);
        return true;
    }

    /** Has each space watched that is due, if this instance gets the lease. */
    private void watch() {
        SpaceWatch watch = coverages.watch();
        if (watch == null) {
            return;
        }
        try {
            coverages.accounts().eachSpace((account, space) -> {
                boolean isDue = watch.isDue(space);
                if (isDue && !mayWatch(space)) {
                    return false;
                }
                if (isDue) {
                    watch.look(space, () -> mayWatch(space));
                }
                return true;
            });
        } finally {
            watchLease.end();
        }
    }

    private boolean mayWatch(AccountSpace space) {
        return watching.mayContinue() && watchLease.isHeld(space);
    }

    private boolean mayContinue(AccountSpace space) {
        return work.mayContinue() && lease.isHeld(space);
    }

    /** Waits until the read in progress has ended. What was computed of a space so far is lost. */
    @Override
    public void close() {
        work.close();
        watching.close();
    }
}
