package org.orderevidence.store.sql;

import org.orderevidence.order.Bytes;
import org.orderevidence.store.OrderDocument;
import org.orderevidence.store.OrderWrite;

/**
 * An order as it will stand in its rows. Made by the caller, outside the committer's transaction.
 *
 * @param write the order and what is derived from it
 * @param keys the keys of the rows beside it
 * @param document its bytes
 */
record Encoded(OrderWrite write, DerivedKeys keys, Bytes document) {
    static Encoded of(OrderWrite write) {
        return new Encoded(write, DerivedKeys.of(write), Bytes.wrap(OrderDocument.encode(write.order())));
    }

    String id() {
        return write.order().id().value();
    }
}
