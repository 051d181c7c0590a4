package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.Retention;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.erasure.PlatformErasures;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.UploadId;
import org.orderevidence.order.part.Platform;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.SimulatedRecords;
import org.orderevidence.store.SimulatedRecords.Fate;
import org.orderevidence.store.SimulatedRecords.Memory;
import org.orderevidence.store.SimulatedRecords.Step;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.transfer.StoreCopy.CopyJournal;
import org.orderevidence.transfer.StoreTasks.Copied;
import org.orderevidence.waiting.MovedClock;
import org.orderevidence.webhook.SignedWebhooks;
import org.orderevidence.webhook.Webhooks;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.json.JsonMapper;

/**
 * Ends an erasure, or an undo, at each of its writes, in atomic and in torn memory, and repeats it on another instance.
 * Erases at each step of a copy, too.
 */
@Tag("slow")
class StoppedErasureTest {
    private static final InstallationSecret SECRET = InstallationSecret.generate(new Random(1));
    private static final Keyring KEYRING = new Keyring(SECRET);
    private static final AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Email ANN = Email.parse("ann@example.com").orElseThrow();
    private static final UploadId UPLOAD = new UploadId("wrong");
    private static final int MOST_STEPS = 500;

    /** What is ended. */
    enum Work {
        ORDER,
        CUSTOMER,
        PLATFORM,
        UNDO;

        private void accept(Instance instance) {
            switch (this) {
                case ORDER ->
                    Stream.of("A", "B")
                            .forEach(id -> instance.erasures.eraseOrder(Actor.operator(), SPACE, new OrderId(id)));
                case CUSTOMER -> instance.erasures.eraseCustomer(Actor.operator(), SPACE, ANN);
                case PLATFORM -> {
                    instance.platforms.pass();
                    instance.clock.move(Duration.ofMinutes(10));
                    instance.erasures.pass();
                }
                case UNDO -> instance.uploads.undo(Actor.operator(), SPACE, UPLOAD);
            }
        }
    }

    /** An instance that ends at a write. */
    private static final class Instance {
        private final MovedClock clock = new MovedClock(NOW);
        private final OpenStore store;
        private final EvidenceService service;
        private final Erasures erasures;
        private final PlatformErasures platforms;
        private final Webhooks webhooks;
        private final Uploads uploads;
        private final Predicate<Step> isPassed;
        private final Supplier<Fate> fate;
        private int left;

        /** @param left how many writes pass */
        Instance(Memory memory, int left, Fate fate) {
            this(memory, left, step -> step == Step.READ, () -> fate);
        }

        /** An instance that does something else before a step, which may be a read, and goes on. */
        static Instance before(Memory memory, int left, Runnable meanwhile) {
            return new Instance(memory, left, _ -> false, () -> {
                meanwhile.run();
                return Fate.PASSES;
            });
        }

        private Instance(Memory memory, int left, Predicate<Step> isPassed, Supplier<Fate> fate) {
            this.left = left;
            this.isPassed = isPassed;
            this.fate = fate;
            store = OpenStore.of(
                    new SimulatedRecords(memory, clock, this::next),
                    RecordKinds.TABLES,
                    clock,
                    _ -> KEYRING.codec(new Sealer(SECRET.sealingKeys(), new Random(2))));
            Accounts accounts = new Accounts(store.accounts(), clock, new Random(3));
            PendingFacts pending = new PendingFacts(store.evidence(), store.pending(), KEYRING, clock);
            Evidence evidence =
                    new Evidence(store.evidence(), store.sightings(), KEYRING, RuleSettings.DEFAULTS, clock);
            service = new EvidenceService(
                    evidence, accounts, pending, new Retention(accounts, 0, clock), (space, charges) -> {});
            webhooks = Webhooks.of(store.integrations(), evidence, pending, new Random(4));
            erasures = new Erasures(
                    new Erasures.Stores(store.evidence(), store.sightings(), store.tokens(), store.integrations()),
                    service,
                    pending,
                    webhooks,
                    accounts,
                    KEYRING,
                    Erasures.Settings.DEFAULTS,
                    clock);
            platforms = new PlatformErasures(erasures, service, webhooks.administration(accounts.audit(), clock));
            uploads = new Uploads(service, store.uploads(), store.integrations(), accounts, clock);
        }

        private Fate next(Step step) {
            return isPassed.test(step) || left-- != 0 ? Fate.PASSES : fate.get();
        }

        boolean hasEnded() {
            return left < 0;
        }

        /** Returns the keys of what is stored of orders and customers. An erased order does not count. */
        Set<String> stored() {
            Set<String> stored = new TreeSet<>();
            for (Meaning meaning : store.kinds()) {
                boolean isOfOrders = List.of(
                                "orders", "history", "order_references", "order_days", "order_disputes", "sightings")
                        .contains(meaning.kind().name());
                if (isOfOrders) {
                    for (Page.Found found : store.records()
                            .scan(meaning.kind(), null, Page.MAX_RECORDS)
                            .found()) {
                        if (found instanceof Page.Whole(var record) && !meaning.isErased(record)) {
                            stored.add(
                                    meaning.kind() + " " + record.key().part().hex() + " "
                                            + record.key().sort().hex());
                        }
                    }
                }
            }
            return stored;
        }
    }

    private static UploadedOrder order(String id, String email) {
        String json = """
                {"id": "%s", "amount": 100, "currency": "EUR", "transactionDate": "2025-06-01T10:00:00Z",
                 "bin": "424242", "last4": "4242", "ip": "203.0.113.7", "receipt": {"customerEmail": "%s"}}""".formatted(id, email);
        return ((Read.Good<UploadedOrder>)
                        OrderReader.read(JsonMapper.shared().readTree(json), "", NOW, true, FaultRoom.none()))
                .value();
    }

