package org.orderevidence.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.PendingStore;

/**
 * The account spaces that have pending facts, according to this instance. Facts that it stores itself are included
 * immediately, and facts of other instances within five seconds.
 */
final class SpacesWithFacts {
    /** How long an instance relies on what it has read. */
    private static final Duration KNOWN_FOR = Duration.ofSeconds(5);

    private final PendingStore pending;
    private final Clock clock;
    private final AtomicReference<Known> known =
            new AtomicReference<>(new Known(Set.of(), Set.of(), false, Instant.MIN));
    private final ReentrantLock reading = new ReentrantLock();

    SpacesWithFacts(PendingStore pending, Clock clock) {
        this.pending = pending;
        this.clock = clock;
    }

    /**
     * The known spaces.
     *
     * @param read spaces that were read
     * @param added spaces that got a fact here since that read was taken over
     * @param all true if there are more spaces than a store lists
     * @param asOf when the spaces were read
     */
    private record Known(Set<AccountSpace> read, Set<AccountSpace> added, boolean all, Instant asOf) {
        boolean mayHave(AccountSpace space) {
            return all || read.contains(space) || added.contains(space);
        }

        /** Adds also a space that was read: a read that has started already may not see its new fact. */
        Known with(AccountSpace space) {
            if (added.contains(space)) {
                return this;
            }
            if (added.size() >= PendingStore.MAX_SPACES) {
                return new Known(read, added, true, asOf);
            }
            Set<AccountSpace> more = new HashSet<>(added);
            more.add(space);
            return new Known(read, Set.copyOf(more), all, asOf);
        }

        /** Takes over a read. It may have missed the facts that were stored here while it ran. */
        Known then(List<AccountSpace> spaces, Instant now) {
            Set<AccountSpace> both = new HashSet<>(spaces);
            both.addAll(added);
            return new Known(Set.copyOf(both), Set.of(), both.size() >= PendingStore.MAX_SPACES, now);
        }
    }

    /** Remembers that a fact of a space was stored. */
    void add(AccountSpace space) {
        known.updateAndGet(before -> before.with(space));
    }

    /** Returns false if a space has no facts. */
    boolean mayHave(AccountSpace space) {
        if (isOutdated()) {
            // Another request reads them. Until it has, any space may have facts.
            if (!reading.tryLock()) {
                return true;
            }
            try {
                first();
            } finally {
                reading.unlock();
            }
        }
        return known.get().mayHave(space);
    }

    private boolean isOutdated() {
        return !clock.instant().isBefore(known.get().asOf().plus(KNOWN_FOR));
    }

    /**
     * Reads the first spaces that have facts, at most {@link PendingStore#MAX_SPACES}, and remembers them. One read
     * runs at a time: a space that is added during a read would be lost if another read ended in between.
     */
    List<AccountSpace> first() {
        reading.lock();
        try {
            List<AccountSpace> spaces = pending.spaces(null, PendingStore.MAX_SPACES);
            known.updateAndGet(before -> before.then(spaces, clock.instant()));
            return spaces;
        } finally {
            reading.unlock();
        }
    }
}
