package org.orderevidence.transfer;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.store.cassandra.TestCluster;

/** A new derivation for a keyspace. */
@Tag("slow")
final class CassandraDerivationTest implements DerivationContract {
    private static final String KEYSPACE = "derivation";

    @BeforeEach
    void emptyTheKeyspace() {
        TestCluster.started().empty(KEYSPACE);
    }

    @Override
    public String store() {
        return TestCluster.started().url(KEYSPACE);
    }
}
