package org.orderevidence.store.cassandra.archive;

import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.OrderLocks;
import org.orderevidence.store.cassandra.table.OrderReads;
import org.orderevidence.store.cassandra.table.OrderRows;
import org.orderevidence.store.cassandra.table.OrderWrites;

/**
 * All of the evidence in a keyspace, in the order of the cluster's ring. A position in a walk is a value from the
 * cluster. It is valid for the same keyspace until its servers are upgraded.
 */
public final class CassandraArchive implements EvidenceArchive {
    private final Cluster cluster;
    private final ArchivedOrders orders;
    private final ArchivedHistory history;
    private final KeptOrders kept;
    private final DerivedRecords derived;
    private final PlainColumns columns;
    private final StrayRows strays;

    public CassandraArchive(
            Cluster cluster,
            OrderReads reads,
            OrderRows rows,
            OrderWrites writes,
            OrderLocks locks,
            InstantSource clock,
            EvidenceCodec codec) {
        this.cluster = cluster;
        this.orders = new ArchivedOrders(cluster, reads);
        this.history = new ArchivedHistory(cluster);
        this.kept = new KeptOrders(reads, rows, locks);
        this.derived = new DerivedRecords(cluster, codec, writes);
        this.columns = new PlainColumns(cluster, codec);
        this.strays = new StrayRows(cluster, reads, clock);
    }

    @Override
    public Page<ArchivedOrder> orders(@Nullable String after, int limit) {
        return orders.page(after, EvidenceArchive.checkedLimit(limit));
    }

    @Override
    public Map<OrderId, Found<ArchivedOrder>> ordersAt(AccountSpace space, Collection<OrderId> ids) {
        return orders.at(space, ids);
    }

    @Override
    public Page<ArchivedRow> history(@Nullable String after, int limit) {
        return history.page(after, EvidenceArchive.checkedLimit(limit));
    }

    @Override
    public List<ArchivedRow> historyAt(List<RowPlace> places) {
        Queue<ArchivedRow> found = new ConcurrentLinkedQueue<>();
        Fanout.forEach(EvidenceArchive.checkedRecords(places), new Failure(), place -> {
            ArchivedRow row = history.at(place);
            if (row != null) {
                found.add(row);
            }
        });
        return List.copyOf(found);
    }

    @Override
    public List<Difference> differences(List<KeptOrder> orders) {
        Queue<Difference> found = new ConcurrentLinkedQueue<>();
        Fanout.forEach(
                EvidenceArchive.checkedRecords(orders),
                new Failure(),
                order -> found.addAll(columns.differences(order)));
        return List.copyOf(found);
    }

    @Override
    public Page<Stray> strays(@Nullable String after, int limit) {
        return strays.page(after, EvidenceArchive.checkedLimit(limit));
    }

    @Override
    public void deleteStray(Stray stray) {
        strays.delete(stray);
    }

    /** At least one order in each space that has had one. The rows of the index by time are compared one by one. */
    @Override
    public List<Claim> claims() {
        Set<AccountSpace> spaces = new LinkedHashSet<>();
        ByteBuffer from = null;
        do {
            Cluster.Part part = cluster.readPart(Statement.WALK_SPACES_OF_MONTHS, from, EvidenceArchive.MAX_PAGE);
            part.rows().forEach(row -> spaces.add(Cells.space(row)));
            from = part.next();
        } while (from != null);
        return spaces.stream().map(space -> new Claim(space, 1, false)).toList();
    }

    /** None: the servers check their files themselves. */
    @Override
    public List<String> engineFaults() {
        return List.of();
    }

    @Override
    public void keepOrders(List<KeptOrder> orders) {
        Failure failure = new Failure();
        Fanout.forEach(EvidenceArchive.checkedRecords(orders), failure, order -> kept.keep(order, failure));
    }

    @Override
    public int derivation() {
        return derived.derivation();
    }

    @Override
    public Derived deriveAgain(@Nullable String after, int limit) {
        return derived.page(after, EvidenceArchive.checkedLimit(limit));
    }

    @Override
    public void deleteHistory(ArchivedRow row) {
        history.delete(row);
    }
}
