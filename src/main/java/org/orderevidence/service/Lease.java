package org.orderevidence.service;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.RecordDocument;

/** The right to do some work, which one instance has at a time. It asks for it before each step. Used by one thread. */
public final class Lease {
    /** After this time, another instance may take a lease that is not extended. */
    private static final Duration LIFE = Duration.ofSeconds(60);

    private static final Duration EXTEND = Duration.ofSeconds(20);

    private static final RecordDocument<Held> DOCUMENT = new RecordDocument<>('E', Held.class);

    private final IntegrationStore store;
    private final RecordKey key;
    private final Clock clock;
    private final String holder;
    private @Nullable Instant until;

    private record Held(String holder, Instant until) {}

    public Lease(IntegrationStore store, String work, Clock clock) {
        this.store = store;
        this.key = new RecordKey(RecordKey.COMPUTED + "lease", work);
        this.clock = clock;
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        this.holder = HexFormat.of().formatHex(bytes);
    }

    /**
     * Takes the lease, or extends it when it is time for that. Returns false if another instance has it.
     *
     * @param space of an account; a new lease is sealed as its record
     */
    public boolean isHeld(AccountSpace space) {
        Instant now = clock.instant();
        if (until == null || !now.isBefore(until.minus(LIFE).plus(EXTEND))) {
            Instant next = now.plus(LIFE);
            until = isTaken(space, now, next) ? next : null;
        }
        return until != null;
    }

    private boolean isTaken(AccountSpace space, Instant now, Instant next) {
        Optional<IntegrationRecord> record = store.read(key);
        if (record.isEmpty()) {
            return store.add(IntegrationRecord.of(space, key, null, content(next)));
        }
        Held held = held(record.get());
        boolean isFree = held == null || held.holder.equals(holder) || !held.until.isAfter(now);
        return isFree && store.replace(record.get(), record.get().next(null, content(next)));
    }

    /** Gives the lease back, so that another instance or the next process need not wait for its end. */
    public void end() {
        if (until != null) {
            until = null;
            store.read(key).ifPresent(record -> {
                Held held = held(record);
                if (held != null && held.holder.equals(holder)) {
                    store.replace(record, record.next(null, content(Instant.EPOCH)));
                }
            });
        }
    }

    private Bytes content(Instant end) {
        return DOCUMENT.encode(new Held(holder, end));
    }

    /** A lease of another release counts as none. */
    private static @Nullable Held held(IntegrationRecord record) {
        return RecordSealer.ifReadable(() -> record.as(DOCUMENT)).orElse(null);
    }
}
