package org.orderevidence.store.cassandra;

import java.time.Duration;
import java.time.InstantSource;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;

/** Opens stores in the test cluster, which is started for it. */
public final class CassandraStores {
    private CassandraStores() {}

    /** A store in a keyspace, which is made when there is none; holds what it held. */
    public static OpenStore openStore(String keyspace) {
        return new Open(open(keyspace));
    }

    /** The same; counts are made whenever they are asked for. */
    static CassandraStore open(String keyspace) {
        CassandraSettings defaults = CassandraSettings.defaults();
        CassandraSettings settings = new CassandraSettings(
                defaults.connectWait(),
                defaults.readWait(),
                defaults.writeWait(),
                defaults.requests(),
                defaults.queuedRequests(),
                Duration.ZERO);
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url(keyspace));
        return CassandraStore.open(url, settings, InstantSource.system());
    }

    private record Open(CassandraStore store) implements OpenStore {
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
}
