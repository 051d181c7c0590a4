package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/** Nodes are killed, as by a loss of power, and come back. */
@Tag("slow")
@Tag("faults")
final class NodeDeathTest {
    private static final String KEYSPACE = "faults";
    private static final int SOME = 100;
    private static final int FIRST_REFUSED = 1_000_000;

    private TestCluster cluster;

    @BeforeEach
    void begin() {
        cluster = TestCluster.started();
        cluster.empty(KEYSPACE);
    }

    @Test
    void theDeathOfOneNodeFailsAtMostWhatIsInFlight() {
        try (CassandraStore store = CassandraStores.open(KEYSPACE);
                Acknowledged writes = new Acknowledged(store.evidence())) {
            writes.awaitMore(SOME);

            cluster.kill(1);
            writes.awaitMore(2 * SOME);
            cluster.start(1);
            writes.awaitMore(SOME);
            cluster.kill(0);
            writes.awaitMore(2 * SOME);
            cluster.start(0);
            writes.awaitMore(SOME);

            writes.stop();
            assertTrue(writes.failuresInARow() <= 1, "a retry succeeds");
            assertTrue(writes.failures() <= 2 * Acknowledged.WRITERS, "failed: " + writes.failures());
            assertEquals(List.of(), writes.lost(store.evidence()));
        }
    }

    @Test
    void withoutAMajorityNothingIsAcknowledgedAndAfterARestartOfAllNothingIsLost() {
        try (CassandraStore store = CassandraStores.open(KEYSPACE);
                Acknowledged writes = new Acknowledged(store.evidence())) {
            EvidenceStore evidence = store.evidence();
            writes.awaitMore(2 * SOME);
            writes.stop();

            cluster.kill(1);
            cluster.kill(2);
            for (int i = 0; i < 4; i++) {
                assertRefused(evidence, FIRST_REFUSED + i);
            }

            cluster.killAll();
            assertRefused(evidence, FIRST_REFUSED);

            cluster.startMissing();
            assertEquals(List.of(), writes.lost(evidence));
            assertTrue(
                    evidence.order(SHOP, id("A-" + FIRST_REFUSED)).isEmpty(), "it was refused before it was written");
        }
    }

    private static void assertRefused(EvidenceStore store, int number) {
        try {
            Acknowledged.write(store, number);
        } catch (StoreUnavailable | UnknownOutcome expected) {
            return;
        }
        throw new AssertionError("write " + number + " was acknowledged without a majority of the nodes");
    }
}
