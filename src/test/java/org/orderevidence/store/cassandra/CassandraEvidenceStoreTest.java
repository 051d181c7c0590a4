package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.sighting.SightingSearch;
import org.orderevidence.store.sighting.SightingWrite;

/** Cassandra keeps the contract: three nodes, replication 3. One store for all tests, in which each has names of its own. */
@Tag("slow")
final class CassandraEvidenceStoreTest implements EvidenceStoreContract {
    private static final String KEYSPACE = "contract";
    private static final AccountSpace KEYS = new AccountSpace("shop", AccountSpace.Mode.LIVE);

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
    public AccountStore accounts() {
        return names.accounts(open);
    }

    @Override
    public void damage(AccountSpace space, OrderId order) {
        TestCluster.started().damage(KEYSPACE, Cells.space(names.named(space)), order.value());
    }

    /** Rows end by themselves: no sweep deletes what waits too long. */
    @Test
    void aPendingFactEnds550DaysAfterItWasStored() {
        AccountSpace space = names.named(KEYS);
        PendingFact.Reference charge = new PendingFact.Reference(
                new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, key("charge")),
                new PersonalText("ch_1"));
        assertTrue(pending()
                .put(space, PendingFact.of(charge, report("F-1"), Source.of(Platform.STRIPE, "main"), 1, NOON)));

        int life = TestCluster.started().pendingLife(KEYSPACE, Cells.space(space));

        assertTrue(life > Duration.ofDays(549).toSeconds(), () -> life + " s");
        assertTrue(life <= Duration.ofDays(550).toSeconds(), () -> life + " s");
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
