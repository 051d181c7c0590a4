package org.orderevidence.store.document;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.OrderReference;

/** The references of an order in one column, concatenated. */
public final class ReferenceList {
    private ReferenceList() {}

    /** Returns the references in sequence. */
    public static byte[] encode(List<OrderReference> references) {
        ByteBuffer bytes = ByteBuffer.allocate(references.size() * OrderReference.LENGTH);
        references.forEach(reference -> bytes.put(reference.bytes()));
        return bytes.array();
    }

    /**
     * Returns the references in these bytes.
     *
     * @throws IllegalArgumentException if they are none
     */
    public static List<OrderReference> decode(byte[] bytes) {
        if (bytes.length % OrderReference.LENGTH != 0) {
            throw new IllegalArgumentException("the references of an order are cut off");
        }
        List<OrderReference> references = new ArrayList<>(bytes.length / OrderReference.LENGTH);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            byte[] one = new byte[OrderReference.LENGTH];
            in.get(one);
            references.add(OrderReference.of(one));
        }
        return references;
    }
}
