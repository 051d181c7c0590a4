package org.orderevidence.store.cassandra;

import java.time.Duration;
import java.time.InstantSource;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;

/** A store in a keyspace of the test cluster. */
record CassandraOpenStore(CassandraStore store) implements OpenStore {
    /** Counts are made whenever they are asked for. */
    static CassandraOpenStore open(String keyspace) {
        CassandraSettings defaults = CassandraSettings.defaults();
        CassandraSettings settings = new CassandraSettings(
                defaults.connectWait(),
                defaults.readWait(),
                defaults.writeWait(),
                defaults.requests(),
                defaults.queuedRequests(),
                Duration.ZERO);
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url(keyspace));
        return new CassandraOpenStore(CassandraStore.open(url, settings, InstantSource.system()));
    }

    @Override
    public EvidenceStore evidence() {
        return store.evidence();
    }

    @Override
    public AccountStore accounts() {
        return store.accounts();
    }

    @Override
    public void close() {
        store.close();
    }
}
