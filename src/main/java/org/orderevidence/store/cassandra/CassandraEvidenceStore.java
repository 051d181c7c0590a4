package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.outcome.FactOutcome;
import org.orderevidence.order.outcome.OrderOutcome;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.PartWrite;
import org.orderevidence.store.SealedRecords;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.cassandra.archive.CassandraArchive;
import org.orderevidence.store.cassandra.archive.SealedRows;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.cassandra.table.FactWrites;
import org.orderevidence.store.cassandra.table.HistoryTable;
import org.orderevidence.store.cassandra.table.OrderCounts;
import org.orderevidence.store.cassandra.table.OrderList;
import org.orderevidence.store.cassandra.table.OrderLocks;
import org.orderevidence.store.cassandra.table.OrderReads;
import org.orderevidence.store.cassandra.table.OrderRows;
import org.orderevidence.store.cassandra.table.OrderWrites;

/** The evidence in a Cassandra cluster. */
final class CassandraEvidenceStore implements EvidenceStore {
    private static final System.Logger LOG = System.getLogger(CassandraEvidenceStore.class.getName());

    private static final int MAX_WRITES = 1_000;
    private static final int MAX_ORDERS = 100;
    private static final int MAX_RANGES = 3;
    private static final int MAX_HISTORY = 100_000;
    private static final int MAX_SKIP = 10_000;

    private final Cluster cluster;
    private final OrderReads reads;
    private final OrderWrites writes;
    private final FactWrites facts;
    private final HistoryTable history;
    private final OrderList list;
    private final OrderCounts counts;

    private final CassandraArchive archive;
    private final SealedRecords sealed;

    CassandraEvidenceStore(Cluster cluster, CassandraSettings settings, InstantSource clock, EvidenceCodec codec) {
        this.cluster = cluster;
        this.reads = new OrderReads(cluster, codec);
        this.history = new HistoryTable(cluster, reads);
        this.list = new OrderList(cluster, reads);
        OrderLocks locks = new OrderLocks();
        OrderRows rows = new OrderRows(cluster, reads, history, list);
        this.writes = new OrderWrites(reads, rows, locks);
        this.facts = new FactWrites(cluster, reads, rows, writes, history, locks);
        this.counts = new OrderCounts(list::count, clock, settings.countAge());
        this.archive = new CassandraArchive(cluster, reads, rows, writes, locks, clock, codec);
        this.sealed = new SealedRows(cluster, codec);
    }

    /** All of this evidence at once. Writes of one order here and there go one by one. */
    EvidenceArchive archive() {
        return archive;
    }

    SealedRecords sealedRecords() {
        return sealed;
    }

    @Override
    public List<OrderOutcome> put(AccountSpace space, List<PartWrite> orders, Instant now) {
        require(orders.size() <= MAX_WRITES, "at most " + MAX_WRITES + " orders are put at a time");
        return writes.put(space, orders, now);
    }

    @Override
    public FactOutcome putDispute(
            AccountSpace space, OrderId order, Dispute dispute, @Nullable Long version, Instant now) {
        return facts.put(space, order, FactWrites.Offered.of(dispute, version), Times.micros(now));
    }

    @Override
    public FactOutcome replaceDispute(
            AccountSpace space, OrderId order, @Nullable Dispute before, Dispute dispute, Instant now) {
        return facts.replace(
                space,
                order,
                before == null ? null : FactWrites.Offered.of(before, null),
                FactWrites.Offered.of(dispute, null),
                Times.micros(now));
    }

    @Override
    public FactOutcome putFraudReport(
            AccountSpace space, OrderId order, FraudReport report, @Nullable Long version, Instant now) {
        return facts.put(space, order, FactWrites.Offered.of(report, version), Times.micros(now));
    }

    @Override
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        return parts(space, id).map(OrderParts::order);
    }

    /** An order whose record does not list its parts was left between two writes: its rows are written again. */
    @Override
    public Optional<OrderParts> parts(AccountSpace space, OrderId id) {
        OrderReads.Held held = reads.held(space, id);
        if (held == null) {
            return Optional.empty();
        }
        Optional<OrderParts> order = held.toOrder();
        if (order.isPresent() && !held.isComposed()) {
            repair(space, id);
        }
        return order;
    }

    private void repair(AccountSpace space, OrderId id) {
        try {
            writes.compose(space, id);
        } catch (StoreUnavailable | UnknownOutcome later) {
            LOG.log(System.Logger.Level.DEBUG, "the rows of an order will be repaired by a later read", later);
        }
    }

    /** The history is in another partition: it would be a second read here as well. */
    @Override
    public Optional<OrderInHistory> orderInHistory(
            AccountSpace space, OrderId id, int daysBefore, int daysAfter, int limit) {
        return order(space, id).map(order -> new OrderInHistory(order, null));
    }

    @Override
    public Map<OrderId, StoredOrder> orders(AccountSpace space, Collection<OrderId> ids) {
        LinkedHashSet<OrderId> distinct = new LinkedHashSet<>(ids);
        require(distinct.size() <= MAX_ORDERS, "at most " + MAX_ORDERS + " orders are read at a time");
        return reads.orders(space, List.copyOf(distinct));
    }

    @Override
    public List<HistoryRow> history(AccountSpace space, KeyedHash credential, List<DayRange> ranges, int limit) {
        require(ranges.size() <= MAX_RANGES, "at most " + MAX_RANGES + " ranges are read at a time");
        require(limit >= 1 && limit <= MAX_HISTORY, "1 to " + MAX_HISTORY + " rows are read at a time");
        return ranges.isEmpty() ? List.of() : history.rows(space, credential, ranges, limit);
    }

    @Override
    public boolean historyMayLag() {
        return true;
    }

    @Override
    public List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        require(skip >= 0 && skip <= MAX_SKIP, "0 to " + MAX_SKIP + " orders are passed over");
        require(limit >= 1 && limit <= MAX_PAGE, "a page has 1 to " + MAX_PAGE + " orders");
        return list.page(space, after, skip, limit);
    }

    @Override
    public List<ListPlace> places(
            AccountSpace space,
            @Nullable OrderReference reference,
            DayRange days,
            boolean ascending,
            @Nullable ListPlace after,
            int limit) {
        require(limit >= 1 && limit <= MAX_PAGE, "a page has 1 to " + MAX_PAGE + " orders");
        return list.places(space, reference, days, ascending, after, limit);
    }

    @Override
    public OrderCount count(AccountSpace space) {
        return counts.count(space);
    }

    @Override
    public void probe(Instant now) {
        cluster.write(Statement.WRITE_PROBE, Times.micros(now));
        Row row = cluster.readOne(Statement.READ_PROBE);
        if (row == null) {
            throw new StoreUnavailable("what was written could not be read back");
        }
    }

    @Override
    public void close() {
        cluster.close();
    }

    private static void require(boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(rule);
        }
    }
}
