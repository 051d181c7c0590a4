package org.orderevidence.store.cassandra;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;

/** Cassandra keeps the contract: three nodes, replication 3. */
@Tag("slow")
final class CassandraEvidenceStoreTest implements EvidenceStoreContract {
    private static final String KEYSPACE = "contract";

    private CassandraStore open;

    @BeforeEach
    void begin() {
        TestCluster.started().empty(KEYSPACE);
        open();
    }

    private void open() {
        open = CassandraStores.open(KEYSPACE);
    }

    @AfterEach
    @Override
    public void close() {
        open.close();
    }

    @Override
    public void reopen() {
        close();
        open();
    }

    @Override
    public EvidenceStore store() {
        return open.evidence();
    }

    @Override
    public AccountStore accounts() {
        return open.accounts();
    }

    @Override
    public EvidenceArchive archive() {
        return open.archive();
    }

    @Override
    public void damage(AccountSpace space, OrderId order) {
        TestCluster.started().damage(KEYSPACE, Cells.space(space), order.value());
    }

    @Override
    public boolean countsExactly() {
        return false;
    }

    @Override
    public boolean showsOneState() {
        return false;
    }
}
