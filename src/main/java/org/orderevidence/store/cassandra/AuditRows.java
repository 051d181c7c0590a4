package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;

/** The rows of the audit log, newest first in the partition of a space. */
final class AuditRows {
    /** Greater than every id. */
    private static final String AFTER_ALL = "~";

    private AuditRows() {}

    static void add(Cluster cluster, AuditRow entry) {
        AccountSpace space = entry.space();
        cluster.write(
                Statement.PUT_AUDIT,
                space.account(),
                Cells.name(space.mode()),
                entry.id(),
                Times.micros(entry.at()),
                entry.actor(),
                entry.action(),
                entry.keyId(),
                entry.newKeyId());
    }

    /** Removes the entries before an id, except some of the newest. */
    static void trim(Cluster cluster, AccountSpace space, String before, int newest) {
        Iterator<Row> ids = cluster.read(Statement.SELECT_AUDIT_IDS, space.account(), Cells.name(space.mode()), newest);
        // A page at a time: they can be many.
        int count = 0;
        String oldest = AFTER_ALL;
        while (ids.hasNext()) {
            oldest = Cells.text(ids.next(), "id");
            count++;
        }
        if (count == newest) {
            String end = before.compareTo(oldest) < 0 ? before : oldest;
            cluster.write(Statement.TRIM_AUDIT, space.account(), Cells.name(space.mode()), end);
        }
    }

    static void remove(Cluster cluster, AuditRow entry) {
        AccountSpace space = entry.space();
        cluster.write(Statement.DELETE_AUDIT, space.account(), Cells.name(space.mode()), entry.id());
    }

    static List<AuditRow> list(Cluster cluster, AccountSpace space, @Nullable String before, int limit) {
        List<AuditRow> entries = new ArrayList<>();
        Iterator<Row> rows = cluster.read(
                Statement.SELECT_AUDIT,
                space.account(),
                Cells.name(space.mode()),
                before == null ? AFTER_ALL : before,
                limit);
        while (rows.hasNext()) {
            Row row = rows.next();
            entries.add(new AuditRow(
                    space,
                    Cells.text(row, "id"),
                    Times.instant(row.getLong("happened_at")),
                    Cells.text(row, "actor"),
                    Cells.text(row, "action"),
                    row.getString("key_id"),
                    row.getString("new_key_id")));
        }
        return entries;
    }
}
