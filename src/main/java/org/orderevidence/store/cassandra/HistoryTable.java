package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.HistoryRow;

/**
 * What is kept of orders under their credentials. A row's entry comes and goes with the order's card and day; its marks
 * are never deleted, so that facts and uploads may arrive in any order.
 */
final class HistoryTable {
    private static final String ENTRY = "entry";

    private final Cluster cluster;

    HistoryTable(Cluster cluster) {
        this.cluster = cluster;
    }

    BoundStatement put(String space, String order, RowKeys.HistoryKey key, OrderRecord record) {
        UserDefinedType type = (UserDefinedType) cluster.prepared(Statement.PUT_HISTORY)
                .getVariableDefinitions()
                .get(ENTRY)
                .getType();
        UdtValue entry = type.newValue()
                .setLong("version", record.version())
                .setByteBuffer("facts", record.facts().buffer());
        return cluster.bind(
                Statement.PUT_HISTORY,
                record.written(),
                entry,
                space,
                Cells.blob(key.credential()),
                Buckets.year(key.day()),
                key.day(),
                order);
    }

    BoundStatement mark(String space, String order, RowKeys.HistoryKey key, FactMark mark) {
        return cluster.bind(
                Statement.MARK_HISTORY,
                mark.written(),
                mark.name(),
                mark.counts(),
                space,
                Cells.blob(key.credential()),
                Buckets.year(key.day()),
                key.day(),
                order);
    }

    /** Ends a row that a record has replaced; one of a later record stays, whichever arrives first. */
    BoundStatement delete(String space, String order, RowKeys.HistoryKey key, OrderRecord by) {
        return cluster.bind(
                Statement.DELETE_HISTORY,
                by.written() - 1,
                space,
                Cells.blob(key.credential()),
                Buckets.year(key.day()),
                key.day(),
                order);
    }

    /** The rows of a credential, range after range, newest first in each. */
    List<HistoryRow> rows(String space, KeyedHash credential, List<DayRange> ranges, int limit) {
        List<HistoryRow> found = new ArrayList<>();
        for (DayRange range : ranges) {
            for (int year = Buckets.year(range.until()); year >= Buckets.year(range.from()); year--) {
                if (found.size() == limit) {
                    return found;
                }
                Iterator<Row> rows = cluster.read(
                        Statement.SELECT_HISTORY, space, Cells.blob(credential), year, range.from(), range.until());
                while (found.size() < limit && rows.hasNext()) {
                    add(found, rows.next());
                }
            }
        }
        return found;
    }

    private static void add(List<HistoryRow> rows, Row row) {
        UdtValue entry = row.getUdtValue(ENTRY);
        if (entry == null) {
            return;
        }
        Map<String, Boolean> marks = row.getMap("marks", String.class, Boolean.class);
        LocalDate day = Cells.day(row, "day");
        rows.add(new HistoryRow(
                new OrderId(Cells.text(row, "order_id")),
                day,
                entry.getLong("version"),
                Bytes.wrap(Cells.bytes(entry, "facts")),
                FactMark.anyDispute(marks),
                FactMark.anyReport(marks)));
    }
}
