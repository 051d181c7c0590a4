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
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.SightingSearch;
import org.orderevidence.store.SightingWrite;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.cassandra.archive.CassandraArchive;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.cassandra.table.FactKind;
import org.orderevidence.store.cassandra.table.FactWrites;
import org.orderevidence.store.cassandra.table.HistoryTable;
import org.orderevidence.store.cassandra.table.OrderCounts;
import org.orderevidence.store.cassandra.table.OrderList;
import org.orderevidence.store.cassandra.table.OrderLocks;
import org.orderevidence.store.cassandra.table.OrderReads;
import org.orderevidence.store.cassandra.table.OrderRows;
import org.orderevidence.store.cassandra.table.OrderWrites;
import org.orderevidence.store.cassandra.table.SightingTable;
import org.orderevidence.store.document.FactDocument;

/** The evidence in a Cassandra cluster. */
final class CassandraEvidenceStore implements EvidenceStore {
    private static final int MAX_WRITES = 1_000;
    private static final int MAX_ORDERS = 100;
    private static final int MAX_RANGES = 3;
    private static final int MAX_HISTORY = 100_000;
    private static final int MAX_SEARCHES = 1_001;
    private static final int MAX_SKIP = 10_000;
    private static final int MAX_PAGE = 100;

    private final Cluster cluster;
    private final OrderReads reads;
    private final OrderWrites writes;
    private final FactWrites facts;
    private final HistoryTable history;
    private final SightingTable sightings;
    private final OrderList list;
    private final OrderCounts counts;

    private final CassandraArchive archive;

    CassandraEvidenceStore(Cluster cluster, CassandraSettings settings, InstantSource clock) {
        this.cluster = cluster;
        this.reads = new OrderReads(cluster);
        this.history = new HistoryTable(cluster, reads);
        this.list = new OrderList(cluster, reads);
        OrderLocks locks = new OrderLocks();
        OrderRows rows = new OrderRows(cluster, reads, history, list);
        this.writes = new OrderWrites(reads, rows, locks);
        this.facts = new FactWrites(cluster, reads, history, locks, clock);
        this.sightings = new SightingTable(cluster, clock);
        this.counts = new OrderCounts(list, clock, settings.countAge());
        this.archive = new CassandraArchive(cluster, reads, rows, locks, clock);
    }

    /** All of this evidence at once. Writes of one order here and there go one after the other. */
    EvidenceArchive archive() {
        return archive;
    }

    @Override
    public void track(AccountSpace space, SightingWrite sighting) {
        sightings.keep(Cells.space(space), sighting);
    }

    @Override
    public List<OrderOutcome> put(AccountSpace space, List<OrderWrite> orders, Instant now) {
        require(orders.size() <= MAX_WRITES, "at most " + MAX_WRITES + " orders are put at a time");
        return writes.put(Cells.space(space), orders, now);
    }

    @Override
    public FactOutcome putDispute(AccountSpace space, OrderId order, Dispute dispute) {
        byte[] document = FactDocument.encode(dispute);
        return facts.put(Cells.space(space), order.value(), FactKind.DISPUTE, dispute.disputeId(), document);
    }

    @Override
    public FactOutcome putFraudReport(AccountSpace space, OrderId order, FraudReport report) {
        byte[] document = FactDocument.encode(report);
        return facts.put(Cells.space(space), order.value(), FactKind.REPORT, report.reportId(), document);
    }

    @Override
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        return Optional.ofNullable(reads.held(Cells.space(space), id.value())).map(OrderReads.Held::toStored);
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
        return reads.orders(Cells.space(space), List.copyOf(distinct));
    }

    @Override
    public List<HistoryRow> history(AccountSpace space, KeyedHash credential, List<DayRange> ranges, int limit) {
        require(ranges.size() <= MAX_RANGES, "at most " + MAX_RANGES + " ranges are read at a time");
        require(limit >= 1 && limit <= MAX_HISTORY, "1 to " + MAX_HISTORY + " rows are read at a time");
        return ranges.isEmpty() ? List.of() : history.rows(Cells.space(space), credential, ranges, limit);
    }

    @Override
    public boolean historyMayLag() {
        return true;
    }

    @Override
    public List<List<IpSighting>> sightings(AccountSpace space, List<SightingSearch> searches) {
        require(searches.size() <= MAX_SEARCHES, "at most " + MAX_SEARCHES + " searches are made at a time");
        return sightings.nearest(Cells.space(space), searches);
    }

    @Override
    public List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        require(skip >= 0 && skip <= MAX_SKIP, "0 to " + MAX_SKIP + " orders are passed over");
        require(limit >= 1 && limit <= MAX_PAGE, "a page has 1 to " + MAX_PAGE + " orders");
        return list.page(Cells.space(space), after, skip, limit);
    }

    @Override
    public OrderCount count(AccountSpace space) {
        return counts.count(Cells.space(space));
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
