package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.cassandra.archive.WalkPlace;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.IntegrationTable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.integration.IntegrationCodec;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;

/** Records of integrations, in a keyspace. */
final class CassandraIntegrationStore implements IntegrationStore {
    private final Cluster cluster;
    private final IntegrationCodec codec;
    private final IntegrationTable table;

    CassandraIntegrationStore(Cluster cluster, InstantSource clock, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec.integrations();
        this.table = new IntegrationTable(cluster, clock, this.codec);
    }

    @Override
    public boolean add(IntegrationRecord record) {
        return table.add(record);
    }

    @Override
    public boolean replace(IntegrationRecord before, IntegrationRecord after) {
        return table.replace(before, after);
    }

    @Override
    public void remove(RecordKey key) {
        table.remove(key);
    }

    @Override
    public Optional<IntegrationRecord> read(RecordKey key) {
        return table.read(key);
    }

    @Override
    public Listing group(String group, @Nullable String after, int limit) {
        IntegrationStore.requirePage(limit);
        return table.group(group, after, limit);
    }

    @Override
    public List<Head> heads(String group, @Nullable String after, int limit) {
        IntegrationStore.requirePage(limit);
        return table.heads(group, after, limit);
    }

    @Override
    public List<Due> due(Instant now, @Nullable Due after, int limit) {
        IntegrationStore.requirePage(limit);
        return table.due(now, after, limit);
    }

    /** Nothing to do: rows end by themselves. */
    @Override
    public int expire(Instant now) {
        return 0;
    }

    @Override
    public Page<IntegrationRecord> walk(@Nullable String after, int limit) {
        IntegrationStore.requirePage(limit);
        Cluster.Part part = cluster.readPart(
                Statement.WALK_INTEGRATION_RECORDS,
                WalkPlace.stateOf(WalkPlace.parse(after)),
                Math.min(limit, MAX_WALKED));
        List<Found<IntegrationRecord>> found = new ArrayList<>(part.rows().size());
        for (Row row : part.rows()) {
            found.add(found(row));
        }
        return new Page<>(found, WalkPlace.text(part.next(), ""));
    }

    private Found<IntegrationRecord> found(Row row) {
        try {
            return new Whole<>(IntegrationTable.record(codec, row));
        } catch (IllegalArgumentException | IllegalStateException | UnreadableDocument | DocumentTooNew unreadable) {
            return new Damaged<>(
                    Cells.space(row), "a record of an integration", String.valueOf(unreadable.getMessage()));
        }
    }
}
