package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.Retention;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Statements;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.SimulatedRecords;
import org.orderevidence.store.SimulatedRecords.Fate;
import org.orderevidence.store.SimulatedRecords.Memory;
import org.orderevidence.store.SimulatedRecords.Step;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.waiting.MovedClock;
import org.orderevidence.webhook.Webhooks;

/**
 * One history of a whole service. Two instances upload, patch and erase orders, record disputes and fraud reports, take facts
 * that wait for their order, track, fetch and list. Requests run within the steps of others and end at any step, rows
 * arrive late, clocks jump, and instances start again.
 *
 * <p>The model: an order has an amount and an acquirer's number, each written at one moment between the start and the end
 * of a request. A request that ends with {@link StoreUnavailable} wrote nothing. Facts are never lost. An erased order
 * never comes back.
 */
final class ServiceSimulation {
    private static final InstallationSecret SECRET = InstallationSecret.generate(new Random(1));
    private static final Keyring KEYRING = new Keyring(SECRET);
    private static final AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final List<Fate> STOPS = List.of(Fate.STOPS, Fate.STOPS_AFTER, Fate.ARRIVES_LATE);
    private static final int ROUNDS = 25;
    private static final int MOST_NESTED = 2;

    /** The disputed order and those that can be its priors, with their days. */
    private static final Map<String, LocalDate> DAYS = Map.of(
            "D", LocalDate.parse("2026-11-10"), "P", LocalDate.parse("2026-05-04"), "Q", LocalDate.parse("2026-01-24"));

    private final Random random;
    private final Memory memory;
    private final boolean isAtomic;
    private final List<Instance> instances = new ArrayList<>();
    private final Instance observer;
    private final List<String> story = new ArrayList<>();
    private final Map<String, OrderModel> orders = new TreeMap<>();
    private boolean isFaulty = true;
    private int depth;
    private long moment;
    private int facts;

    ServiceSimulation(long seed) {
        random = new Random(seed);
        isAtomic = random.nextInt(3) == 0;
        memory = new Memory(isAtomic, random.nextLong());
        observer = new Instance(false);
        observer.accounts.create(SPACE.account());
        instances.add(new Instance(true));
        instances.add(new Instance(true));
        DAYS.keySet().forEach(id -> orders.put(id, new OrderModel(id)));
    }

    /** Returns what has happened, a line for each request and stop. */
    String story() {
        return story.stream().map(line -> "\n    " + line).collect(Collectors.joining());
    }

    void run() {
        for (int round = 0; round < ROUNDS; round++) {
            request(instances.get(random.nextInt(2)));
            orders.values().forEach(OrderModel::check);
        }
        isFaulty = false;
        while (memory.deliver()) {
            orders.values().forEach(OrderModel::check);
        }
        tell("repair");
        if (isAtomic) {
            assertSound(observer.store, false);
        } else {
            verify(observer.store, true);
        }
        observer.clock.move(Duration.ofSeconds(60));
        observer.pending.sweep();
        assertSound(observer.store, false);
        orders.values().forEach(OrderModel::checkAtEnd);
        checkCopy();
    }

    // Faults

    /** An instance of the service. It keeps what it has cached until it starts again. */
    private final class Instance {
        private final MovedClock clock = new MovedClock(START);
        private final boolean canFail;
        private OpenStore store;
        private Accounts accounts;
        private PendingFacts pending;
        private EvidenceService service;
        private Erasures erasures;

        private Instance(boolean canFail) {
            this.canFail = canFail;
            start(memory);
        }

