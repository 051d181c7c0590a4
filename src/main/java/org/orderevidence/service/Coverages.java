package org.orderevidence.service;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.OrderSample;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.evidence.coverage.CoverageSum;
import org.orderevidence.evidence.coverage.Monitoring;
import org.orderevidence.evidence.coverage.OrderSnapshot;
import org.orderevidence.evidence.coverage.OrderSnapshot.OrderScope;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.SpaceWork.ComputedRecords;
import org.orderevidence.service.SpaceWork.Lease;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.document.DocumentReader;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.UnreadableDocument;

/** The coverage of account spaces: computes, stores and reads it. */
public final class Coverages {
    private static final System.Logger LOG = System.getLogger(Coverages.class.getName());
    private static final Profile PROFILE = Profile.VISA;

    /** Time between two looks for a space that is due. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);

    /** A code that this release does not support makes it unreadable: it is computed again. */
    static final RecordDocument<ComputedCoverage> DOCUMENT = new RecordDocument<>(
            'C',
            ComputedCoverage.class,
            new RecordDocument.Named<>(ReasonCode.class, ReasonCode::wireName, Coverages::reason));

    private final Evidence evidence;
    private final CaseReader cases;
    private final Accounts accounts;
    private final ComputedRecords<ComputedCoverage> records;
    private final SampleSize size;
    private final RandomGenerator random;
    private @Nullable SpaceWatch watch;

    /** When a sample replaces all orders. */
    record SampleSize(long mostOrders, long sampled) {
        static final SampleSize USUAL = new SampleSize(1_000_000, 50_000);
    }

    public Coverages(Evidence evidence, IntegrationStore records, Accounts accounts, RandomGenerator random) {
        this(evidence, records, accounts, random, SampleSize.USUAL);
    }

    Coverages(Evidence evidence, IntegrationStore records, Accounts accounts, RandomGenerator random, SampleSize size) {
        this.evidence = evidence;
        this.cases = new CaseReader(evidence);
        this.accounts = accounts;
        this.records = new ComputedRecords<>(records, "coverage", DOCUMENT);
        this.size = size;
        this.random = random;
    }

    private static ReasonCode reason(String code) {
        return ReasonCode.all().stream()
                .filter(each -> each.wireName().equals(code))
                .findFirst()
                .orElseThrow(DocumentReader::malformed);
    }

    /** Sets what is told of the verdicts, and watches spaces while their coverage is computed again and again. */
    public Coverages watchedBy(SpaceWatch watching) {
        watch = watching;
        return this;
    }

    /**
     * A coverage as it is shown.
     *
     * @param addresses the shared addresses in clear, by their keys; without one that no example order has any longer.
     *     Personal data: {@link #toString} hides it
     */
    public record Report(ComputedCoverage computed, Map<KeyedHash, String> addresses) {
        @Override
        public String toString() {
            return "Report[" + computed.computedAt() + "]";
        }
    }

    /** Returns the coverage of a space that was computed last, or empty if there is none yet. */
    public Optional<Report> report(AccountSpace space) {
        return computed(space).map(computed -> new Report(computed, addresses(space, computed.coverage())));
    }

    /**
     * An order behind a number, as it is now.
     *
     * @param customer name, e-mail address or ID, if one is known
     */
    public record CountedOrder(
            OrderId id,
            OrderTime time,
            Money money,
            @Nullable Brand brand,
            @Nullable PersonalText customer,
            Eligibility.Status verdict) {}

