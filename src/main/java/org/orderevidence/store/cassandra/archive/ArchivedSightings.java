package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.EvidenceArchive.ArchivedSighting;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.SightingTable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sighting.SightingWrite;

/** Walks over all sightings. */
final class ArchivedSightings {
    private final Cluster cluster;
    private final EvidenceCodec codec;

    ArchivedSightings(Cluster cluster, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec;
    }

    Page<ArchivedSighting> page(@Nullable String after, int limit) {
        Cluster.Part part =
                cluster.readPart(Statement.WALK_SIGHTINGS, WalkPlace.stateOf(WalkPlace.parse(after)), limit);
        List<Found<ArchivedSighting>> found = new ArrayList<>(part.rows().size());
        for (Row row : part.rows()) {
            found.add(found(row));
        }
        return new Page<>(found, WalkPlace.text(part.next(), ""));
    }

    private Found<ArchivedSighting> found(Row row) {
        AccountSpace space = Cells.space(row);
        try {
            KeyedHash customer = Objects.requireNonNull(Cells.key(row, "customer"));
            return new Whole<>(new ArchivedSighting(
                    space,
                    new SightingWrite(
                            customer,
                            Objects.requireNonNull(Cells.key(row, "ip_key")),
                            SightingTable.sighting(codec, space, customer, row))));
        } catch (DocumentTooNew tooNew) {
            return damaged(space, row, String.valueOf(tooNew.getMessage()));
        } catch (IllegalArgumentException | IllegalStateException | UnreadableDocument unreadable) {
            return damaged(space, row, "its cell cannot be read");
        }
    }

    private static Damaged<ArchivedSighting> damaged(AccountSpace space, Row row, String fault) {
        return new Damaged<>(space, "sighting of minute " + row.getLong("minute") + " since 1970", fault);
    }
}
