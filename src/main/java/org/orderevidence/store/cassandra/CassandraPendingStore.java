package org.orderevidence.store.cassandra;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.order.pending.PendingKey;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.table.PendingTable;

/** Stores facts that wait for their order in a keyspace. */
final class CassandraPendingStore implements PendingStore {
    private final PendingTable table;

    CassandraPendingStore(Cluster cluster, EvidenceCodec codec) {
        this.table = new PendingTable(cluster, codec);
    }

    @Override
    public boolean put(AccountSpace space, PendingFact fact) {
        return table.put(space, fact);
    }

    @Override
    public List<PendingFact> of(AccountSpace space, List<OrderReference> references, int limit) {
        PendingStore.requireLookup(references, limit);
        return table.of(space, references, limit);
    }

    @Override
    public Listing page(AccountSpace space, @Nullable PendingKey after, int limit) {
        PendingStore.requirePage(limit);
        return table.page(space, after, limit);
    }

    @Override
    public void end(AccountSpace space, PendingKey key, long version) {
        table.end(space, key, version);
    }

    /** Nothing to do: rows end by themselves. */
    @Override
    public void expire(AccountSpace space, Instant before) {}

    @Override
    public List<AccountSpace> spaces(@Nullable AccountSpace after, int limit) {
        PendingStore.requireSpaces(limit);
        return table.spaces(after, limit);
    }

    @Override
    public void endSpace(AccountSpace space, Instant now) {
        table.endSpace(space, now);
    }

}