        private void start(Memory of) {
            store = OpenStore.of(
                    new SimulatedRecords(of, clock, step -> canFail && isFaulty ? fate(step) : Fate.PASSES),
                    RecordKinds.TABLES,
                    clock,
                    _ -> KEYRING.codec(new Sealer(SECRET.sealingKeys(), new Random(2))));
            accounts = new Accounts(store.accounts(), clock, new Random(3));
            pending = new PendingFacts(store.evidence(), store.pending(), KEYRING, clock);
            Evidence evidence =
                    new Evidence(store.evidence(), store.sightings(), KEYRING, RuleSettings.DEFAULTS, clock);
            service = new EvidenceService(
                    evidence, accounts, pending, new Retention(accounts, 0, clock), (space, charges) -> {});
            Webhooks webhooks = Webhooks.of(store.integrations(), evidence, pending, new Random(4));
            erasures = new Erasures(
                    new Erasures.Stores(store.evidence(), store.sightings(), store.tokens(), store.integrations()),
                    service,
                    pending,
                    webhooks,
                    accounts,
                    KEYRING,
                    Erasures.Settings.DEFAULTS,
                    clock);
        }
    }

    private Fate fate(Step step) {
        moment++;
        if (random.nextInt(20) == 0) {
            int jumping = random.nextInt(2);
            Instant other = instances.get(1 - jumping).clock.instant();
            instances.get(jumping).clock.set(other.plusMillis(random.nextInt(-20_000, 20_000)));
        }
        if (random.nextInt(10) == 0 && memory.deliver()) {
            tell("a late row arrives");
        }
        if (depth <= MOST_NESTED && random.nextInt(12) == 0) {
            request(instances.get(random.nextInt(2)));
        }
        Fate fate = random.nextInt(30) > 0 ? Fate.PASSES : STOPS.get(random.nextInt(STOPS.size()));
        if (fate != Fate.PASSES) {
            tell(step + " " + fate);
        }
        return fate;
    }

    private void tell(String line) {
        story.add("  ".repeat(depth) + line);
    }

    // Requests

    private void request(Instance instance) {
        depth++;
        OrderModel order = new ArrayList<>(orders.values()).get(random.nextInt(orders.size()));
        long number = ++moment;
        try {
            switch (random.nextInt(25) == 0 ? -1 : random.nextInt(12)) {
                case -1 -> erase(instance, order);
                case 0, 1, 2 -> upload(instance, order, random.nextInt(4));
                case 3, 4 -> patch(instance, order, random.nextInt(3));
                case 5, 6 -> dispute(instance, order, "dp_" + ++facts);
                case 7 -> report(instance, order, "fr_" + ++facts);
                case 8 -> offer(instance, order, "of_" + ++facts);
                case 9 -> track(instance);
                case 10 -> fetch(instance, order);
                default -> list(instance);
            }
        } catch (StoreUnavailable | UnknownOutcome stopped) {
            tell(number + " ends: " + stopped.getMessage());
            if (random.nextBoolean()) {
                instance.start(memory);
            }
        }
        depth--;
        instance.clock.move(Duration.ofMillis(1 + random.nextInt(3_000)));
    }

    private void erase(Instance instance, OrderModel order) {
        tell("erase " + order.id);
        order.mayBeErased = true;
        order.lastWrite = moment;
        if (instance.erasures.eraseOrder(Actor.operator(), SPACE, new OrderId(order.id)) == Erasures.Result.ERASED) {
            order.isErased = true;
        }
        order.lastWrite = moment;
    }

    private void upload(Instance instance, OrderModel order, int variant) {
        order.amount.write(
                "upload " + order.id + " " + variant,
                variant,
                false,
                () -> !(instance.service
                                .upload(SPACE, List.of(order.uploaded(variant)), null)
                                .getFirst()
                        instanceof OrderOutcome.Erased));
    }

    private void patch(Instance instance, OrderModel order, int variant) {
        order.arn.write(
                "patch " + order.id + " " + variant,
                variant,
                true,
                () -> instance.service
                        .edit(
                                Actor.operator(),
                                SPACE,
                                new OrderId(order.id),
                                _ -> Map.of(StatedField.named("arn"), Statement.of(OrderFields.ARN, "arn" + variant)))
                        .isPresent());
    }

