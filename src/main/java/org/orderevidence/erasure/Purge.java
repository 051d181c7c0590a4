package org.orderevidence.erasure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Retention;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.DerivedOrders.OrderKeys;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.SpaceWork;
import org.orderevidence.service.SpaceWork.ComputedRecords;
import org.orderevidence.service.SpaceWork.Lease;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.PriorFactsDocument;
import org.orderevidence.store.document.RecordDocument;

/**
 * Removes orders that are older than the retention of their account: each whole, and without a trace. The instance that
 * has the lease does it, and when that ends, another one starts again. Each space has a record of its run. An order stays
 * while it is held, has an open dispute, or can be evidence for an order that stays.
 */
public final class Purge {
    private static final System.Logger LOG = System.getLogger(Purge.class.getName());
    private static final RecordDocument<Run> DOCUMENT = new RecordDocument<>('U', Run.class);

    /** The name of the lease, and of the records. */
    public static final String NAME = "retention";

    /** Time between two looks for a space in which a run is due. */
    private static final Duration LOOK = Duration.ofMinutes(1);

    /** An order stays for so long after it was first stored, so that what an import brings can be looked at. */
    public static final Duration LEAST_STAY = Duration.ofDays(30);

    /** Time between two runs. */
    private static final Duration PAUSE = Duration.ofDays(1);

    /** A run that takes so long, or that comes so late, has a fault. */
    private static final Duration LATE = PAUSE.multipliedBy(2);

    /** Orders that are read together. */
    private static final int PAGE = 100;

    private static final int MOST_ROWS = 1_000;

    private final EvidenceStore orders;
    private final ComputedRecords<Run> runs;
    private final EvidenceService service;
    private final Erasures erasures;
    private final Keyring keyring;
    private final Retention retention;
    private final Duration leastStay;
    private final Clock clock;
    private final SpaceWork work;

    /**
     * A run over the orders of a space.
     *
     * @param endedAt {@code null} if it did not reach the end
     * @param disputed how many stay because of an open dispute
     * @param evidence how many stay because they can be evidence, or could not be judged
     */
    public record Run(
            Instant startedAt, @Nullable Instant endedAt, long removed, long held, long disputed, long evidence) {
        private Run ended(Instant at) {
            return new Run(startedAt, at, removed, held, disputed, evidence);
        }

        private Run plus(long goneNow, long heldNow, long disputedNow, long evidenceNow) {
            return new Run(
                    startedAt,
                    endedAt,
                    removed + goneNow,
                    held + heldNow,
                    disputed + disputedNow,
                    evidence + evidenceNow);
        }
    }

    /**
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
        this.runs = new ComputedRecords<>(stores.requests(), NAME, DOCUMENT);
        Lease lease = new Lease(stores.requests(), NAME, clock);
        this.work = new SpaceWork(
                "evidence-retention",
                LOOK,
                accounts,
                lease,
                clock,
                (_, space, mayContinue) -> run(space, mayContinue),
                Purge::tell);
        this.service = service;
        this.erasures = erasures;
        this.keyring = keyring;
        this.retention = service.retention();
        this.leastStay = leastStay;
        this.clock = clock;
    }

    /** Returns what removes orders in the background: runs over each space in which a run is due. */
    public SpaceWork work() {
        return work;
    }

    private static void tell(RuntimeException failed) {
        LOG.log(System.Logger.Level.WARNING, "the retention could not remove orders yet, and will try again", failed);
    }

    /** Returns the last run over a space; empty if there was none. */
    public Optional<Run> run(AccountSpace space) {
        return runs.read(space);
    }

    /** Returns true if a run is not ended, or older orders are stored without one, for two days. */
    public boolean isLate(AccountSpace space) {
        Instant late = clock.instant().minus(LATE);
        Run last = run(space).orElse(null);
        if (last != null && (last.endedAt == null || !last.startedAt.isBefore(late))) {
            return last.startedAt.isBefore(late);
        }
        LocalDate first = retention.firstDay(space);
        return first != null
                && places(space, first.minusDays(LATE.toDays()), null, 1).stream()
                        .flatMap(place -> orders.readable(space, List.of(place.id())).values().stream())
                        .anyMatch(order -> order.uploadedAt().isBefore(late));
    }

    private @Nullable Instant run(AccountSpace space, BooleanSupplier mayContinue) {
        Instant now = clock.instant();
        LocalDate first = retention.firstDay(space);
        Run last = run(space).orElse(null);
        if (first == null || places(space, first, null, 1).isEmpty()) {
            if (last != null && last.endedAt == null) {
                runs.put(space, last.ended(now));
            }
            return now.plus(PAUSE);
        }
        Instant next = last == null || last.endedAt == null ? now : last.endedAt.plus(PAUSE);
        if (now.isBefore(next)) {
            return next;
        }
        Walk walk = new Walk(space, first, mayContinue);
        if (!mayContinue.getAsBoolean() || !walk.isComplete()) {
            return null;
        }
        runs.put(space, walk.run.ended(clock.instant()));
        tell(space, walk.run);
        return clock.instant().plus(PAUSE);
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

    /** A walk over the orders of a space before a day, the oldest first. */
    private final class Walk {
        private final AccountSpace space;
        private final LocalDate first;
        private final BooleanSupplier mayContinue;
        private final LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        private Run run = new Run(clock.instant(), null, 0, 0, 0, 0);

        Walk(AccountSpace space, LocalDate first, BooleanSupplier mayContinue) {
            this.space = space;
            this.first = first;
            this.mayContinue = mayContinue;
        }

        /** Removes orders. Returns false if it was stopped. */
        boolean isComplete() {
            ListPlace after = null;
            List<ListPlace> places;
            do {
                runs.put(space, run);
                places = places(space, first, after, PAGE);
                List<StoredOrder> ended = new ArrayList<>();
                Map<OrderId, StoredOrder> found = orders.readable(
                        space, places.stream().map(ListPlace::id).toList());
                boolean isStopped = false;
                for (ListPlace place : places) {
                    if (!mayContinue.getAsBoolean()) {
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
                run = run.plus(orders.remove(space, ended), 0, 0, 0);
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
            boolean isHeld = order.hold() != null;
            boolean isDisputed = !isHeld && order.hasOpenDispute();
            boolean isEvidence = !isHeld
                    && !isDisputed
                    && RecordSealer.ifReadable(() -> isEvidence(order)).orElse(true);
            run = run.plus(0, isHeld ? 1 : 0, isDisputed ? 1 : 0, isEvidence ? 1 : 0);
            return !isHeld && !isDisputed && !isEvidence;
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
