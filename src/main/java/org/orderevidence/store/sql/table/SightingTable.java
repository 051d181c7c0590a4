package org.orderevidence.store.sql.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.sql.commit.GroupedWork;
import org.orderevidence.store.sql.dialect.BatchRows;
import org.orderevidence.store.sql.dialect.BatchRows.SightingRow;
import org.orderevidence.store.sql.dialect.Session;

/** Stores sightings, which never change after that. */
public final class SightingTable implements GroupedWork<SightingRow, Boolean> {
    private static final Comparator<SightingRow> BY_KEY = Comparator.comparingInt(SightingRow::space)
            .thenComparing(row -> row.write().customer(), KeyedHash::compareTo)
            .thenComparingLong(row -> row.write().sighting().minute())
            .thenComparing(row -> row.write().ipKey(), KeyedHash::compareTo);

    private final BatchRows rows;

    public SightingTable(BatchRows rows) {
        this.rows = rows;
    }

    @Override
    public List<Boolean> perform(Session session, List<SightingRow> sightings, boolean again) throws SQLException {
        List<SightingRow> sorted = new ArrayList<>(sightings);
        sorted.sort(BY_KEY);
        rows.keep(session, sorted);
        return Collections.nCopies(sightings.size(), true);
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    @Override
    public int turn() {
        return 1;
    }
}