    private static Memory memory(boolean isAtomic, boolean withAnn) {
        Memory memory = new Memory(isAtomic, 1);
        Instance instance = new Instance(memory, -1, Fate.PASSES);
        instance.service.upload(SPACE, List.of(order("Z", "cy@example.com")), null);
        if (withAnn) {
            instance.uploads.upload(
                    Actor.operator(),
                    SPACE,
                    UPLOAD,
                    List.of(order("A", "ann@example.com"), order("B", "ann@example.com")));
            IpAddress ip = ((IpAddress.Usable) IpAddress.parse("198.51.100.7")).address();
            instance.service.track(SPACE, List.of(new SeenCustomer(ANN, ip, null)));
            receive(instance.webhooks);
        }
        return memory;
    }

    /** A shop platform asks to erase the customer. */
    private static void receive(Webhooks webhooks) {
        IntegrationSecrets secrets = new IntegrationSecrets(new SecretText("secret"), null, null);
        webhooks.integrations().add(SPACE, Platform.SHOPIFY, IntegrationSettings.DEFAULTS, secrets);
        Integration shopify = webhooks.integrations().all().getFirst();
        byte[] body = Samples.bytes("shopify/customers-redact");
        assertTrue(SignedWebhooks.receive(
                webhooks.receiver(), shopify, SignedWebhooks.shopify("secret", "customers/redact", body)));
        webhooks.worker().pass();
    }

    @ParameterizedTest
    @EnumSource
    void whatWasEndedIsCompletedByRepeatingIt(Work work) {
        for (boolean isAtomic : new boolean[] {true, false}) {
            Set<String> others = new Instance(memory(isAtomic, false), -1, Fate.PASSES).stored();
            for (Fate fate : List.of(Fate.STOPS, Fate.STOPS_AFTER, Fate.ARRIVES_LATE)) {
                int steps = 0;
                while (isEnded(work, isAtomic, fate, steps, others)) {
                    steps++;
                    assertTrue(steps < MOST_STEPS, "a bounded number of writes");
                }
                assertTrue(steps > 3, () -> work + " writes more than that");
            }
        }
    }

    /** Returns false if the work has fewer writes. */
    private static boolean isEnded(Work work, boolean isAtomic, Fate fate, int steps, Set<String> others) {
        Memory memory = memory(isAtomic, true);
        Instance first = new Instance(memory, steps, fate);
        try {
            work.accept(first);
        } catch (StoreUnavailable | UnknownOutcome ended) {
            assertTrue(first.hasEnded(), ended::getMessage);
        }
        Instance second = new Instance(memory, -1, Fate.PASSES);
        second.clock.move(Duration.ofSeconds(1));
        work.accept(second);
        while (memory.deliver()) {
            // A row of the first instance is written late.
        }
        if ((work == Work.CUSTOMER || work == Work.PLATFORM) && !isAtomic) {
            // Rows of an order that is erased, without one that leads from the customer to it.
            new StoreVerify(second.store, NOW, true, () -> {}, new WholeStores.Told()).run();
        }
        Set<String> stored = second.stored();
        if (work == Work.ORDER || work == Work.UNDO) {
            stored.removeIf(key -> key.startsWith("sightings"));
        }

        assertEquals(others, stored, () -> work + ", " + fate + " after " + steps + ", atomic: " + isAtomic);
        assertTrue(second.service.order(SPACE, new OrderId("Z")).isPresent());
        assertTrue(second.service.order(SPACE, new OrderId("A")).isEmpty());
        return first.hasEnded();
    }

    // Copies

    private static Copied copy(Instance source, Instance target, boolean mirror) {
        CopyJournal journal = CopyJournal.of(target.store.accounts(), "source");
        return new StoreCopy(source.store, target.store, journal, mirror, NOW, new WholeStores.Told()).run();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsErasedDuringACopyIsNotInTheTarget(Work work) {
        for (boolean isAtomic : new boolean[] {true, false}) {
            Memory without = new Memory(isAtomic, 1);
            Instance others = new Instance(without, -1, Fate.PASSES);
            copy(new Instance(memory(true, false), -1, Fate.PASSES), others, false);
            int steps = 0;
            while (isErasedMeanwhile(work, isAtomic, steps, others.stored())) {
                steps++;
                assertTrue(steps < MOST_STEPS, "a bounded number of steps");
            }
            assertTrue(steps > 50, () -> work + " races with each step");
        }
    }

    /** Returns false if the copy has fewer steps. */
    private static boolean isErasedMeanwhile(Work work, boolean isAtomic, int steps, Set<String> others) {
        Instance source = new Instance(memory(true, true), -1, Fate.PASSES);
        source.clock.move(Duration.ofSeconds(1));
        Memory memory = new Memory(isAtomic, 1);
        Instance first = Instance.before(memory, steps, () -> work.accept(source));
        copy(source, first, false);
        if (!first.hasEnded()) {
            return false;
        }
        Instance target = new Instance(memory, -1, Fate.PASSES);
        Copied second = copy(source, target, false);
        Set<String> stored = target.stored();
        // They leave nothing in the source that says what they were.
        stored.removeIf(key -> work == Work.UNDO || key.startsWith("sightings"));
        Set<String> expected = new TreeSet<>(others);
        expected.removeIf(key -> work == Work.UNDO || key.startsWith("sightings"));
        assertEquals(expected, stored, () -> work + " at step " + steps + ", atomic: " + isAtomic);

        Copied mirrored = copy(source, target, true);

        assertTrue(mirrored.isEqual(), () -> second + ", then " + mirrored);
        assertEquals(source.stored(), target.stored(), () -> work + " at step " + steps + ", atomic: " + isAtomic);
        return true;
    }
}
