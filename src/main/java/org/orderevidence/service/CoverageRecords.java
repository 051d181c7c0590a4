package org.orderevidence.service;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordKey;
import org.orderevidence.store.document.CoverageDocument;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** The stored coverages, one for each account space, and the lease of the instance that computes them. */
final class CoverageRecords {
    private static final String COVERAGE = RecordKey.COMPUTED + "coverage/";
    private static final RecordKey LEASE = new RecordKey(RecordKey.COMPUTED + "lease", "coverage");
    private static final String CURRENT = "current";

    private final IntegrationStore store;

    CoverageRecords(IntegrationStore store) {
        this.store = store;
    }

    /** Returns the coverage of a space, or empty if there is none that this release can read. */
    Optional<ComputedCoverage> read(AccountSpace space) {
        return held(space).flatMap(CoverageRecords::computed);
    }

    private Optional<IntegrationRecord> held(AccountSpace space) {
        try {
            return store.read(key(space));
        } catch (UnreadableDocument | DocumentTooNew damaged) {
            return Optional.empty();
        }
    }

    private static Optional<ComputedCoverage> computed(IntegrationRecord record) {
        try {
            var stored = CoverageDocument.decode(record.content().toArray());
            return Optional.of(new ComputedCoverage(
                    Instant.ofEpochMilli(stored.computedAt()), Duration.ofMillis(stored.took()), stored.coverage()));
        } catch (UnreadableDocument | DocumentTooNew ofAnotherRelease) {
            // It is computed again.
            return Optional.empty();
        }
    }

    /** Stores a coverage. Of two instances that store one at the same time, one wins. */
    void put(AccountSpace space, ComputedCoverage computed) {
        Bytes content = Bytes.wrap(CoverageDocument.encode(new CoverageDocument.Stored(
                computed.computedAt().toEpochMilli(), computed.took().toMillis(), computed.coverage())));
        Optional<IntegrationRecord> held = held(space);
        if (held.isPresent()) {
            store.replace(held.get(), held.get().next(null, content));
            return;
        }
        IntegrationRecord first = new IntegrationRecord(space, key(space), 1, null, null, content);
        if (!store.add(first) && held(space).isEmpty()) {
            // A damaged record is in its place.
            store.remove(first.key());
            store.add(first);
        }
    }

    private static RecordKey key(AccountSpace space) {
        String mode = space.mode().name().toLowerCase(Locale.ROOT);
        return new RecordKey(COVERAGE + space.account() + "/" + mode, CURRENT);
    }

    /**
     * Takes the lease, or extends it.
     *
     * @param holder identifies this instance
     * @param space of an account; a new lease is sealed as its record
     * @return false if another instance has it
     */
    boolean lease(String holder, AccountSpace space, Instant now, Instant until) {
        Bytes content = content(holder, until);
        Optional<IntegrationRecord> held = store.read(LEASE);
        if (held.isEmpty()) {
            return store.add(new IntegrationRecord(space, LEASE, 1, null, null, content));
        }
        Lease lease = lease(held.get());
        boolean isFree =
                lease == null || lease.holder().equals(holder) || !lease.until().isAfter(now);
        return isFree && store.replace(held.get(), held.get().next(null, content));
    }

    /** Ends the lease, if this instance has it. */
    void endLease(String holder, Instant now) {
        store.read(LEASE).ifPresent(held -> {
            Lease lease = lease(held);
            if (lease != null && lease.holder().equals(holder)) {
                store.replace(held, held.next(null, content(holder, now)));
            }
        });
    }

    private static Bytes content(String holder, Instant until) {
        return Bytes.wrap((holder + " " + until.toEpochMilli()).getBytes(StandardCharsets.US_ASCII));
    }

    private static @Nullable Lease lease(IntegrationRecord record) {
        return Lease.parse(new String(record.content().toArray(), StandardCharsets.US_ASCII));
    }

    private record Lease(String holder, Instant until) {
        /** A lease of another release counts as none. */
        static @Nullable Lease parse(String text) {
            int blank = text.indexOf(' ');
            try {
                return blank < 0
                        ? null
                        : new Lease(
                                text.substring(0, blank),
                                Instant.ofEpochMilli(Long.parseLong(text.substring(blank + 1))));
            } catch (NumberFormatException malformed) {
                return null;
            }
        }
    }
}
