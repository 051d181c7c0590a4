package org.orderevidence.store.cassandra;

import org.junit.jupiter.api.Tag;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.OpenStore;

/** Cassandra keeps the contract: three nodes, replication 3. */
@Tag("slow")
final class CassandraEvidenceStoreTest extends EvidenceStoreContract {
    private static final String KEYSPACE = "contract";

    private boolean isEmptied;

    @Override
    protected OpenStore open() {
        if (!isEmptied) {
            TestCluster.started().empty(KEYSPACE);
            isEmptied = true;
        }
        return CassandraOpenStore.open(KEYSPACE);
    }
}
