package org.orderevidence.store.cassandra;

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
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.SightingSearch;
import org.orderevidence.store.SightingWrite;

/** Cassandra keeps the contract: three nodes, replication 3. One store for all tests, in which each has names of its own. */
@Tag("slow")
final class CassandraEvidenceStoreTest implements EvidenceStoreContract {
    private static final String KEYSPACE = "contract";

    private static CassandraStore open;
    private static boolean closed;

    private final FreshNames names = new FreshNames();

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
        closed = false;
    }

    @Override
    public EvidenceStore store() {
        return names.evidence(open);
    }

    @Override
    public void track(AccountSpace space, SightingWrite sighting) {
        open.sightings().track(names.named(space), sighting);
    }

    @Override
    public List<List<IpSighting>> sightings(AccountSpace space, List<SightingSearch> searches) {
        return open.sightings().nearest(names.named(space), searches);
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
        return names.accounts(open);
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
