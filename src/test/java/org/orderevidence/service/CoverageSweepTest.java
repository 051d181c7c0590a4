package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.service.CoverageWorld.LIVE;
import static org.orderevidence.service.CoverageWorld.START;
import static org.orderevidence.service.CoverageWorld.TEST;
import static org.orderevidence.service.CoverageWorld.TODAY;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.CoverageSum;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.service.Coverages.SampleSize;
import org.orderevidence.service.Coverages.CoverageRecords;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.RecordKey;
import org.orderevidence.waiting.Waits;

class CoverageSweepTest {
    private static final Account SHOP = new Account("shop", START, MerchantInfo.EMPTY, null, false);
    private static final RecordKey OF_LIVE = new RecordKey("computed/coverage/shop/live", "current");

    @TempDir
    private Path folder;

    private CoverageWorld world;

    @BeforeEach
    void open() {
        world = new CoverageWorld(folder);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static CoverageSweep sweep(Coverages coverages) {
        return new CoverageSweep(coverages);
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
        CoverageSweep sweep = sweep(world.instance());
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

        CoverageSweep other = sweep(world.instance());
        other.pass();
        assertEquals(START, computedAt());

        world.move(Duration.ofSeconds(30));
        other.pass();
        assertEquals(START.plusSeconds(60), computedAt());
    }

    @Test
    void onlyOneInstanceHasTheLease() {
        CoverageRecords one = new CoverageRecords(world.store().integrations());
        CoverageRecords other = new CoverageRecords(world.store().integrations());
        Instant end = START.plusSeconds(60);

        assertTrue(one.lease("one", LIVE, START, end));
        assertFalse(other.lease("other", LIVE, START, end));
        assertFalse(other.lease("other", LIVE, end.minusMillis(1), end.plusSeconds(60)));
        assertTrue(one.lease("one", LIVE, START.plusSeconds(20), end.plusSeconds(20)), "extended");
        assertFalse(other.lease("other", LIVE, end, end.plusSeconds(60)));
        assertTrue(other.lease("other", LIVE, end.plusSeconds(20), end.plusSeconds(80)), "it was not extended");
        assertFalse(one.lease("one", LIVE, end.plusSeconds(21), end.plusSeconds(81)));
    }

    @Test
    void withoutTheLeaseNothingIsComputed() {
        CoverageRecords records = new CoverageRecords(world.store().integrations());
        assertTrue(records.lease("other", LIVE, START, START.plusSeconds(60)));

        CoverageSweep sweep = sweep(world.instance());
        sweep.pass();
        assertEquals(Optional.empty(), live());

        records.endLease("somebody else", START);
        sweep.pass();
        assertEquals(Optional.empty(), live());

        records.endLease("other", START);
        sweep.pass();
        assertTrue(live().isPresent());
    }

    @Test
    void aPassGivesTheLeaseBack() {
        sweep(world.instance()).pass();

        assertTrue(
                new CoverageRecords(world.store().integrations()).lease("other", LIVE, START, START.plusSeconds(60)));
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

    @Test
    void aStartedSweepComputesAndStops() {
        world.store(LIVE, 3);
        CoverageSweep sweep = CoverageSweep.start(world.instance());

        Waits.until(() -> live().isPresent(), "a coverage");
        sweep.close();

        assertEquals(3, disputable());
    }

    @Test
    void aDamagedRecordIsReplaced() {
        world.store(LIVE, 3);
        world.store()
                .integrations()
                .add(new IntegrationRecord(LIVE, OF_LIVE, 1, null, null, Bytes.wrap(new byte[] {1, 2, 3})));
        assertEquals(Optional.empty(), live());

        sweep(world.instance()).pass();

        assertEquals(3, disputable());
    }

    @Test
    void anEmptySpaceIsWrittenHalfHourly() {
        CoverageSweep sweep = sweep(world.instance());
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

    /** More orders than the limit are stored, and fewer of them can be disputed. */
    @Test
    void oldOrdersDoNotMakeASample() {
        world.store(LIVE, 100);
        world.move(Duration.ofDays(100));

        world.instance(new SampleSize(90, 10)).compute(LIVE);

        Coverage coverage = live().orElseThrow().computed().coverage();
        assertEquals(null, coverage.sample());
        assertEquals(21, coverage.disputable(), "those of the newest days, from today to 20 days before");
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
        Coverage none = new CoverageSum(TODAY, Profile.VISA).coverage(null);
        Coverage coverage = new Coverage(
                TODAY,
                Profile.VISA,
                new Coverage.Counted(orders, List.of()),
                none.requiresAction(),
                none.notQualified(),
                none.left(),
                null,
                List.of(),
                List.of(),
                List.of(),
                none.forecast(),
                0,
                List.of());

        ComputedCoverage computed = new ComputedCoverage(START, Duration.ofSeconds(seconds), coverage);

        assertEquals(START.plus(Duration.ofMinutes(minutes)), computed.due());
    }
}
