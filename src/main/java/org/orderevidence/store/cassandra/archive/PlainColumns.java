package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.EncodedOrder;
import org.orderevidence.store.EvidenceArchive.Difference;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.ListRange;
import org.orderevidence.store.cassandra.cluster.Buckets;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.cassandra.table.HeldFact;
import org.orderevidence.store.cassandra.table.OrderRecord;
import org.orderevidence.store.cassandra.table.OrderRows;
import org.orderevidence.store.cassandra.table.RowKeys;

/** Compares the cells of an order that are outside its document, and its rows in the indexes, with its document. */
final class PlainColumns {
    private final Cluster cluster;
    private final EvidenceCodec codec;

    PlainColumns(Cluster cluster, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec;
    }

    List<Difference> differences(KeptOrder kept) {
        List<String> found = new ArrayList<>(0);
        String space = Cells.space(kept.space());
        String id = kept.id().value();
        Row row = cluster.readOne(Statement.SELECT_COLUMNS, space, id);
        OrderRecord record = OrderRecord.of(row);
        ComposedOrder composed = kept.composed();
        if (row == null || (record == null) != (composed == null)) {
            found.add(composed == null ? "it has a record, but its parts do not make an order" : "it is missing");
        } else if (record != null && composed != null) {
            compareCells(row, record, kept, composed, found);
            compareRows(space, id, RowKeys.of(composed), found);
        }
        return found.stream()
                .map(what -> new Difference(kept.space(), kept.id(), what))
                .toList();
    }

    private void compareCells(Row row, OrderRecord record, KeptOrder kept, ComposedOrder order, List<String> found) {
        EncodedOrder encoded = codec.order(kept.space(), kept.id(), kept.parts());
        column(found, "version", Cells.number(row, "version"), kept.version());
        column(found, "day", row.getLocalDate("day"), order.transactionDay());
        column(
                found,
                "amount_minor",
                Cells.number(row, "amount_minor"),
                order.money().amountMinor());
        column(
                found,
                "currency",
                row.getString("currency"),
                order.money().currency().getCurrencyCode());
        column(found, "status", row.getString("status"), OrderRows.name(order.status()));
        column(found, "record.version", record.version(), kept.version());
        column(found, "record.uploaded_at", record.uploadedAt(), Times.micros(kept.uploadedAt()));
        column(found, "record.revision", record.revision(), encoded.revision());
        column(found, "record.keys", record.keys(), RowKeys.of(order));
        if (!record.facts().equals(order.facts())) {
            found.add("column record.facts is not what follows from the document");
        }
        if (!record.parts().equals(HeldFact.list(codec, kept.space(), kept.parts(), KeptOrders.facts(kept)))) {
            found.add("column record.parts is not the list of the order's parts and later facts");
        }
    }

    private void compareRows(String space, String id, RowKeys keys, List<String> found) {
        int month = Buckets.month(ListRange.day(keys.listRank()));
        if (cluster.readOne(Statement.SELECT_TIME_ROW, space, month, keys.listRank(), id) == null) {
            found.add("its row in the index by time is missing");
        }
        if (cluster.readOne(Statement.SELECT_MONTH, space, month) == null) {
            found.add("its month is missing in the index by time");
        }
        for (RowKeys.ReferenceKey row : keys.ofReferences()) {
            if (cluster.readOne(
                            Statement.SELECT_REFERENCE_ROW,
                            space,
                            Cells.blob(row.reference()),
                            row.year(),
                            row.listRank(),
                            id)
                    == null) {
                found.add("its row in the index by " + row.reference().kind().wireName() + " is missing");
            }
        }
    }

    private static void column(List<String> found, String name, @Nullable Object is, @Nullable Object should) {
        if (!Objects.equals(is, should)) {
            found.add("column " + name + " is " + is + " instead of " + should);
        }
    }
}
