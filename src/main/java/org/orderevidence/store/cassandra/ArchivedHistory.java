package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.HistoryRow;

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

    /** Deletes the row at its own time stamp: what is written there meanwhile stays. */
    void delete(ArchivedRow archived) {
        Row row = cluster.readOne(Statement.SELECT_HISTORY_ROW, key(archived));
        HistoryRow held = row == null ? null : HistoryTable.row(row);
        if (row != null && held != null && held.version() == archived.row().version()) {
            List<@Nullable Object> values = new ArrayList<>(List.of(row.getLong("entry_written")));
            values.addAll(List.of(key(archived)));
            cluster.write(Statement.DELETE_HISTORY, values.toArray());
        }
    }

    private static Object[] key(ArchivedRow archived) {
        return new Object[] {
            Cells.space(archived.space()),
            Objects.requireNonNull(Cells.blob(archived.credential())),
            Buckets.year(archived.row().day()),
            archived.row().day(),
            archived.row().id().value()
        };
    }
}
