package org.orderevidence.store.cassandra;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.TestCodec;

/** Opens stores in the test cluster, which is started for it. */
public final class CassandraStores {

    private CassandraStores() {}

    /**
     * A store in a keyspace, which is made when there is none; holds what it held. Its counts are made whenever they are
     * asked for.
     */
    public static OpenStore open(String keyspace) {
        return open(keyspace, InstantSource.system());
    }

    /** The same with these kinds of records. */
    static OpenStore open(String keyspace, List<Kind> kinds) {
        return open(keyspace, InstantSource.system(), TestCodec.CODECS, kinds);
    }

    /** The same by another clock. */
    static OpenStore open(String keyspace, InstantSource clock) {
        return open(keyspace, clock, TestCodec.CODECS, RecordKinds.TABLES);
    }

    /**
     * One whose records belong to another secret than that of the tests.
     *
     * @param now the time for a service that uses this store: a row ends when it should by this time
     */
    public static OpenStore open(String keyspace, Function<AccountStore, EvidenceCodec> codecs, Instant now) {
        InstantSource system = InstantSource.system();
        InstantSource clock = InstantSource.offset(system, Duration.between(system.instant(), now));
        return open(keyspace, clock, codecs, RecordKinds.TABLES);
    }

    private static OpenStore open(
            String keyspace, InstantSource clock, Function<AccountStore, EvidenceCodec> codecs, List<Kind> kinds) {
        CassandraSettings defaults = CassandraSettings.defaults();
        CassandraSettings settings = new CassandraSettings(
                defaults.connectWait(),
                defaults.readWait(),
                defaults.writeWait(),
                defaults.requests(),
                defaults.queuedRequests(),
                Duration.ZERO);
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url(keyspace));
        return CassandraRecordStore.open(url, settings, clock, codecs, kinds);
    }
}
