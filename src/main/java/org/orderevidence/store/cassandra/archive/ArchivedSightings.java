package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.EvidenceArchive.ArchivedSighting;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.SightingWrite;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.SightingTable;

/** Walks over all sightings. */
final class ArchivedSightings {
    private final Cluster cluster;

    ArchivedSightings(Cluster cluster) {
        this.cluster = cluster;
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

    private static Found<ArchivedSighting> found(Row row) {
        AccountSpace space = Cells.space(row);
        UdtValue sighting = row.getUdtValue("sighting");
        try {
            if (sighting == null) {
                throw Cells.missing("sighting");
            }
            return new Whole<>(new ArchivedSighting(
                    space,
                    new SightingWrite(
                            Objects.requireNonNull(Cells.key(row, "customer")),
                            Objects.requireNonNull(Cells.key(row, "ip_key")),
                            SightingTable.sighting(sighting))));
        } catch (IllegalArgumentException | IllegalStateException unreadable) {
            return new Damaged<>(
                    space, "sighting of minute " + row.getLong("minute") + " since 1970", "its cell cannot be read");
        }
    }
}
