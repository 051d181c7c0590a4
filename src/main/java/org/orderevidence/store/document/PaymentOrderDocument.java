package org.orderevidence.store.document;

import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.PaymentOrder;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Source;

/** The stored form of an order that has the ID of its payment. */
public final class PaymentOrderDocument {
    private static final int KIND = 'Y';

    private PaymentOrderDocument() {}

    /** Returns the bytes of an order. */
    public static byte[] encode(PaymentOrder order) {
        return DocumentWriter.document(KIND, DocumentFormat.VERSION, order, PaymentOrderDocument::write);
    }

    /**
     * Returns an order.
     *
     * @throws UnreadableDocument if the bytes are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static PaymentOrder decode(byte[] bytes) {
        return DocumentReader.document(KIND, DocumentFormat.VERSION, bytes, PaymentOrderDocument::read);
    }

    private static void write(DocumentWriter to, PaymentOrder order) {
        OrderId target = order.movedTo();
        to.text(1, order.id().value());
        to.text(2, order.source().name());
        for (ObjectReference reference : order.references()) {
            to.group(3, reference, (group, each) -> group.text(1, each.value()));
        }
        to.count(4, (long) order.looks());
        to.text(5, target == null ? null : target.value());
    }

    private static PaymentOrder read(DocumentReader from) {
        return new PaymentOrder(
                new OrderId(from.requiredText(1)),
                Source.named(from.requiredText(2)),
                from.groups(3, PaymentOrder.MAX_REFERENCES, group -> new ObjectReference(group.requiredText(1))),
                Math.toIntExact(from.requiredCount(4)),
                target(from.text(5)));
    }

    private static @Nullable OrderId target(@Nullable String id) {
        return id == null ? null : new OrderId(id);
    }
}
