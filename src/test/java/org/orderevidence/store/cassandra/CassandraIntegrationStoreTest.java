package org.orderevidence.store.cassandra;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.IntegrationStoreContract;

/** Cassandra keeps the contract. */
@Tag("slow")
final class CassandraIntegrationStoreTest implements IntegrationStoreContract {
    private static final String KEYSPACE = "integrations";

    private static CassandraStore open;

    @BeforeAll
    static void start() {
        open = CassandraStores.open(KEYSPACE);
    }

    @AfterAll
    static void end() {
        open.close();
    }

    @Override
    public void reopen() {
        open.close();
        open = CassandraStores.open(KEYSPACE);
    }

    @Override
    public IntegrationStore integrations() {
        return open.integrations();
    }
}
