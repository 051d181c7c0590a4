package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.PostgresServer;
import org.orderevidence.store.sql.TestPostgres;

/** The PostgreSQL server goes away under the running service, and comes back. */
@Tag("slow")
@Tag("alone")
final class PostgresOutageTest {
    private static final int FULL_ROUNDS = 10;
    private static final int PATIENCE_SECONDS = 60;
    private static final int LONGEST_LIFE_MILLIS = 500;
    private static final Duration OUTAGE = Duration.ofSeconds(10);

    /** From the server's answering again to the first upload that is answered. */
    private static final Duration RECOVERY = Duration.ofSeconds(10);

    /** A write waits ten seconds for its turn and its commit; the key before it is checked in memory as a rule. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(15);

    private static final long SEED = 20_261_120L;

    @TempDir
    private Path folder;

    @AutoClose
    private final PostgresServer server = PostgresServer.start();

    private final Random random = new Random(SEED);
    private final List<Upload> acknowledged = new ArrayList<>();
    private final List<Upload> uncertain = new ArrayList<>();

    private interface Step {
        void take() throws Exception;
    }

    @Test
    @Tag("strikes")
    void killingTheServerLosesNothingThatWasAnswered() throws Exception {
        survive(Faults.rounds(1, FULL_ROUNDS), server::kill, () -> {}, server::run);
    }

    @Test
    @Tag("faults")
    void aServerThatIsShutDownForAWhileIsMissedOnlyForThatWhile() throws Exception {
        survive(1, server::stop, PostgresOutageTest::outage, server::run);
    }

    @Test
    @Tag("faults")
    void aServerThatHangsForAWhileIsMissedOnlyForThatWhile() throws Exception {
        survive(1, server::suspend, PostgresOutageTest::outage, server::resume);
    }

    private static void outage() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(OUTAGE.toMillis()); // its length is what the test is about
    }

    private void survive(int rounds, Step begin, Step last, Step end) throws Exception {
        String store = TestPostgres.newDatabase(server);
        try (ServeProcess service = ServeProcess.start(folder.resolve("data"), "--store", store)) {
            ServiceClient client = new ServiceClient(service);
            for (int round = 0; round < rounds; round++) {
                UploadLoad load = UploadLoad.start(client, "r" + round, random);
                assertTrue(load.awaitFirst(PATIENCE_SECONDS), "seed " + SEED + ": no upload was answered");
                TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MILLIS)); // the moment is what it is about
                begin.take();
                last.take();
                end.take();
                awaitSuccess(load, System.nanoTime());
                load.end();
                take(load);
            }
            CrashContract.requireAll(client, acknowledged);
            CrashContract.requireNoHalves(client, uncertain);
        }
    }

    private static void awaitSuccess(UploadLoad load, long returned) throws InterruptedException {
        while (load.lastSuccess() - returned < 0) {
            assertTrue(
                    System.nanoTime() - returned < RECOVERY.toNanos(), "no upload succeeds after the server's return");
            TimeUnit.MILLISECONDS.sleep(5); // an upload is answered when it is: it is looked at, not told
        }
    }

    private void take(UploadLoad load) {
        assertEquals(List.of(), List.copyOf(load.unanswered()), "every request has its answer");
        assertFalse(load.refused().isEmpty(), "some came while the server was away");
        for (UploadLoad.Refusal refusal : load.refused()) {
            assertEquals(503, refusal.answer().status());
            assertEquals("1", refusal.answer().retryAfter());
            assertTrue(
                    refusal.millis() < LONGEST_ANSWER.toMillis(), () -> "an answer took " + refusal.millis() + " ms");
            uncertain.add(refusal.upload());
        }
        acknowledged.addAll(load.acknowledged());
    }
}
