package org.orderevidence.service;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.process.PacedWork;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.service.Coverages.CoverageRecords;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * Computes the coverage of all account spaces again and again, slowly, on its own thread. Of several instances, the
 * one that has the lease does it.
 */
public final class CoverageSweep implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CoverageSweep.class.getName());

    /** Time between two looks for a space that is due. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** After this time, another instance may take a lease that is not extended. */
    private static final Duration LEASE = Duration.ofSeconds(60);

    private static final Duration EXTEND = Duration.ofSeconds(20);
    private final Coverages coverages;
    private final CoverageRecords records;
    private final Clock clock;
    private final String holder = holder();
    private final PacedWork work = new PacedWork("evidence-coverage", LOOK, this::pass, CoverageSweep::tell);

    /** When each space is due again, according to this instance. */
    private final Map<AccountSpace, Instant> due = new HashMap<>();

    private @Nullable Instant leasedUntil;

    CoverageSweep(Coverages coverages) {
        this.coverages = coverages;
        this.records = coverages.records();
        this.clock = coverages.clock();
    }

    /**
     * Starts.
     *
     * @param coverages whose stores must stay open until this is closed
     */
    public static CoverageSweep start(Coverages coverages) {
        CoverageSweep started = new CoverageSweep(coverages);
        started.work.start();
        return started;
    }

    private static String holder() {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void tell(RuntimeException failed) {
        if (failed instanceof StoreUnavailable || failed instanceof UnknownOutcome) {
            // The store itself logs why. Its fault has no stack trace here: a full disk would fill the log.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the coverage cannot be computed because of the store, and will be tried again");
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the computation of the coverage failed and will be tried again",
                    failed);
        }
    }

    /** Computes the coverage of each space that is due, if this instance gets the lease. */
    void pass() {
        leasedUntil = null;
        try {
            coverages.accounts().eachSpace(this::isDone);
        } finally {
            endLease();
        }
    }

    /** Returns false if the pass must stop. */
    private boolean isDone(Account account, AccountSpace space) {
        SpaceWatch watch = coverages.watch();
        if (watch != null && watch.isDue(space)) {
            if (!mayContinue(space)) {
                return false;
            }
            watch.look(space);
        }
        Instant known = due.get(space);
        if (known != null && clock.instant().isBefore(known)) {
            return true;
        }
        if (!mayContinue(space)) {
            return false;
        }
        // Another instance may have computed it.
        Instant stored = records.read(space).map(ComputedCoverage::due).orElse(Instant.MIN);
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

    private boolean mayContinue(AccountSpace space) {
        return work.mayContinue() && hasLease(space);
    }

    private boolean hasLease(AccountSpace space) {
        Instant now = clock.instant();
        if (leasedUntil != null && now.isBefore(leasedUntil.minus(LEASE).plus(EXTEND))) {
            return true;
        }
        Instant until = now.plus(LEASE);
        boolean isHeld = records.lease(holder, space, now, until);
        leasedUntil = isHeld ? until : null;
        return isHeld;
    }

    /** Gives the lease back, so that another instance or the next process need not wait for its end. */
    private void endLease() {
        if (leasedUntil != null) {
            leasedUntil = null;
            records.endLease(holder, clock.instant());
        }
    }

    /** Waits until the read in progress has ended. What was computed of a space so far is lost. */
    @Override
    public void close() {
        work.close();
    }
}
