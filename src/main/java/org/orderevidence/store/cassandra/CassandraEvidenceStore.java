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
import org.orderevidence.order.IpSighting;
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
import org.orderevidence.store.cassandra.table.SightingTable;
import org.orderevidence.store.record.RecordCount;
import org.orderevidence.store.sighting.SightingSearch;
import org.orderevidence.store.sighting.SightingWrite;

/** The evidence in a Cassandra cluster. */
final class CassandraEvidenceStore {
    private static final System.Logger LOG = System.getLogger(CassandraEvidenceStore.class.getName());

    private static final int MAX_WRITES = 1_000;
    private static final int MAX_ORDERS = 100;
    private static final int MAX_RANGES = 3;
    private static final int MAX_HISTORY = 100_000;
    private static final int MAX_SEARCHES = 1_001;
    private static final int MAX_SKIP = 10_000;

    private final Cluster cluster;
    private final OrderReads reads;
    private final OrderWrites writes;
    private final FactWrites facts;
    private final HistoryTable history;
    private final SightingTable sightings;
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
        this.sightings = new SightingTable(cluster, codec, clock);
        this.counts = new OrderCounts(list::count, clock, settings.countAge());
        this.archive = new CassandraArchive(cluster, reads, rows, writes, locks, clock, codec);
        this.sealed = new SealedRows(cluster, codec, sightings);
    }

    /** All of this evidence at once. Writes of one order here and there go one by one. */
    EvidenceArchive archive() {
        return archive;
    }

    SealedRecords sealedRecords() {
        return sealed;
    }
}