    private void dispute(Instance instance, OrderModel order, String fact) {
        Dispute dispute = new Dispute(fact, "10.4", OrderTime.at(START), Dispute.Status.OPEN);
        order.fact(
                fact,
                () -> instance.service.recordDispute(Actor.operator(), SPACE, new OrderId(order.id), _ -> dispute));
    }

    private void report(Instance instance, OrderModel order, String fact) {
        FraudReport report = new FraudReport(fact, OrderTime.at(START), null);
        order.fact(
                fact, () -> instance.service.recordFraudReport(Actor.operator(), SPACE, new OrderId(order.id), report));
    }

    private void offer(Instance instance, OrderModel order, String fact) {
        Dispute dispute = new Dispute(fact, "10.4", OrderTime.at(START), Dispute.Status.OPEN);
        PendingFact pending = PendingFact.of(
                instance.pending.reference(SPACE, OrderReference.Kind.GATEWAY_TRANSACTION_ID, "ch_" + order.id),
                new PendingContent.OfDispute(dispute),
                Source.of(Platform.STRIPE, "main"),
                1,
                instance.clock.instant());
        tell("offer " + fact + " for " + order.id);
        order.possible.add(fact);
        switch (instance.pending.offer(SPACE, pending)) {
            case APPLIED -> order.stored.add(fact);
            case WAITING -> order.waiting.add(fact);
            case NO_ROOM -> throw new AssertionError("there is room for all facts");
        }
    }

    private void track(Instance instance) {
        tell("track");
        Email ann = Email.parse("ann@example.com").orElseThrow();
        instance.service.track(
                SPACE, List.of(new SeenCustomer(ann, ip("198.51.100." + (1 + random.nextInt(3))), null)));
    }

    private static IpAddress ip(String text) {
        return ((IpAddress.Usable) IpAddress.parse(text)).address();
    }

    private void fetch(Instance instance, OrderModel order) {
        tell("fetch " + order.id);
        Set<String> before = Set.copyOf(order.stored);
        boolean exists = order.amount.isThere;
        boolean wasErased = order.isErased;
        Optional<FetchedOrder> fetched = instance.service.fetch(SPACE, new OrderId(order.id), null, Profile.VISA);
        assertTrue(fetched.isEmpty() || !wasErased, () -> order.id + " is erased, but was found");
        if (order.mayBeErased) {
            return;
        }
        assertTrue(fetched.isPresent() || !exists, () -> order.id + " is stored, but was not found");
        Set<String> found = fetched.map(one -> factsOf(one.order())).orElse(Set.of());
        assertTrue(found.containsAll(before), () -> "of " + before + " only " + found + " were found");
    }

    private void list(Instance instance) {
        tell("list");
        Set<String> before = orders.values().stream()
                .filter(order -> order.isTidy && order.amount.isThere && !order.mayBeErased)
                .map(order -> order.id)
                .collect(Collectors.toSet());
        long writes = moment;
        List<String> listed = instance.service.list(SPACE, null, 0, 100).orders().stream()
                .map(order -> order.order().id().value())
                .toList();
        assertEquals(listed.size(), Set.copyOf(listed).size(), "an order is listed twice");
        boolean isAlone = orders.values().stream().allMatch(order -> order.lastWrite < writes);
        assertTrue(!isAlone || listed.containsAll(before), () -> before + " are stored, but the list has " + listed);
    }

    private static Set<String> factsOf(StoredOrder order) {
        Set<String> found = new HashSet<>();
        order.disputes().forEach(dispute -> found.add(dispute.disputeId()));
        order.fraudReports().forEach(report -> found.add(report.reportId()));
        return found;
    }

    // The model

    /** A value that requests write. */
    private final class Register {
        private final OrderModel order;
        private final List<Write> round = new ArrayList<>();
        private @Nullable Integer held;
        /** True if a write of it has ended well. */
        private boolean isThere;

