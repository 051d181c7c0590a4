package org.orderevidence.store;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statements;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OrderComposer.ComposedOrder;

/** An upload of an order, with what a test wants to be derived from it. */
public record OrderWrite(
        Order order,
        List<OrderReference> references,
        LocalDate historyDay,
        List<KeyedHash> credentials,
        Bytes facts,
        @Nullable Long expectedVersion) {

    public OrderId id() {
        return order.id();
    }

    /** Returns the write, after the composer of the tests learned what is derived from the order. */
    public PartWrite part() {
        TestCodec.derive(order, composed());
        return new PartWrite(order.id(), List.of(upload()), expectedVersion);
    }

    public ComposedOrder composed() {
        return new ComposedOrder(
                ListPlace.time(order.charge().transactionTime()),
                references,
                historyDay,
                credentials,
                facts,
                OrderNotes.NONE);
    }

    private Part upload() {
        return new Part(PartKey.UPLOAD, 1, Statements.upload(order));
    }
}
