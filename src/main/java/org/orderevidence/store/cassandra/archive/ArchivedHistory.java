package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.RowPlace;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.HistoryTable;

/** Walks over all history rows, and finds or deletes one by its place. */
final class ArchivedHistory {
    private final Cluster cluster;

    ArchivedHistory(Cluster cluster) {
        this.cluster = cluster;
    }

    Page<ArchivedRow> page(@Nullable String after, int limit) {
        Cluster.Part part = cluster.readPart(Statement.WALK_HISTORY, WalkPlace.stateOf(WalkPlace.parse(after)), limit);
        List<Found<ArchivedRow>> found = new ArrayList<>(part.rows().size());
        for (Row row : part.rows()) {
            HistoryRow held = HistoryTable.row(row);
            if (held != null) {
                found.add(new Whole<>(
                        new ArchivedRow(Cells.space(row), Objects.requireNonNull(Cells.key(row, "credential")), held)));
            }
        }
        return new Page<>(found, WalkPlace.text(part.next(), ""));
    }

    @Nullable
    ArchivedRow at(RowPlace place) {
        Row row = cluster.readOne(Statement.SELECT_HISTORY_ROW, key(place));
        HistoryRow held = row == null ? null : HistoryTable.row(row);
        return held == null ? null : new ArchivedRow(place.space(), place.credential(), held);
    }

    /** Deletes the row at its own time stamp: what is written there in the meantime stays. */
    void delete(ArchivedRow archived) {
        Object[] key = key(archived.place());
        Row row = cluster.readOne(Statement.SELECT_HISTORY_ROW, key);
        HistoryRow held = row == null ? null : HistoryTable.row(row);
        if (row != null && held != null && held.version() == archived.row().version()) {
            long written = row.getLong("entry_written");
            cluster.write(
                    Statement.DELETE_HISTORY,
                    Stream.concat(Stream.of(written), Arrays.stream(key)).toArray());
        }
    }

    private static Object[] key(RowPlace place) {
        return new Object[] {
            Cells.space(place.space()),
            Cells.blob(place.credential().bytes()),
            Buckets.year(place.day()),
            place.day(),
            place.id().value()
        };
    }
}
