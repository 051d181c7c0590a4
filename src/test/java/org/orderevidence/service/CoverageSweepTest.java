package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.Amount;
import org.orderevidence.evidence.coverage.Coverage.MissingField;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.CoverageSum;
import org.orderevidence.evidence.coverage.Monitoring;
import org.orderevidence.evidence.coverage.OrderSnapshot;
import org.orderevidence.evidence.coverage.OrderSnapshot.OrderScope;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statements;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.service.Coverages.SampleSize;
import org.orderevidence.service.Coverages.SpaceWatch;
import org.orderevidence.service.SpaceWork.Lease;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.waiting.MovedClock;
import org.orderevidence.waiting.Waits;

class CoverageSweepTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);
    private static final Monitoring MONITORING = new Monitoring.Sum(TODAY).monitoring(null);
    private static final AccountSpace LIVE = new AccountSpace("shop", Mode.LIVE);
    private static final AccountSpace TEST = new AccountSpace("shop", Mode.TEST);
    private static final Account SHOP = new Account("shop", START, MerchantInfo.EMPTY, null, false, null);
    private static final RecordKey OF_LIVE = new RecordKey("computed/coverage/shop/live", "current");
    private static final List<Status> STATUSES =
            List.of(Status.QUALIFIED, Status.REQUIRES_ACTION, Status.NOT_QUALIFIED);

    private static final List<Currency> CURRENCIES = Currency.getAvailableCurrencies().stream()
            .sorted(Comparator.comparing(Currency::getCurrencyCode))
            .toList();

    @TempDir
    private Path folder;

    @AutoClose
    private CoverageWorld world;

    @BeforeEach
    void open() {
        world = new CoverageWorld(folder);
    }

    private static SpaceWork sweep(Coverages coverages) {
        return coverages.work();
    }

    private Optional<Coverages.Report> live() {
        return world.instance().report(LIVE);
    }

    private Instant computedAt() {
        return live().orElseThrow().computed().computedAt();
    }

    private long disputable() {
        return live().orElseThrow().computed().coverage().disputable();
    }

    @Test
    void aPassComputesBothSpacesOfAnAccount() {
        world.store(LIVE, 3);
        world.store(TEST, 2);
        assertEquals(Optional.empty(), live());

        sweep(world.instance()).pass();

        assertEquals(3, disputable());
        assertEquals(
                2,
                world.instance()
                        .report(TEST)
                        .orElseThrow()
                        .computed()
                        .coverage()
                        .disputable());
    }

    @Test
    void aSmallSpaceIsComputedAgainAfterAMinute() {
        SpaceWork sweep = sweep(world.instance());
        sweep.pass();
        world.store(LIVE, 3);

        world.move(Duration.ofSeconds(59));
        sweep.pass();
        assertEquals(0, disputable());

        world.move(Duration.ofSeconds(1));
        sweep.pass();
        assertEquals(3, disputable());
    }

    @Test
    void anotherInstanceDoesNotRepeatWhatWasComputed() {
        world.store(LIVE, 3);
        sweep(world.instance()).pass();
        world.move(Duration.ofSeconds(30));

        SpaceWork other = sweep(world.instance());
        other.pass();
        assertEquals(START, computedAt());

        world.move(Duration.ofSeconds(30));
        other.pass();
        assertEquals(START.plusSeconds(60), computedAt());
    }

    private Lease lease() {
        return world.instance().lease("coverage");
    }

    @Test
    void onlyOneInstanceHasTheLease() {
        Lease one = lease();
        Lease other = lease();
        assertTrue(one.isHeld(LIVE));
        assertFalse(other.isHeld(LIVE));
        world.move(Duration.ofMillis(59_999));
        assertFalse(other.isHeld(LIVE));
        assertTrue(one.isHeld(LIVE), "extended");
        world.move(Duration.ofMillis(59_999));
        assertFalse(other.isHeld(LIVE));
        world.move(Duration.ofMillis(1));
        assertTrue(other.isHeld(LIVE), "it was not extended");
        assertFalse(one.isHeld(LIVE));
    }

    @Test
    void withoutTheLeaseNothingIsComputed() {
        Lease other = lease();
        assertTrue(other.isHeld(LIVE));

        SpaceWork sweep = sweep(world.instance());
        sweep.pass();
        assertEquals(Optional.empty(), live());

        other.end();
        sweep.pass();
        assertTrue(live().isPresent());
    }

    @Test
    void aPassGivesTheLeaseBack() {
        sweep(world.instance()).pass();

        assertTrue(lease().isHeld(LIVE));
    }

    @Test
    void aLostLeaseStopsThePassAndNothingIsStored() {
        world.store(LIVE, 300);
        AtomicInteger steps = new AtomicInteger();

        Optional<ComputedCoverage> computed = world.instance().compute(SHOP, LIVE, () -> steps.incrementAndGet() < 100);

        assertEquals(Optional.empty(), computed);
        assertEquals(100, steps.get());
        assertEquals(Optional.empty(), live());
    }

    /** What is told of the spaces and the verdicts. */
    private static final class Watch implements SpaceWatch, SpaceWatch.Verdicts {
        private final CountDownLatch looks;
        private final AtomicInteger judged = new AtomicInteger();
        private final AtomicInteger ends = new AtomicInteger();

        Watch(int looksBeforeVerdicts) {
            looks = new CountDownLatch(looksBeforeVerdicts);
        }

        @Override
        public void look(AccountSpace space, BooleanSupplier mayContinue) {
            looks.countDown();
        }

        @Override
        public SpaceWatch.Verdicts verdicts(AccountSpace space) {
            return this;
        }

        @Override
        public void judged(LocalDate day, OrderId id, Instant storedAt, Eligibility answer) {
            try {
                looks.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            judged.incrementAndGet();
        }

        @Override
        public void end() {
            ends.incrementAndGet();
        }
    }

    @Tag("slow")
    @Test
    void aLargeSpaceDelaysNoLookAtOthers() {
        world.store(LIVE, 3);
        Watch watch = new Watch(2);
        Coverages coverages = world.instance().watchedBy(watch);
        SpaceWork sweep = coverages.work().start();
        SpaceWork watching = coverages.watching().start();

        Waits.until(() -> watch.judged.get() > 0, "spaces are looked at while the first one is computed");
        sweep.close();
        watching.close();
    }

    @Test
    void allVerdictsAreToldAlsoIfOldOrdersAreMoreThanTheLimit() {
        world.store(LIVE, 100);
        world.move(Duration.ofDays(100));
        Watch watch = new Watch(0);

        world.instance(new SampleSize(90, 10)).watchedBy(watch).compute(LIVE);
        assertEquals(21, watch.judged.get(), "those of the newest days, from today to 20 days before");
        assertEquals(1, watch.ends.get());
        assertEquals(null, live().orElseThrow().computed().coverage().sample());
        assertEquals(21, disputable());

        world.instance(new SampleSize(20, 10)).watchedBy(watch).compute(LIVE);
        assertEquals(1, watch.ends.get(), "a sample has no verdicts to compare");
    }

    @Test
    void aDamagedRecordIsReplaced() {
        world.store(LIVE, 3);
        world.store()
                .integrations()
                .add(new IntegrationRecord(LIVE, OF_LIVE, 1, null, null, Bytes.wrap(new byte[] {1, 2, 3}), null));
        assertEquals(Optional.empty(), live());

        sweep(world.instance()).pass();

        assertEquals(3, disputable());
    }

    @Test
    void anEmptySpaceIsWrittenHalfHourly() {
        SpaceWork sweep = sweep(world.instance());
        sweep.pass();
        world.move(Duration.ofMinutes(5));
        sweep.pass();
        assertEquals(START, computedAt());

        world.move(Duration.ofMinutes(25));
        sweep.pass();
        assertEquals(START.plus(Duration.ofMinutes(30)), computedAt());
    }

    @Test
    void aSampleEstimatesTheNumbersOfAllOrders() {
        world.store(LIVE, 1_000);

        world.instance(new SampleSize(999, 200)).compute(LIVE);

        Coverage coverage = live().orElseThrow().computed().coverage();
        Coverage.Sample sample = coverage.sample();
        assertTrue(sample != null && sample.total() == 1_000, "sample: " + sample);
        assertTrue(Math.abs(sample.judged() - 200) < 45, () -> "judged: " + sample.judged());
        assertTrue(Math.abs(coverage.disputable() - 1_000) <= 2, "rounded: " + coverage.disputable());

        world.instance(new SampleSize(1_000, 200)).compute(LIVE);
        assertEquals(1_000, disputable());
    }

    @ParameterizedTest
    @CsvSource({
        // seconds that it took, orders, minutes until it is due
        "0, 0, 1",
        "5, 100, 1",
        "60, 100, 10",
        "600, 100000, 30",
        "600, 100001, 100",
        "36000, 5000000, 720",
    })
    void aCoverageIsDueAfterTenTimesItsComputation(int seconds, long orders, int minutes) {
        List<Amount> amounts = orders == 0 ? List.of() : List.of(new Amount(CURRENCIES.getFirst(), 1));
        ComputedCoverage computed =
                new ComputedCoverage(START, Duration.ofSeconds(seconds), eligible(orders, amounts), MONITORING);

        assertEquals(START.plus(Duration.ofMinutes(minutes)), computed.due());
    }

    private static Coverage eligible(long orders, List<Amount> amounts) {
        Coverage none = new CoverageSum(TODAY, Profile.VISA).coverage(null);
        return new Coverage(
                TODAY,
                Profile.VISA,
                new Coverage.Counted(orders, List.of(), amounts),
                none.requiresAction(),
                none.notQualified(),
                none.left(),
                null,
                List.of(),
                List.of(),
                List.of(),
                none.forecast(),
                0,
                List.of(),
                0);
    }

    private static KeyedHash key(int number) {
        byte[] bytes = new byte[KeyedHash.LENGTH];
        new Random(number).nextBytes(bytes);
        return KeyedHash.of(bytes);
    }

    /** Every list is as long as it can be: 100 orders or more with the longest IDs in each. */
    private static CoverageSum longest() {
        CoverageSum sum = new CoverageSum(TODAY, Profile.STRIPE);
        for (int i = 0; i < 3_000; i++) {
            DateRange disputable = new DateRange(TODAY.minusDays(180 - i % 181), TODAY.plusDays(i % 60));
            sum.add(new OrderSnapshot(
                    new OrderId("\ud83e\udd5a".repeat(124) + (1_000 + i)),
                    disputable.from(),
                    new Money(Money.MAX_AMOUNT_MINOR, CURRENCIES.get(i % 40)),
                    STATUSES.get(i % 3),
                    disputable,
                    List.of(new DateRange(TODAY.minusDays(i % 20), disputable.until())),
                    Set.copyOf(ReasonCode.all()),
                    EnumSet.allOf(MissingField.class),
                    key(i),
                    key(-1 - i % 10)));
        }
        sum.addOther(OrderScope.FAILED);
        sum.addOther(OrderScope.DISPUTED);
        sum.addUnreadable();
        return sum;
    }

    @Test
    void aCoverageIsReadAsItWasWritten() {
        var stored = new ComputedCoverage(
                Instant.ofEpochMilli(1_795_176_000_000L),
                Duration.ofMillis(42),
                longest().coverage(new Sample(3_000, 9_000)),
                MONITORING);

        Bytes bytes = Coverages.DOCUMENT.encode(stored);

        assertEquals(stored, Coverages.DOCUMENT.decode(bytes));
        assertTrue(bytes.length() < 800_000, "the longest coverage fits into a record; it has " + bytes.length());
        assertEquals(10, stored.coverage().addresses().size());
    }

    /** A store with an account, instances that compute its coverage, and a clock that the test moves. */
    private static final class CoverageWorld extends MovedClock implements AutoCloseable {

        private final Keyring keyring;
        private final OpenStore store;
        private final Accounts accounts;

        CoverageWorld(Path folder) {
            super(START);
            InstallationSecret secret = InstallationSecret.generate(new Random(7));
            keyring = new Keyring(secret);
            store = SqlRecordStore.openSqlite(
                    folder.resolve("evidence.db"),
                    SqlSettings.defaults(),
                    START,
                    stored -> keyring.codec(new Sealer(secret.sealingKeys(), new Random(8))));
            accounts = new Accounts(store.accounts(), this, new Random(9));
            accounts.create(LIVE.account());
        }

        /** Returns what computes coverages in another instance of the service. */
        Coverages instance(SampleSize size) {
            Evidence evidence = new Evidence(store.evidence(), store.sightings(), keyring, RuleSettings.DEFAULTS, this);
            return new Coverages(evidence, store.integrations(), accounts, new Random(10), size);
        }

        Coverages instance() {
            return instance(SampleSize.USUAL);
        }

        /** Stores orders of the last days. */
        void store(AccountSpace space, int orders) {
            List<PartWrite> writes = new ArrayList<>();
            for (int i = 0; i < orders; i++) {
                Order order = OrderFixtures.order("O-" + i, TODAY.minusDays(i % 100), 1_999);
                writes.add(PartWrite.of(order.id(), new Part(PartKey.UPLOAD, 1, Statements.upload(order))));
            }
            store.evidence().put(space, writes, instant());
        }

        OpenStore store() {
            return store;
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
