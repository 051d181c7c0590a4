package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.cassandra.cluster.Cells;

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

    /** A walk over everything should not have to pass what all other tests left. */
    @BeforeEach
    void begin(TestInfo test) {
        if (closed) {
            reopen();
        }
        if (test.getTestMethod()
                .map(Method::getDeclaringClass)
                .orElseThrow()
                .getSimpleName()
                .startsWith("ArchiveWalk")) {
            TestCluster.started().empty(KEYSPACE);
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
    public PendingStore pending() {
        return open.pending();
    }

    @Override
    public AccountStore accounts() {
        return names.accounts(open);
    }

    @Override
    public EvidenceArchive archive() {
        return names.archive(open);
    }

    @Override
    public void damage(AccountSpace space, OrderId order) {
        TestCluster.started().damage(KEYSPACE, Cells.space(names.named(space)), order.value());
    }

    private static KeyRow apiKey(String id, String hash) {
        return new KeyRow(id, facts(hash), "shop", AccountSpace.Mode.LIVE, Set.of("read"), NOON, null);
    }

    /** Otherwise, a page would be short, and its reader would take it for the last. */
    @Test
    void aListedKeyThatDoesNotExistIsLeftOutAndDoesNotCount() {
        List<KeyRow> keys = List.of(apiKey("a", "1"), apiKey("b", "2"), apiKey("c", "3"), apiKey("d", "4"));
        keys.forEach(accounts()::createKey);

        TestCluster.started().loseOldestKey(KEYSPACE, names.named(KEYS).account(), "live");

        assertEquals(keys.subList(1, 3), accounts().keys(KEYS, null, 2));
        assertEquals(keys.subList(3, 4), accounts().keys(KEYS, keys.get(2), 2));
    }

    @Test
    void aKeyIsListedOnlyUnderItsIdAndInItsAccount() {
        KeyRow key = apiKey("a", "1");
        accounts().createKey(key);
        String shop = names.named(KEYS).account();
        AccountSpace other = new AccountSpace("other", AccountSpace.Mode.LIVE);

        TestCluster.started().listOldestKey(KEYSPACE, shop, "live", shop);
        TestCluster.started()
                .listOldestKey(KEYSPACE, shop, "live", names.named(other).account());

        assertEquals(List.of(key), accounts().keys(KEYS, null, 10));
        assertEquals(List.of(), accounts().keys(KEYS, key, 10));
        assertEquals(List.of(), accounts().keys(other, null, 10));
    }

    @Test
    void aKeyThatExistsIsListedAgainWhenItIsCreatedAgain() {
        KeyRow key = apiKey("a", "1");
        accounts().createKey(key);
        TestCluster.started().loseKeyList(KEYSPACE, names.named(KEYS).account(), "live");
        assertEquals(List.of(), accounts().keys(KEYS, null, 10));

        assertFalse(accounts().createKey(apiKey("b", "1")), "an import has a new ID each time");

        assertEquals(List.of(key), accounts().keys(KEYS, null, 10));
        assertEquals(Optional.empty(), accounts().key("shop", "b"));
        assertEquals(1, accounts().countKeys(KEYS));
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