        private Register(OrderModel order) {
            this.order = order;
        }

        /** @param readsAfter true if the request reads after its write, so that it may fail and have written */
        private void write(String words, int value, boolean readsAfter, BooleanSupplier request) {
            Write write = new Write(value, ++moment);
            tell(write.start + " " + words);
            round.add(write);
            try {
                write.happened = request.getAsBoolean();
                isThere |= write.happened;
                order.wrote(write.happened);
            } catch (UnknownOutcome unknown) {
                write.mayHaveHappened = true;
                order.cut();
                throw unknown;
            } catch (StoreUnavailable unavailable) {
                write.mayHaveHappened = readsAfter;
                order.cut();
                throw unavailable;
            } finally {
                write.end = ++moment;
            }
        }

        private void clear() {
            held = null;
            isThere = false;
            round.clear();
        }

        private void check(@Nullable Integer now) {
            Set<@Nullable Integer> possible = new HashSet<>();
            if (round.stream().noneMatch(write -> write.happened)) {
                possible.add(held);
            }
            for (Write write : round) {
                boolean isOverwritten = round.stream().anyMatch(other -> other.happened && other.start > write.end);
                if ((write.happened || write.mayHaveHappened) && !isOverwritten) {
                    possible.add(write.value);
                }
            }
            assertTrue(possible.contains(now), () -> order.id + " has " + now + ", but could have " + possible);
            held = now;
            round.clear();
        }
    }

    private static final class Write {
        private final int value;
        private final long start;
        private long end = Long.MAX_VALUE;
        private boolean happened;
        private boolean mayHaveHappened;

        private Write(int value, long start) {
            this.value = value;
            this.start = start;
        }
    }

    private final class OrderModel {
        private final String id;
        private final Register amount = new Register(this);
        private final Register arn = new Register(this);
        /** Facts that are stored, that wait for the order, and that may be stored. */
        private final Set<String> stored = new HashSet<>();

        private final Set<String> waiting = new HashSet<>();
        private final Set<String> possible = new HashSet<>();
        /** True if the last write was not cut, so that the order has its rows. */
        private boolean isTidy = true;

        private long lastWrite;
        private long version;

        /** True if an erasure was started, and if one has ended well. */
        private boolean mayBeErased;

        private boolean isErased;

        private OrderModel(String id) {
            this.id = id;
        }

        /** The card depends on the variant: the order then moves to another history. */
        private UploadedOrder uploaded(int variant) {
            Charge charge = ChargeBuilder.on(Objects.requireNonNull(DAYS.get(id)))
                    .amount(1_000 + variant, "USD")
                    .credential(new PaymentCredential(
                            null, null, "424242", variant == 3 ? "1881" : "4242", new Brand("visa")))
                    .category(Charge.Category.MERCHANDISE)
                    .references(new Charge.References(null, null, null, null, null, "ch_" + id))
                    .build();
            Order order = new Order(
                    new OrderId(id),
                    null,
                    charge,
                    new Customer(new PersonalText("203.0.113.7"), null, null, new PersonalText("ann-1001")),
                    new ReceiptBuilder()
                            .customerEmail(new PersonalText("ann@example.com"))
                            .description("Tea set")
                            .build());
            return new UploadedOrder(order.id(), null, Statements.of(order), null);
        }

        private void wrote(boolean happened) {
            lastWrite = moment;
            isTidy |= happened;
        }

        private void cut() {
            lastWrite = moment;
            isTidy = false;
        }

        private void fact(String fact, java.util.function.Supplier<FactOutcome> request) {
            tell(fact + " of " + id);
            boolean exists = amount.isThere;
            try {
                FactOutcome outcome = request.get();
                assertTrue(
                        outcome == FactOutcome.CREATED || !exists || mayBeErased, () -> id + " exists, but " + outcome);
                if (outcome == FactOutcome.CREATED) {
                    stored.add(fact);
                    wrote(true);
                }
            } catch (UnknownOutcome unknown) {
                possible.add(fact);
                cut();
                throw unknown;
            } catch (StoreUnavailable unavailable) {
                cut();
                throw unavailable;
            }
        }

