package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.Row;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.document.FactDocument;

/**
 * A later fact as it is kept.
 *
 * @param kind which
 * @param id unique among its kind and order
 * @param document its bytes
 * @param written the time stamp of the write that kept it, in microseconds
 */
public record HeldFact(FactKind kind, String id, Bytes document, long written) {
    /** The fact in a row under an order; absent when the order has none. */
    static @Nullable HeldFact of(Row row) {
        if (row.isNull("fact")) {
            return null;
        }
        return new HeldFact(
                FactKind.of(row.getByte("kind")),
                Cells.text(row, "fact_id"),
                Bytes.wrap(Cells.bytes(row, "fact")),
                row.getLong("fact_written"));
    }

    FactMark mark() {
        boolean counts = switch (kind) {
            case DISPUTE -> FactDocument.decodeDispute(document.toArray()).counts();
            case REPORT -> true;
        };
        return FactMark.of(kind, id, counts, written);
    }
}
