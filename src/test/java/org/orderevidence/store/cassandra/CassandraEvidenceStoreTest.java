package org.orderevidence.store.cassandra;

import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.Sightings.SightingSearch;
import org.orderevidence.store.Sightings.SightingWrite;
import org.orderevidence.store.TestCodec;

/** Cassandra keeps the contract: three nodes, replication 3. One store for all tests, in which each has names of its own. */
@Tag("slow")
final class CassandraEvidenceStoreTest implements EvidenceStoreContract {
    private static final String KEYSPACE = "contract";

    private static OpenStore open;
    private static boolean closed;

    private FreshNames names = FreshNames.in(open.records());

    @BeforeAll
    static void start() {
        open = CassandraStores.open(KEYSPACE);
    }

    @BeforeEach
    void begin() {
        if (closed) {
            reopen();
        }
    }

    @AfterAll
    static void end() {
        open.close();
    }

    @Override
    public void close() {
        open.close();
        closed = true;
    }

    @Override
    public void reopen() {
        open.close();
        open = CassandraStores.open(KEYSPACE);
        names = new FreshNames(open.records(), names.prefix());
        closed = false;
    }

    @Override
    public EvidenceStore store() {
        return new EvidenceStore(names, TestCodec.CODEC);
    }

    @Override
    public void track(AccountSpace space, SightingWrite sighting) {
        new Sightings(names, open.sealer()).track(space, sighting);
    }

    @Override
    public List<List<IpSighting>> sightings(AccountSpace space, List<SightingSearch> searches) {
        return new Sightings(names, open.sealer()).nearest(space, searches);
    }

    @Override
    public PendingStore pending() {
        return open.pending();
    }

    @Override
    public RecordStore records() {
        return open.records();
    }

    @Override
    public AccountStore accounts() {
        return new AccountStore(names, InstantSource.system());
    }

    @Override
    public void damage(AccountSpace space, OrderId order) {
        TestCluster.started().damage(KEYSPACE, Cells.space(names.named(space)), order.value());
    }

    @Override
    public boolean countsExactly() {
        return false;
    }

    @Override
    public boolean showsOneState() {
        return false;
    }

    @Override
    public boolean readsHistoryWithOrder() {
        return false;
    }
}
