package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.write;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.SchemaFile;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.cassandra.Cluster.ConditionalWrite;

/** The outcome of a conditional write if the cluster does not always report it. */
@Tag("slow")
@Tag("alone")
final class ConditionalWriteTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final CassandraUrl.Login RIGHT = new CassandraUrl.Login("cassandra", "cassandra");
    private static final Duration START_WAIT = Duration.ofMinutes(3);
    private static final String REFUSAL =
            "the cluster does not accept the user and password of the address, or wants some";

    @TempDir
    private static Path folder;

    private static TestPorts ports;
    private static TestNode node;
    private static final int NEWER = SchemaFile.VERSION + 1;
    private static final int INSTANCES = 3;

    private static UnknownOutcome unknown() {
        return new UnknownOutcome("not told", new IllegalStateException());
    }

    /**
     * Performs a write whose attempts come to this, one after the other.
     *
     * @param attempts true, false, or an exception
     * @param wasDone what is known later of an unconfirmed one
     */
    private static boolean isDone(Deque<Object> attempts, Optional<Boolean> wasDone, Duration wait) {
        return ConditionalWrite.isDone(
                () -> {
                    Object outcome = attempts.remove();
                    if (outcome instanceof RuntimeException error) {
                        throw error;
                    }
                    return (Boolean) outcome;
                },
                () -> wasDone,
                wait);
    }

    private static boolean isDone(Optional<Boolean> wasDone, Object... attempts) {
        return isDone(new ArrayDeque<>(Arrays.asList(attempts)), wasDone, LONG);
    }

    @Test
    void whatTheClusterTellsCounts() {
        assertTrue(isDone(Optional.empty(), true));
        assertFalse(isDone(Optional.of(true), false), "nothing was unconfirmed");
    }

    @Test
    void afterAnUnknownOutcomeItIsAskedAgain() {
        assertTrue(isDone(Optional.empty(), unknown(), true));
        assertTrue(isDone(Optional.of(true), unknown(), false), "the first attempt's");
        assertFalse(isDone(Optional.of(false), unknown(), unknown(), false), "another's");
        assertThrows(UnknownOutcome.class, () -> isDone(Optional.empty(), unknown(), false, true));
    }

    @Test
    void itIsAskedEightTimesAtMostAndThreeTimesIfThatTakesLong() {
        Deque<Object> attempts = new ArrayDeque<>(Collections.nCopies(10, unknown()));

        assertThrows(UnknownOutcome.class, () -> isDone(attempts, Optional.empty(), LONG));
        assertEquals(2, attempts.size());
        attempts.addAll(Collections.nCopies(8, unknown()));
        assertThrows(UnknownOutcome.class, () -> isDone(attempts, Optional.empty(), Duration.ZERO));
        assertEquals(7, attempts.size());
    }

    @Test
    void aRefusalAfterAnUnknownOutcomeDoesNotMakeItKnown() {
        StoreUnavailable refused = new StoreUnavailable("too few nodes");

        assertSame(refused, assertThrows(StoreUnavailable.class, () -> isDone(Optional.empty(), refused)));
        UnknownOutcome unknown = unknown();
        assertSame(unknown, assertThrows(UnknownOutcome.class, () -> isDone(Optional.empty(), unknown, refused)));
    }

    @BeforeAll
    static void start() throws InterruptedException {
        TestNode.compileMain();
        ports = TestPorts.free();
        node = TestNode.withLogins(folder, ports);
        node.start();
        long deadline = System.nanoTime() + START_WAIT.toNanos();
        while (!isUp()) {
            if (!node.isRunning() || System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "the Cassandra node does not start; its last words:\n" + node.lastWords());
            }
            Thread.sleep(250); // a process that starts cannot be waited for otherwise
        }
    }

    @AfterAll
    static void end() {
        node.kill();
    }

    private static boolean isUp() {
        try {
            open(RIGHT).close();
            return true;
        } catch (StoreUnavailable | StoreRefused notYet) {
            return false;
        }
    }

    private static OpenStore open(CassandraUrl.@Nullable Login login) {
        CassandraUrl url = new CassandraUrl(List.of(node.address()), ports.clients(), "login", null, 1, login, false);
        return CassandraRecordStore.open(
                url, CassandraSettings.defaults(), InstantSource.system(), TestCodec.CODECS, RecordKinds.TABLES);
    }

    @Test
    void theRightPasswordOpensTheStore() {
        try (OpenStore store = open(RIGHT)) {
            assertEquals("one", store.accounts().keepInstallationFact("fact", "one"));
        }
    }

    @Test
    void anotherPasswordAndNoneAreRefused() {
        StoreRefused wrong = assertThrows(StoreRefused.class, () -> open(new CassandraUrl.Login("cassandra", "other")));
        StoreRefused missing = assertThrows(StoreRefused.class, () -> open(null));
        StoreRefused withoutPassword =
                assertThrows(StoreRefused.class, () -> open(new CassandraUrl.Login("cassandra", null)));

        assertEquals(REFUSAL, wrong.getMessage());
        assertEquals(REFUSAL, missing.getMessage());
        assertEquals(
                "the address has a user, but no password: add it, or set CASSANDRA_PASSWORD",
                withoutPassword.getMessage());
    }

    @Test
    void instancesThatStartAtOnceOnNothingMakeOneSchema() throws Exception {
        TestCluster.started();
        List<OpenStore> stores = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<OpenStore>> opening = new ArrayList<>();
            for (int i = 0; i < INSTANCES; i++) {
                opening.add(threads.submit(() -> CassandraStores.open("made_at_once")));
            }
            for (Future<OpenStore> one : opening) {
                stores.add(one.get());
            }
            for (int i = 0; i < INSTANCES; i++) {
                stores.get(i).evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A-" + i)))), NOON);
            }
            for (OpenStore store : stores) {
                for (int i = 0; i < INSTANCES; i++) {
                    assertEquals(
                            order("A-" + i),
                            store.evidence()
                                    .order(SHOP, id("A-" + i))
                                    .orElseThrow()
                                    .order());
                }
            }
        } finally {
            stores.forEach(OpenStore::close);
        }
    }

    @Test
    void aNewerSchemaIsRefused() {
        CassandraStores.open("newer").close();
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url("newer"));
        try (CqlSession session = Connection.open(url, CassandraSettings.defaults())) {
            session.execute(SimpleStatement.newInstance(
                            "INSERT INTO newer.schema_versions (version, migrated_at) VALUES (" + NEWER + ", 0)")
                    .setConsistencyLevel(ConsistencyLevel.QUORUM));
        }

        StoreRefused refused = assertThrows(StoreRefused.class, () -> CassandraStores.open("newer"));

        assertEquals(
                "the store has schema version " + NEWER + ", this program knows up to " + SchemaFile.VERSION
                        + "; start the newer program that wrote it",
                refused.getMessage());
    }

    @Test
    void aDataCentreThatIsNotThereIsRefused() {
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url("contract") + "?dc=moon");

        StoreRefused refused =
                assertThrows(StoreRefused.class, () -> Connection.open(url, CassandraSettings.defaults()));

        assertEquals("the cluster has no data centre moon, but datacenter1", refused.getMessage());
    }
}