    /** Returns those orders that are still stored and can be read, judged for a dispute raised today. */
    public List<CountedOrder> orders(AccountSpace space, List<OrderId> ids) {
        Charge.Category category =
                accounts.account(space.account()).map(Account::defaultCategory).orElse(null);
        return ids.stream()
                .flatMap(id -> RecordSealer.ifReadable(() -> order(space, id, category)).stream())
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<CountedOrder> order(AccountSpace space, OrderId id, Charge.@Nullable Category category) {
        LocalDate today = evidence.today();
        return cases.order(space, id, PROFILE)
                .filter(held -> !held.order().isMoved())
                .map(held -> {
                    Order order = held.order().order();
                    Charge charge = order.charge();
                    return new CountedOrder(
                            id,
                            charge.transactionTime(),
                            charge.money(),
                            charge.credential().brand(),
                            order.knownCustomer(),
                            cases.judged(space, held, today, PROFILE, category, today)
                                    .answer()
                                    .status());
                });
    }

    /** Returns the same without the addresses. */
    public Optional<ComputedCoverage> computed(AccountSpace space) {
        return records.read(space);
    }

    /** Reads an example order of each shared address: the coverage has only the keys of addresses. */
    private Map<KeyedHash, String> addresses(AccountSpace space, Coverage coverage) {
        Map<KeyedHash, String> addresses = new HashMap<>();
        for (SharedAddress shared : coverage.addresses()) {
            if (!shared.examples().isEmpty()) {
                RecordSealer.ifReadable(() -> address(space, shared))
                        .flatMap(Function.identity())
                        .ifPresent(address -> addresses.put(shared.address(), address));
            }
        }
        return addresses;
    }

    private Optional<String> address(AccountSpace space, SharedAddress shared) {
        return cases.order(space, shared.examples().getFirst(), PROFILE)
                .map(held -> cases.judged(space, held, null, PROFILE, null, evidence.today()))
                .filter(judged ->
                        shared.address().equals(judged.dispute().elements().hash(Element.IP)))
                .map(judged -> judged.answer().evidence().get(Element.IP))
                .map(Eligibility.EvidenceItem::value);
    }

    /** Computes and stores the coverage of a space now. */
    public void compute(AccountSpace space) {
        accounts.account(space.account()).ifPresent(account -> compute(account, space, () -> true));
    }

    /**
     * Computes and stores the coverage of a space.
     *
     * @param mayContinue called before each read: may wait, and returns false to stop
     * @return what was computed; empty if it was stopped
     */
    Optional<ComputedCoverage> compute(Account account, AccountSpace space, BooleanSupplier mayContinue) {
        Instant started = evidence.clock().instant();
        long began = System.nanoTime();
        LocalDate today = LocalDate.ofInstant(started, ZoneOffset.UTC);
        Pass pass = new Pass(account, space, today, mayContinue);
        Coverage coverage = pass.coverage().orElse(null);
        if (coverage == null
                || !new DisputeQueue(evidence, accounts)
                        .addTo(pass.monitoring, space, account.defaultCategory(), mayContinue)) {
            return Optional.empty();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Monitoring monitoring = pass.monitoring.monitoring(coverage.sample());
        return Optional.of(store(space, new ComputedCoverage(started, took, coverage, monitoring)));
    }

    /** The orders of a space, judged now. */
    private final class Pass {
        private final Account account;
        private final AccountSpace space;
        private final LocalDate today;
        private final BooleanSupplier mayContinue;
        private final CoverageSum sum;
        private final Monitoring.Sum monitoring;
        private SpaceWatch.@Nullable Verdicts verdicts;
        private long walked;
        private long judged;

        Pass(Account account, AccountSpace space, LocalDate today, BooleanSupplier mayContinue) {
            this.account = account;
            this.space = space;
            this.today = today;
            this.mayContinue = mayContinue;
            this.sum = new CoverageSum(today, PROFILE);
            this.monitoring = new Monitoring.Sum(today);
        }

        /** Judges the orders that can be disputed today, one by one. Returns empty if it was stopped. */
        Optional<Coverage> coverage() {
            DateRange days = OrderScope.transactionDays(today);
            long total = evidence.orders().count(space).total();
            if (total > size.mostOrders() && !walk(days, id -> false)) {
                return Optional.empty();
            }
            if (Math.min(total, walked) > size.mostOrders()) {
                OrderSample sample = new OrderSample(random.nextLong(), size.sampled(), walked);
                return walk(days, sample::contains)
                        ? Optional.of(sum.coverage(new Coverage.Sample(judged, walked)))
                        : Optional.empty();
            }
            verdicts = watch == null ? null : watch.verdicts(space);
            if (!walk(days, id -> true)) {
                return Optional.empty();
            }
            if (verdicts != null) {
                verdicts.end();
            }
            return Optional.of(sum.coverage(null));
        }

        /** Judges those orders of a range of days that are chosen. Returns false if it was stopped. */
        boolean walk(DateRange days, Predicate<OrderId> isChosen) {
            walked = 0;
            ListPlace after = null;
            List<ListPlace> places;
            do {
                if (!mayContinue.getAsBoolean()) {
                    return false;
                }
                places = evidence.orders().places(space, null, days, true, after, EvidenceStore.MAX_PAGE);
                for (ListPlace place : places) {
                    walked++;
                    if (isChosen.test(place.id())) {
                        if (!mayContinue.getAsBoolean()) {
                            return false;
                        }
                        judged++;
                        add(place);
                    }
                    after = place;
                }
            } while (places.size() == EvidenceStore.MAX_PAGE);
            return true;
        }

        private void add(ListPlace place) {
            try {
                Optional<OrderInHistory> held = cases.order(space, place.id(), PROFILE);
                // A place can be out of date: the order is counted on its own day.
                if (held.isPresent() && ListPlace.of(held.get().order().order()).equals(place)) {
                    add(held.get());
                }
            } catch (UnreadableDocument | DocumentTooNew unreadable) {
                sum.addUnreadable();
            }
        }

        private void add(OrderInHistory held) {
            StoredOrder order = held.order();
            monitoring.add(order);
            OrderScope scope = OrderScope.of(order, today);
            if (scope != OrderScope.DISPUTABLE) {
                sum.addOther(scope);
                return;
            }
            var judgedCase = cases.judged(space, held, today, PROFILE, account.defaultCategory(), today);
            if (verdicts != null) {
                LocalDate day = ListPlace.of(order.order()).day();
                verdicts.judged(day, order.order().id(), order.uploadedAt(), judgedCase.answer());
            }
            sum.add(OrderSnapshot.of(judgedCase.dispute(), judgedCase.answer()));
        }
    }

    private ComputedCoverage store(AccountSpace space, ComputedCoverage computed) {
        // Most test spaces are empty. They are not written again and again.
        Instant old = computed.computedAt().minus(ComputedCoverage.EMPTY_FOR);
        if (!computed.isEmpty()
                || records.read(space)
                        .filter(before ->
                                before.isEmpty() && before.computedAt().isAfter(old))
                        .isEmpty()) {
            records.put(space, computed);
        }
        return computed;
    }

    Lease lease(String work) {
        return new Lease(records.store(), work, evidence.clock());
    }

    /** Returns what computes the coverage of all account spaces in the background. */
    public SpaceWork work() {
        return work("coverage", "the computation of the coverage", (account, space, mayContinue) -> {
            if (!mayContinue.getAsBoolean()) {
                return null;
            }
            // Another instance may have computed it.
            Instant due = computed(space).map(ComputedCoverage::due).orElse(Instant.MIN);
            return evidence.clock().instant().isBefore(due)
                    ? due
                    : compute(account, space, mayContinue)
                            .map(ComputedCoverage::due)
                            .orElse(null);
        });
    }

    /** Returns what has all account spaces watched, on another thread: a large space must not delay it. */
    public SpaceWork watching() {
        return work("changes", "the search for changes", (_, space, mayContinue) -> {
            SpaceWatch watching = watch;
            if (watching == null || !mayContinue.getAsBoolean()) {
                return null;
            }
            Instant next = evidence.clock().instant().plus(BETWEEN_LOOKS);
            watching.look(space, mayContinue);
            return next;
        });
    }

    private SpaceWork work(String name, String words, SpaceWork.Step step) {
        return new SpaceWork("evidence-" + name, LOOK, accounts, lease(name), evidence.clock(), step, failed -> {
            if (failed instanceof StoreUnavailable || failed instanceof UnknownOutcome) {
                // The store itself logs why. Its fault has no stack trace here: a full disk would fill the log.
                LOG.log(System.Logger.Level.WARNING, words + " failed because of the store, and will be tried again");
            } else {
                LOG.log(System.Logger.Level.WARNING, words + " failed and will be tried again", failed);
            }
        });
    }

    /**
     * A coverage that was computed.
     *
     * @param computedAt when its computation started: later changes of orders may be missing
     * @param monitoring without months if an earlier release has computed this
     */
    public record ComputedCoverage(Instant computedAt, Duration took, Coverage coverage, Monitoring monitoring) {
        /** The most orders for which the coverage is at most an hour old. */
        private static final long MOST_HOURLY = 100_000;

        private static final Duration SHORTEST = Duration.ofMinutes(1);
        private static final Duration HOURLY = Duration.ofMinutes(30);
        private static final Duration DAILY = Duration.ofHours(12);

        /** How long the stored coverage of a space without orders is good enough. */
        static final Duration EMPTY_FOR = Duration.ofMinutes(30);

        /** How many times as long as the computation the time to the next one is, within the limits above. */
        private static final int TIMES = 10;

        /** Returns when it is to be computed again: soon if that is quick. */
        Instant due() {
            Duration longest = coverage.disputable() <= MOST_HOURLY ? HOURLY : DAILY;
            long after = Math.clamp(took.multipliedBy(TIMES).toNanos(), SHORTEST.toNanos(), longest.toNanos());
            return computedAt.plusNanos(after);
        }

        /** Returns true if there was nothing to count. */
        boolean isEmpty() {
            return coverage.disputable() == 0
                    && coverage.left().equals(new Coverage.Left(0, 0, 0))
                    && monitoring.isEmpty();
        }
    }

    /**
     * Watches account spaces for changes. The instance that has the lease calls it. It is called on one thread to look
     * at spaces, and on another for verdicts.
     */
    public interface SpaceWatch {
        /**
         * Looks at a space.
         *
         * @param mayContinue called before each read: may wait, and returns false to stop
         */
        void look(AccountSpace space, BooleanSupplier mayContinue);

        /** Starts to follow the verdicts of a pass over all orders of a space. */
        Verdicts verdicts(AccountSpace space);

        /** The verdicts of a pass. */
        interface Verdicts {
            /**
             * Receives a verdict.
             *
             * @param day no earlier than that of the verdict before
             */
            void judged(LocalDate day, OrderId id, Instant storedAt, Eligibility answer);

            /** Called at the end of a pass that was not stopped. */
            void end();
        }
    }
}
