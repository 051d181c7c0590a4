package org.orderevidence.erasure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.process.PacedWork;
import org.orderevidence.service.DerivedOrders.OrderKeys;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.Retention;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.PriorFactsDocument;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Removes orders that are older than the retention of their account: each whole, and without a trace. Each space has a
 * record of its run. It is also the lease: the instance that has extended it removes orders, and when that ends, another
 * one continues. An order stays while it is held, has an open dispute, or can be evidence for an order that stays.
 */
public final class Purge implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Purge.class.getName());
    private static final RecordDocument<Run> DOCUMENT = new RecordDocument<>('U', Run.class);
    private static final String GROUP = RecordKey.COMPUTED + "retention/";

    /** After this time, another instance may continue a run that is not extended. */
    private static final Duration LEASE = Duration.ofSeconds(60);

    private static final Duration EXTEND = Duration.ofSeconds(20);

    /** Time between two looks for a space in which a run is due. */
    private static final Duration LOOK = Duration.ofMinutes(1);

    /** An order stays for so long after it was first stored, so that what an import brings can be looked at. */
    public static final Duration LEAST_STAY = Duration.ofDays(30);

    /** Time between two runs. */
    private static final Duration PAUSE = Duration.ofDays(1);

    /** Orders that are read together. */
    private static final int PAGE = 100;

    private static final int MOST_ROWS = 1_000;

    private final EvidenceStore orders;
    private final IntegrationStore runs;
    private final EvidenceService service;
    private final Erasures erasures;
    private final Accounts accounts;
    private final Keyring keyring;
    private final Retention retention;
    private final Duration leastStay;
    private final Clock clock;

    private final PacedWork work =
            new PacedWork("evidence-retention", LOOK, () -> pass(this.work::mayContinue), Purge::tell);

    /** Until when nothing is to be done in a space, as far as this instance knows. */
    private final Map<AccountSpace, Instant> known = new HashMap<>();

    /**
     * A run over the orders of a space.
     *
     * @param until until when no other instance starts one: the lease, or the time of the next run
     * @param endedAt {@code null} if it did not reach the end
     * @param removed how many orders it removed
     * @param held how many older orders stay because they are held
     * @param disputed how many stay because of an open dispute
     * @param evidence how many stay because they can be evidence, or could not be judged
     */
    public record Run(
            Instant startedAt,
            Instant until,
            @Nullable Instant endedAt,
            long removed,
            long held,
            long disputed,
            long evidence) {
        private Run until(Instant other, @Nullable Instant end) {
            return new Run(startedAt, other, end, removed, held, disputed, evidence);
        }

        private Run plus(long goneNow, long heldNow, long disputedNow, long evidenceNow) {
            return new Run(
                    startedAt,
                    until,
                    endedAt,
                    removed + goneNow,
                    held + heldNow,
                    disputed + disputedNow,
                    evidence + evidenceNow);
        }
    }

    /**
     * @param erasures forgets what is stored about an order besides the order
     * @param accounts whose orders are removed
     * @param leastStay after an order was first stored
     */
    public Purge(
            Erasures.Stores stores,
            EvidenceService service,
            Erasures erasures,
            Accounts accounts,
            Keyring keyring,
            Duration leastStay,
            Clock clock) {
        this.orders = stores.orders();
        this.runs = stores.requests();
        this.service = service;
        this.erasures = erasures;
        this.accounts = accounts;
        this.keyring = keyring;
        this.retention = service.retention();
        this.leastStay = leastStay;
        this.clock = clock;
    }

    /** Starts a thread that removes orders until this is closed. */
    public Purge start() {
        work.start();
        return this;
    }

    private static void tell(RuntimeException failed) {
        LOG.log(System.Logger.Level.WARNING, "the retention could not remove orders yet, and will try again", failed);
    }

    /** Waits until the step in progress has ended. */
    @Override
    public void close() {
        work.close();
    }

    /** Returns the last run over a space; empty if there was none. */
    public Optional<Run> run(AccountSpace space) {
        return runs.read(key(space)).flatMap(Purge::run);
    }

    /** A run of another release counts as none. */
    private static Optional<Run> run(IntegrationRecord record) {
        return RecordSealer.ifReadable(() -> DOCUMENT.decode(record.content().toArray()));
    }

    private static RecordKey key(AccountSpace space) {
        return new RecordKey(GROUP + space.account() + "/" + space.mode().wireName(), "run");
    }

    /**
     * Runs over each space in which a run is due.
     *
     * @param mayContinue called before each step: may wait, and returns false to stop
     */
    public void pass(BooleanSupplier mayContinue) {
        accounts.eachSpace((account, space) -> {
            if (!clock.instant().isBefore(known.getOrDefault(space, Instant.MIN))) {
                run(space, mayContinue);
            }
            return mayContinue.getAsBoolean();
        });
    }

    private void run(AccountSpace space, BooleanSupplier mayContinue) {
        LocalDate first = retention.firstDay(space);
        Instant now = clock.instant();
        if (first == null || places(space, first, null, 1).isEmpty()) {
            known.put(space, now.plus(PAUSE));
            return;
        }
        IntegrationRecord record = runs.read(key(space)).orElse(null);
        Run last = record == null ? null : run(record).orElse(null);
        if (last != null && now.isBefore(last.until)) {
            known.put(space, last.until);
            return;
        }
        Lease lease = new Lease(space, record, new Run(now, now, null, 0, 0, 0, 0));
        if (lease.isExtended()) {
            boolean isComplete = new Walk(space, first, lease, mayContinue).isComplete();
            lease.end(isComplete);
            tell(space, lease.run);
            known.put(space, lease.run.until);
        }
    }

    private List<ListPlace> places(AccountSpace space, LocalDate first, @Nullable ListPlace after, int limit) {
        DateRange days = new DateRange(LocalDate.of(OrderTime.MIN_YEAR, 1, 1), first.minusDays(1));
        return orders.places(space, null, days, true, after, limit);
    }

    private static void tell(AccountSpace space, Run run) {
        LOG.log(
                run.removed == 0 ? System.Logger.Level.DEBUG : System.Logger.Level.INFO,
                "retention of account {0} ({1}): {2} orders removed; older orders that stay: {3} held, {4} with an open"
                        + " dispute, {5} needed as evidence",
                space.account(),
                space.mode().wireName(),
                Long.toString(run.removed),
                Long.toString(run.held),
                Long.toString(run.disputed),
                Long.toString(run.evidence));
    }

    /** The record of a run. */
    private final class Lease {
        private final AccountSpace space;
        private @Nullable IntegrationRecord record;
        private Run run;

        Lease(AccountSpace space, @Nullable IntegrationRecord record, Run run) {
            this.space = space;
            this.record = record;
            this.run = run;
        }

        /** Stores the run as it is now, when it is time for it. Returns false if another instance has the lease. */
        boolean isExtended() {
            Instant now = clock.instant();
            return now.isBefore(run.until.minus(LEASE).plus(EXTEND)) || put(run.until(now.plus(LEASE), null));
        }

        /** Ends the run. One that is not complete is continued by any instance. */
        void end(boolean isComplete) {
            Instant now = clock.instant();
            put(isComplete ? run.until(now.plus(PAUSE), now) : run.until(now, null));
        }

        private boolean put(Run next) {
            Bytes content = Bytes.wrap(DOCUMENT.encode(next));
            IntegrationRecord before = record;
            IntegrationRecord after = before == null
                    ? IntegrationRecord.of(space, key(space), null, content)
                    : before.next(null, content);
            if (before == null ? !runs.add(after) : !runs.replace(before, after)) {
                return false;
            }
            record = after;
            run = next;
            return true;
        }
    }

    /** A walk over the orders of a space before a day, the oldest first. */
    private final class Walk {
        private final AccountSpace space;
        private final LocalDate first;
        private final Lease lease;
        private final BooleanSupplier mayContinue;
        private final LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);

        Walk(AccountSpace space, LocalDate first, Lease lease, BooleanSupplier mayContinue) {
            this.space = space;
            this.first = first;
            this.lease = lease;
            this.mayContinue = mayContinue;
        }

        /** Removes orders. Returns false if it was stopped. */
        boolean isComplete() {
            ListPlace after = null;
            List<ListPlace> places;
            do {
                places = places(space, first, after, PAGE);
                List<StoredOrder> ended = new ArrayList<>();
                Map<OrderId, StoredOrder> found = orders.readable(
                        space, places.stream().map(ListPlace::id).toList());
                boolean isStopped = false;
                for (ListPlace place : places) {
                    if (!mayContinue.getAsBoolean() || !lease.isExtended()) {
                        isStopped = true;
                        break;
                    }
                    after = place;
                    StoredOrder order = found.get(place.id());
                    // A place can be out of date.
                    if (order != null && ListPlace.of(order.order()).equals(place) && isEnded(order)) {
                        ended.add(order);
                        erasures.forget(space, order);
                    }
                }
                lease.run = lease.run.plus(orders.remove(space, ended), 0, 0, 0);
                if (isStopped) {
                    return false;
                }
            } while (places.size() == PAGE);
            return true;
        }

        /** Returns true if an order is old enough, and has no reason to stay. */
        private boolean isEnded(StoredOrder order) {
            if (!isOld(order) || order.uploadedAt().isAfter(clock.instant().minus(leastStay))) {
                return false;
            }
            if (order.hold() != null) {
                lease.run = lease.run.plus(0, 1, 0, 0);
                return false;
            }
            if (order.hasOpenDispute()) {
                lease.run = lease.run.plus(0, 0, 1, 0);
                return false;
            }
            boolean isEvidence;
            try {
                isEvidence = isEvidence(order);
            } catch (UnreadableDocument | DocumentTooNew unreadable) {
                isEvidence = true;
            }
            lease.run = lease.run.plus(0, 0, 0, isEvidence ? 1 : 0);
            return !isEvidence;
        }

        /** Orders are listed by their transaction day. A settlement can be later. */
        private boolean isOld(StoredOrder order) {
            return day(order).isBefore(first);
        }

        private static LocalDate day(StoredOrder order) {
            return order.order().charge().countsFrom().day();
        }

        /** Returns true if an order that stays needs this one: a renewal that follows it, or one with an open dispute. */
        private boolean isEvidence(StoredOrder order) {
            OrderId id = order.order().id();
            OrderKeys keys = new OrderKeys(space, keyring);
            DateRange days = new DateRange(day(order), today);
            for (KeyedHash credential : keys.credentials(order.order())) {
                for (HistoryRow row : orders.history(space, credential, List.of(days), MOST_ROWS)) {
                    if (!row.id().equals(id) && (isRenewal(row, id) || isOpen(row, day(order)))) {
                        return true;
                    }
                }
            }
            KeyedHash customer = keys.customer(order.order());
            return customer != null
                    && service.ofCustomer(space, customer, null, PAGE).orders().stream()
                            .anyMatch(later -> id.equals(later.order().charge().initialOrderId()) && !isOld(later));
        }

        private boolean isRenewal(HistoryRow row, OrderId id) {
            PriorFacts facts = PriorFactsDocument.decode(row.facts());
            return id.equals(facts.initialOrder()) && !row.day().isBefore(first);
        }

        /** Returns true if an order has an open dispute, for which an order of a day can be evidence. */
        private boolean isOpen(HistoryRow row, LocalDate day) {
            return row.disputes() != ActiveDisputes.NONE
                    && !day.isBefore(row.day().minusDays(Retention.LEAST_DAYS))
                    && Stream.ofNullable(
                                    orders.readable(space, List.of(row.id())).get(row.id()))
                            .anyMatch(StoredOrder::hasOpenDispute);
        }
    }
}
