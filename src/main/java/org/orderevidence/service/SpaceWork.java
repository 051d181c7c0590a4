package org.orderevidence.service;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.process.PacedWork;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.UnreadableDocument;

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
     * @param look time between two searches for a space that is due
     * @param failed receives the fault of a pass; a lasting fault only once
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
                Instant next = step.work(account, space, () -> mayContinue.getAsBoolean() && lease.isHeld(space));
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

    /** The right to do some work, which one instance has at a time. It asks for it before each step. Used by one thread. */
    public static final class Lease {
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

    /**
     * What the service makes of the orders of each account space, and can make again: one that is damaged, or of another
     * release, counts as none.
     */
    public record ComputedRecords<T>(IntegrationStore store, String name, RecordDocument<T> document) {
        public Optional<T> read(AccountSpace space) {
            try {
                return store.read(key(space)).flatMap(record -> RecordSealer.ifReadable(() -> record.as(document)));
            } catch (UnreadableDocument | DocumentTooNew damaged) {
                return Optional.empty();
            }
        }

        public void put(AccountSpace space, T value) {
            store.put(IntegrationRecord.of(space, key(space), null, document.encode(value)));
        }

        private RecordKey key(AccountSpace space) {
            return new RecordKey(RecordKey.COMPUTED + name + "/" + space.path(), "current");
        }
    }
}
