package org.orderevidence.store.cassandra;

import org.orderevidence.order.Bytes;
import org.orderevidence.store.FactDocument;

/**
 * A later fact as it is kept.
 *
 * @param kind which
 * @param id unique among its kind and order
 * @param document its bytes
 * @param written the time stamp of the write that kept it, in microseconds
 */
record HeldFact(FactKind kind, String id, Bytes document, long written) {
    FactMark mark() {
        boolean counts = switch (kind) {
            case DISPUTE -> FactDocument.decodeDispute(document.toArray()).counts();
            case REPORT -> true;
        };
        return FactMark.of(kind, id, counts, written);
    }
}