        private void check() {
            Optional<StoredOrder> now = observer.store.evidence().order(SPACE, new OrderId(id));
            if (mayBeErased && observer.store.evidence().isErased(SPACE, new OrderId(id))) {
                isErased = true;
            }
            if (isErased) {
                assertEquals(Optional.empty(), now, () -> id + " is erased");
                amount.clear();
                arn.clear();
                stored.clear();
                version = 0;
                return;
            }
            amount.check(now.map(order -> (int) (order.order().charge().money().amountMinor() - 1_000))
                    .orElse(null));
            arn.check(now.map(order -> order.order().charge().references().arn())
                    .map(text -> Integer.valueOf(text.substring("arn".length())))
                    .orElse(null));
            Set<String> found = now.map(ServiceSimulation::factsOf).orElse(Set.of());
            assertTrue(found.containsAll(stored), () -> id + " has lost some of " + stored + ": " + found);
            stored.addAll(found);
            found.stream()
                    .filter(fact -> !possible.contains(fact) && !stored.contains(fact))
                    .forEach(fact -> assertTrue(false, () -> id + " has " + fact + ", which failed"));
            long versionNow = now.map(StoredOrder::version).orElse(0L);
            assertTrue(versionNow >= version, () -> id + " went back from version " + version + " to " + versionNow);
            version = versionNow;
        }

        private void checkAtEnd() {
            check();
            boolean exists = amount.held != null;
            // An erasure that was cut may have ended what waits.
            assertTrue(
                    !exists || mayBeErased || stored.containsAll(waiting),
                    () -> id + " has " + stored + ", without " + waiting);
            List<String> listed = observer.service.list(SPACE, null, 0, 100).orders().stream()
                    .map(order -> order.order().id().value())
                    .toList();
            assertEquals(exists, listed.contains(id), () -> "the list is " + listed);
        }
    }

    // Whole stores

    private VerifyReport verify(OpenStore store, boolean repair) {
        return new StoreVerify(store, observer.clock.instant(), repair, () -> {}, new Told()).run();
    }

    private void assertSound(OpenStore store, boolean repair) {
        int before = story.size();
        VerifyReport report = verify(store, repair);
        assertTrue(report.isSound(), () -> "verify finds " + story.subList(before, story.size()));
    }

    private final class Told implements StoreWatch {
        @Override
        public void at(String step, long done, long total) {}

        @Override
        public void tell(String line) {
            story.add(line);
        }
    }

    /** A copy has the same verdicts. */
    private void checkCopy() {
        Instance copy = new Instance(false);
        copy.clock.set(observer.clock.instant().plusSeconds(1));
        copy.start(new Memory(true, 1));
        StoreTasks.Copied outcome = new StoreCopy(
                        observer.store,
                        copy.store,
                        StoreCopy.CopyJournal.of(copy.store.accounts(), "one"),
                        false,
                        observer.clock.instant(),
                        new Told())
                .run();
        assertTrue(outcome.isEqual(), outcome::toString);
        assertSound(copy.store, false);
        for (String id : orders.keySet()) {
            assertEquals(verdict(observer, id), verdict(copy, id));
            assertEquals(
                    observer.store.evidence().isErased(SPACE, new OrderId(id)),
                    copy.store.evidence().isErased(SPACE, new OrderId(id)));
        }
    }

    private static Optional<String> verdict(Instance instance, String id) {
        return instance.service
                .fetch(SPACE, new OrderId(id), null, Profile.VISA)
                .map(fetched -> fetched.eligibility() + " " + factsOf(fetched.order()));
    }
}
