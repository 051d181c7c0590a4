package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.PendingStore.ArchivedPending;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.PendingTable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** Walks over facts that wait for their order. */
public final class ArchivedPendingFacts {
    private final Cluster cluster;
    private final EvidenceCodec codec;

    public ArchivedPendingFacts(Cluster cluster, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec;
    }

    /** Returns one page of the walk. */
    public Page<ArchivedPending> page(@Nullable String after, int limit) {
        Cluster.Part part = cluster.readPart(Statement.WALK_PENDING, WalkPlace.stateOf(WalkPlace.parse(after)), limit);
        List<Found<ArchivedPending>> found = new ArrayList<>(part.rows().size());
        for (Row row : part.rows()) {
            found.add(found(row));
        }
        return new Page<>(found, WalkPlace.text(part.next(), ""));
    }

    private Found<ArchivedPending> found(Row row) {
        AccountSpace space = Cells.space(row);
        try {
            return new Whole<>(new ArchivedPending(space, PendingTable.fact(codec, space, row)));
        } catch (IllegalArgumentException | IllegalStateException | UnreadableDocument | DocumentTooNew unreadable) {
            return new Damaged<>(space, "a pending fact", String.valueOf(unreadable.getMessage()));
        }
    }
}
