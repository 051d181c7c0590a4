package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Texts;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;

/**
 * The history rows: the data of orders under their credentials. A row's entry comes and goes with the order's card and
 * day; its marks are never deleted, so that facts and uploads may arrive in any order.
 *
 * <p>A row that its order has left is marked for a while before it disappears. A read can be too early for the new row
 * and too late for the old one. It then finds the mark and reads the order itself. No read therefore misses an order
 * that is being moved.
 */
public final class HistoryTable {
    private static final String ENTRY = "entry";

    private static final Comparator<HistoryRow> NEWEST_FIRST = Comparator.comparing(HistoryRow::day)
            .reversed()
            .thenComparing(row -> row.id().value(), Texts::compareByCodePoint);

    /** How long a row that was left stays marked: longer than a read of history lasts. */
    private static final int LEFT_SECONDS = 120;

    /** Maximum number of orders that are read because they have just left a row of one history. */
    private static final int MOST_LEFT = 1_000;

    /**
     * Most rows of a year that one statement reads for all requested days. If there are more, the ranges are read one
     * by one. Nearly all cards have fewer.
     */
    private static final int MOST_AT_ONCE = 256;

    private final Cluster cluster;
    private final OrderReads reads;

    public HistoryTable(Cluster cluster, OrderReads reads) {
        this.cluster = cluster;
        this.reads = reads;
    }

    BoundStatement put(AccountSpace space, String order, RowKeys.HistoryKey key, OrderRecord record) {
        UdtValue entry = entry(Statement.PUT_HISTORY, record)
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

    public BoundStatement mark(AccountSpace space, String order, RowKeys.HistoryKey key, FactMark mark) {
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
    BoundStatement leave(AccountSpace space, String order, RowKeys.HistoryKey key, OrderRecord by) {
        return cluster.bind(
                Statement.LEAVE_HISTORY,
                by.written() - 1,
                LEFT_SECONDS,
                entry(Statement.LEAVE_HISTORY, by),
                space,
                Cells.blob(key.credential()),
                Buckets.year(key.day()),
                key.day(),
                order);
    }

    private UdtValue entry(Statement statement, OrderRecord record) {
        UserDefinedType type = (UserDefinedType)
                cluster.prepared(statement).getVariableDefinitions().get(ENTRY).getType();
        return type.newValue().setLong("version", record.version()).setInt("checksum", record.checksum());
    }

    /** The rows of a credential, range after range, newest first in each. */
    public List<HistoryRow> rows(AccountSpace space, KeyedHash credential, List<DayRange> ranges, int limit) {
        List<HistoryRow> found = new ArrayList<>();
        Set<String> left = new HashSet<>(0);
        List<Row> few = few(space, credential, DayRange.around(ranges));
        if (few != null) {
            few.forEach(row -> add(found, left, row));
        } else {
            addRangeByRange(found, left, space, credential, ranges, limit);
        }
        found.forEach(row -> left.remove(row.id().value()));
        return inRanges(left.isEmpty() ? found : withLeft(space, credential, found, left), ranges, limit);
    }

    /** All rows of some days, newest first, the years read side by side; null if they are not few. */
    private @Nullable List<Row> few(AccountSpace space, KeyedHash credential, DayRange days) {
        List<List<Row>> years = Fanout.map(
                Buckets.yearsBackwards(days),
                year -> cluster.readAll(
                        Statement.SELECT_SHORT_HISTORY,
                        space,
                        Cells.blob(credential),
                        year,
                        days.from(),
                        days.until(),
                        MOST_AT_ONCE));
        return years.stream().anyMatch(rows -> rows.size() == MOST_AT_ONCE)
                ? null
                : years.stream().flatMap(List::stream).toList();
    }

    private void addRangeByRange(
            List<HistoryRow> found,
            Set<String> left,
            AccountSpace space,
            KeyedHash credential,
            List<DayRange> ranges,
            int limit) {
        for (DayRange range : ranges) {
            for (int year : Buckets.yearsBackwards(range)) {
                if (found.size() == limit) {
                    break;
                }
                Iterator<Row> rows = cluster.read(
                        Statement.SELECT_HISTORY, space, Cells.blob(credential), year, range.from(), range.until());
                while (found.size() < limit && rows.hasNext()) {
                    add(found, left, rows.next());
                }
            }
        }
    }

    private static void add(List<HistoryRow> found, Set<String> left, Row row) {
        UdtValue entry = row.getUdtValue(ENTRY);
        if (entry == null) {
            return;
        }
        if (isLeft(entry)) {
            if (left.size() < MOST_LEFT) {
                left.add(Cells.text(row, "order_id"));
            }
            return;
        }
        found.add(row(row, entry));
    }

    /** The row as it was put; null where there is none, or none any longer. */
    public static @Nullable HistoryRow row(Row row) {
        UdtValue entry = row.getUdtValue(ENTRY);
        return entry == null || isLeft(entry) ? null : row(row, entry);
    }

    private static HistoryRow row(Row row, UdtValue entry) {
        Map<String, Boolean> marks = row.getMap("marks", String.class, Boolean.class);
        return new HistoryRow(
                new OrderId(Cells.text(row, "order_id")),
                Cells.day(row, "day"),
                entry.getLong("version"),
                Bytes.wrap(Cells.bytes(entry, "facts")),
                FactMark.disputes(marks),
                FactMark.anyReport(marks));
    }

    private static boolean isLeft(UdtValue entry) {
        return entry.isNull("facts");
    }

    /** Also the rows of orders that were seen only where they no longer are, newest first. */
    private List<HistoryRow> withLeft(
            AccountSpace space, KeyedHash credential, List<HistoryRow> found, Set<String> left) {
        Queue<HistoryRow> moved = new ConcurrentLinkedQueue<>();
        Fanout.forEach(List.copyOf(left), new Failure(), order -> {
            OrderReads.Held held = reads.held(space, new OrderId(order));
            if (held != null) {
                held.rowsUnder(credential).forEach(moved::add);
            }
        });
        List<HistoryRow> all = new ArrayList<>(found);
        all.addAll(moved);
        all.sort(NEWEST_FIRST);
        return all;
    }

    private static List<HistoryRow> inRanges(List<HistoryRow> rows, List<DayRange> ranges, int limit) {
        return ranges.stream()
                .flatMap(range -> rows.stream().filter(row -> range.contains(row.day())))
                .limit(limit)
                .toList();
    }
}
