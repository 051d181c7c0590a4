package org.orderevidence.store.cassandra.table;

import org.orderevidence.order.Bytes;
import org.orderevidence.store.document.FactDocument;

/**
 * A later fact in its row below the order.
 *
 * @param kind which
 * @param id unique among its kind and order
 * @param document its bytes, opened
 * @param written the time stamp of the write that stored it, in microseconds
 */
public record HeldFact(FactKind kind, String id, Bytes document, long written) {
    FactMark mark() {
        boolean counts = switch (kind) {
            case DISPUTE -> FactDocument.decodeDispute(document.toArray()).counts();
            case REPORT -> true;
        };
        return FactMark.of(kind, id, counts, written);
    }
}
