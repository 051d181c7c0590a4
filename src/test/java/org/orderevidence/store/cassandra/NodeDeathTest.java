package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.Faults;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/** Nodes are killed, as by a loss of power, and come back. */
@Tag("faults")
final class NodeDeathTest {
    private static final String KEYSPACE = "faults";
    private static final int SOME = 50;
    private static final int FIRST_REFUSED = 1_000_000;
    private static final int NODES = 3;
    private static final int ROUNDS = Faults.rounds(1, 10);

    private TestCluster cluster;

    @BeforeEach
    void begin() {
        cluster = TestCluster.started();
    }

    @Test
    void theDeathOfOneNodeFailsAtMostWhatIsInFlight() {
        AccountSpace space = new AccountSpace("one-node", AccountSpace.Mode.LIVE);
        try (OpenStore store = CassandraStores.open(KEYSPACE);
                Acknowledged writes = new Acknowledged(store, space)) {
            for (int round = 0; round < ROUNDS; round++) {
                writes.awaitMore(SOME);
                cluster.kill(round % NODES);
                writes.awaitMore(2 * SOME);
                cluster.startMissing();
                int failures = writes.failures();
                assertTrue(failures <= (round + 1) * Acknowledged.WRITERS, "failed: " + failures);
            }
            writes.awaitMore(SOME);

            writes.stop();
            assertTrue(writes.failuresInARow() <= 1, "a retry succeeds");
            assertEquals(List.of(), writes.lost(store));
        }
    }

    @Test
    void withoutAMajorityNothingIsAcknowledgedAndAfterARestartOfAllNothingIsLost() {
        AccountSpace space = new AccountSpace("all-nodes", AccountSpace.Mode.LIVE);
        try (OpenStore store = CassandraStores.impatient(KEYSPACE);
                Acknowledged writes = new Acknowledged(store, space)) {
            for (int round = 0; round < ROUNDS; round++) {
                writes.awaitMore(SOME);
                cluster.kill(round % NODES);
                cluster.kill((round + 1) % NODES);
                int acknowledged = writes.acknowledged();
                assertRefused(writes, FIRST_REFUSED + 2 * round);
                assertTrue(writes.acknowledged() <= acknowledged + Acknowledged.WRITERS, "but those in flight");

                cluster.killAll();
                assertRefused(writes, FIRST_REFUSED + 2 * round + 1);

                cluster.startMissing();
                assertEquals(List.of(), writes.lost(store), "round " + round);
            }
            writes.awaitMore(SOME);
            writes.stop();
            assertEquals(List.of(), writes.lost(store));
        }
    }

    private static void assertRefused(Acknowledged writes, int number) {
        try {
            writes.write(number);
        } catch (StoreUnavailable | UnknownOutcome expected) {
            return;
        }
        throw new AssertionError("write " + number + " was acknowledged without a majority of the nodes");
    }
}
