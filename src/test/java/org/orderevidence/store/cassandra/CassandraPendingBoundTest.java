package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.OTHER;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.cassandra.cluster.Cells;

/** The bound of pending facts in Cassandra: a sixteenth of the room of a space in each of 16 partitions. */
@Tag("slow")
final class CassandraPendingBoundTest {
    private static final String KEYSPACE = "pending_bound";
    private static final int PARTITIONS = 16;

    /** Enough that some are in each partition. */
    private static final int CHARGES = 160;

    /** Facts of one charge are in one partition. */
    private static PendingFact fact(String charge, String id, long version) {
        PendingFact.Reference reference = new PendingFact.Reference(
                new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, key(charge)), new PersonalText("ch_1"));
        return PendingFact.of(reference, report(id), Source.of(Platform.STRIPE, "main"), version, NOON);
    }

    @Test
    void aFullPartitionRefusesAnotherFactAndStillReplacesOne() {
        TestCluster.started().empty(KEYSPACE);
        try (CassandraStore open = CassandraStores.open(KEYSPACE)) {
            PendingStore pending = open.pending();
            assertTrue(pending.put(SHOP, fact("charge", "F-1", 1)));
            TestCluster.started().fillPending(KEYSPACE, Cells.space(SHOP), PendingStore.MAX_FACTS / PARTITIONS - 2);
            assertTrue(pending.put(SHOP, fact("charge", "F-0", 1)), "the last one that fits");

            assertFalse(pending.put(SHOP, fact("charge", "F-2", 1)), "it is full");
            assertTrue(pending.put(SHOP, fact("charge", "F-1", 2)), "a newer state needs no more room");
            assertTrue(pending.put(OTHER, fact("charge", "F-2", 1)), "another space has its own room");
            long accepted = IntStream.range(0, CHARGES)
                    .filter(i -> pending.put(SHOP, fact("charge " + i, "F", 1)))
                    .count();
            assertTrue(accepted > CHARGES * 3 / 4 && accepted < CHARGES, () -> accepted + " in the other partitions");

            pending.end(SHOP, fact("charge", "F-1", 1).key(), 1);
            assertFalse(pending.put(SHOP, fact("charge", "F-2", 1)), "the newer state is still there");
            pending.end(SHOP, fact("charge", "F-1", 2).key(), 2);
            assertTrue(pending.put(SHOP, fact("charge", "F-2", 1)));
        }
    }
}
